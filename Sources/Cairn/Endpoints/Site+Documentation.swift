import HTTPProtocol
import Hypermedia
import NavigationKit
import Sessions
import Synchronization

/// Documents for the authors of scripts: `/cairn/apps/{name}` describes an app, `/cairn/rels/{name}` a
/// link relation, and `/cairn/problems/{name}` a problem type. They are the same for all visitors.
extension Site {
    /// The media types of an app's description, most preferred first. JSON first, because browsers show it.
    private static let offeredDescriptions: [MediaType] = [.json, .appDescription]

    /// The response for one of these paths; `nil` for another path.
    func documentation(for request: Request, origin: PublicOrigin) async -> Response? {
        guard request.path.hasPrefix("/cairn/") else { return nil }
        let path = String(request.path)
        if let term = DocumentedTerm.at(path) { return page(about: term, for: request) }
        guard let endpoint = endpoints.first(where: { $0.mountPath.urlOfDescription == path }) else { return nil }
        guard request.method == .get || request.method == .head else { return notAllowed(request) }
        guard let mediaType = request.preferredType(of: Self.offeredDescriptions) else {
            return ErrorResponse.notAcceptable(offered: Self.offeredDescriptions)
        }
        return document(await description(of: endpoint), as: mediaType, for: request)
    }

    // MARK: - Apps

    /// The description as JSON. It is made once, and then kept; one without the first screen, whose data could not be
    /// loaded, is made again by the next request.
    private func description(of endpoint: Endpoint) async -> [UInt8] {
        let name = endpoint.hosted.name
        if let kept = descriptions.withLock({ $0[name] }) { return kept }
        let description = await endpoint.hosted.description(within: configuration.sessions, time)
        let bytes = Self.json(of: description, endpoint).bytes()
        if description.isComplete { descriptions.withLock { $0[name] = bytes } }
        return bytes
    }

    private static func json(of description: AppDescription, _ endpoint: Endpoint) -> JSONValue {
        let (hosted, mountPath) = (endpoint.hosted, endpoint.mountPath)
        // A webhook is for one sender, who knows it.
        let routes = hosted.routes.filter { ($0 as? AppRoute)?.kind != .webhook }.map { route in
            JSONValue.object([
                ("method", .string(route.method)),
                ("path", .string(mountPath.url(ofRoute: route.path.description))),
            ])
        }
        return .object([
            ("name", .string(hosted.name)), ("title", .string(hosted.title)), ("summary", .string(hosted.summary)),
            ("href", .string(mountPath.url)), ("complete", .bool(description.isComplete)),
            ("actions", .array(description.actions.map(json))),
            ("screens", .array(description.screens.map { .string($0) })), ("routes", .array(routes)),
            ("relations", .object(DocumentedTerm.relations.map { ($0.urn, .string($0.path)) })),
            ("problems", .object(DocumentedTerm.problems.map { ($0.urn, .string($0.path)) })),
        ])
    }

    private static func json(of action: AppDescription.Action) -> JSONValue {
        let properties = action.content.properties.map { property in
            var members: [(String, JSONValue)] = [
                ("name", .string(property.name)), ("type", .string(property.type)),
            ]
            if property.isOptional { members.append(("optional", true)) }
            if !property.values.isEmpty { members.append(("values", .array(property.values.map { .string($0) }))) }
            return JSONValue.object(members)
        }
        var members: [(String, JSONValue)] = [("name", .string(action.name)), ("properties", .array(properties))]
        if !action.content.isComplete { members.append(("complete", false)) }
        return .object(members)
    }

    // MARK: - Relations and problems

    private func page(about term: DocumentedTerm, for request: Request) -> Response {
        guard request.method == .get || request.method == .head else { return notAllowed(request) }
        guard let mediaType = request.preferredType(of: [.html, .json]) else {
            return ErrorResponse.notAcceptable(offered: [.html, .json])
        }
        var bytes: [UInt8] = []
        if mediaType == .html {
            HTMLRenderer.renderMessage(
                title: term.urn, paragraphs: [term.meaning], links: [PageLink(title: "All apps", path: "/")],
                assets: files.assets, into: &bytes)
        } else {
            bytes = JSONValue.object([
                ("name", .string(term.urn)), ("href", .string(term.path)),
                ("meaning", .string(term.meaning)),
            ]).bytes()
        }
        return document(bytes, as: mediaType, for: request)
    }

    private func document(_ bytes: [UInt8], as mediaType: MediaType, for request: Request) -> Response {
        var response = Response(.ok, body: bytes)
        if mediaType == .html { response.protectPage() } else { response.addSecurityHeaders() }
        let tag = EntityTag.strong(of: bytes)
        response.fields.add(.cacheControl, "no-cache")
        response.fields.add(.vary, "Accept")
        response.fields.add(.etag, tag)
        switch Precondition.evaluate(request.fields, tag: tag, modified: nil) {
        case .proceed: response.fields.add(.contentType, mediaType.name)
        case .unchanged: (response.status, response.body) = (.notModified, .bytes([]))
        case .failed: (response.status, response.body) = (.preconditionFailed, .bytes([]))
        }
        response.note(.route)
        return response
    }
}
