import HTTPProtocol
import Hypermedia
import NavigationKit
import Sessions

/// Dry runs: with `Cairn-Dry-Run: ?1`, the response to a POST names the responder that would handle the action, and the
/// reasons why the others would not; the response to a GET does so for each action of the screen, offered or not. No
/// handler is called, and no session or version is created.
///
/// A dry run exposes the structure of a program, so it needs diagnostics, such as with `--explain`. Otherwise a POST is
/// refused, because the client does not want the action performed; on a GET, which changes nothing, the field is
/// ignored.
extension Endpoint {
    /// The response to a POST that is a dry run or has a malformed `Cairn-Dry-Run`; `nil` for other POSTs.
    func dryRun(of submitted: ActionRequest, in context: RequestContext) async throws -> Response? {
        let builder = context.builder
        switch context.request.isDryRun {
        case false?: return nil
        case nil: return builder.problem(.malformedDryRun)
        case true?:
            guard builder.exposesDiagnostics else { return builder.problem(.noDryRun) }
            let explanation = try await sessions.explain(submitted, for: context.sessionID)
            return builder.dryRun(explanation.json, title: "Dry run: \(explanation.name)", explanation.sentences)
        }
    }

    /// The response to a GET that is a dry run or has a malformed `Cairn-Dry-Run`; `nil` for other GETs.
    func dryRunOfPage(in context: RequestContext) async throws -> Response? {
        let builder = context.builder
        switch context.request.isDryRun {
        case false?: return nil
        case nil: return builder.problem(.malformedDryRun)
        case true?:
            let all = try await sessions.explainOffers(
                at: context.location, version: context.request.stateVersion, for: context.sessionID)
            return builder.dryRun(
                .object([
                    ("offered", .array(all.filter { $0.offer != nil }.map(\.json))),
                    ("notOffered", .array(all.filter { $0.offer == nil }.map(\.json))),
                ]), title: "Dry run of this page", all.flatMap(\.sentences))
        }
    }
}

extension FieldName {
    /// Requests a dry run, and marks its response.
    static let cairnDryRun: FieldName = "Cairn-Dry-Run"
}

extension Request {
    /// A boolean of structured fields (RFC 8941 §3.3.6), `?1` or `?0`; false without the field; `nil` if malformed:
    /// with false, the action would be performed.
    var isDryRun: Bool? {
        switch fields.values(of: .cairnDryRun) {
        case ["?1"]: true
        case ["?0"], []: false
        default: nil
        }
    }
}

extension ResponseBuilder {
    fileprivate func dryRun(_ json: JSONValue, title: String, _ sentences: [String]) -> Response {
        var response = Response(.ok)
        if mediaType == .html {
            HTMLRenderer.renderMessage(title: title, paragraphs: sentences, assets: assets, into: &response.body.bytes)
            response.fields.add(.contentType, MediaType.html.name)
            response.protectPage()
        } else {
            response.body.bytes = json.bytes()
            response.fields.add(.contentType, MediaType.json.name)
            response.addSecurityHeaders()
        }
        response.fields.add(.cairnDryRun, "?1")
        response.fields.add(.cacheControl, "no-store")
        response.fields.add(.vary, vary)
        return response
    }
}

extension Explanation {
    /// The result as JSON: the outcome, the expected status of a real POST, and the responder chain.
    fileprivate var json: JSONValue {
        .object([
            ("action", .string(offer?.words.token ?? name)), ("outcome", .string(outcome.rawValue)),
            ("status", .number(outcome.status)), ("handledBy", performer.map { .string($0) } ?? .null),
            ("note", note.map { .string($0) } ?? .null), ("offer", offer.map(json) ?? .null),
            (
                "chain",
                .array(
                    chain.map { .object([("name", .string($0.name)), ("verdict", .string($0.verdict.rawValue))]) })
            ),
        ])
    }

    private func json(of offer: OfferedAction) -> JSONValue {
        let inputs = fields.map { field in
            let error = problems.first { $0.field == field.name }?.message
            return JSONValue.object([
                ("name", .string(field.name)), ("type", .string(field.kind.rawValue)), ("title", .string(field.label)),
                ("required", .bool(field.isRequired)), ("error", error.map { .string($0) } ?? .null),
            ])
        }
        let values = offer.words.values.map { ($0.name, $0.text.map { JSONValue.string($0) } ?? .null) }
        return .object([
            ("name", .string(offer.words.name)), ("title", .string(offer.title)), ("values", .object(values)),
            ("inputs", .array(inputs)),
        ])
    }

    /// The result as sentences, for HTML.
    fileprivate var sentences: [String] {
        var sentences = ["\(offer?.words.token ?? name): \(outcome.sentence(performer))"]
        if let note { sentences.append(note) }
        sentences += problems.map(\.message)
        return sentences + chain.map { "\($0.name) \($0.verdict.sentence)" }
    }
}

extension Explanation.Outcome {
    fileprivate var status: Int {
        switch self {
        case .handled, .repeated: 303
        case .invalidInput: 422
        case .staleOffer: 409
        case .unknownAction: 404
        }
    }

    fileprivate func sentence(_ performer: String?) -> String {
        switch self {
        case .handled: "\(performer ?? "no responder") would handle it."
        case .invalidInput: "\(performer ?? "no responder") would handle it, but the input is not valid."
        case .staleOffer: "it is not available here."
        case .unknownAction: "there is no such action."
        case .repeated: "it is a repeat and would get the earlier response."
        }
    }
}

extension ProblemDetails {
    fileprivate static var noDryRun: ProblemDetails {
        ofClient(
            "no-dry-run", 403, "Dry runs are not enabled",
            "Dry runs need a server that was started with --explain. Nothing was done.")
    }

    static var malformedDryRun: ProblemDetails {
        ofClient(
            "malformed-dry-run", 400, "The Cairn-Dry-Run field is not valid",
            "Send Cairn-Dry-Run once, with ?1 or ?0 (RFC 8941). Nothing was done.")
    }
}
