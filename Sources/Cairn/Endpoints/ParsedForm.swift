import Glibc
import HTTPProtocol
import Hypermedia
import NavigationKit
import SessionStores
import Sessions

/// The parsed body of a POST: an action, its values, and the version of the page that it was sent from.
struct ParsedForm {
    var submission: FormSubmission
    let at: Page.Origin?
    /// The salt of the version, if the form has it.
    let versionSalt: VersionSalt
    let nonce: String?
    /// Fingerprint of the session that the page was rendered for, if the form has it.
    let sessionFingerprint: String?
    /// Fingerprint of the user that the page was rendered for, if the form has it.
    let userFingerprint: String?

    struct Failure: Error {
        let problem: ProblemDetails
    }

    /// - Parameters:
    ///   - type: the request's ``HTTPProtocol/Request/bodyType``, which the caller needs too: finding it takes 240
    ///     instructions.
    ///   - upload: the parsed body, if it is multipart.
    ///   - uploads: the store of the uploaded files that the form refers to.
    ///   - session: the session of the client.
    init(
        _ request: Request, as type: Request.BodyType, _ upload: UploadedForm?, _ uploads: UploadStore,
        for session: SessionID?
    ) throws(Failure) {
        let values = if let upload { upload.values } else { try Self.values(of: request, as: type) }
        var token: String?
        var sentAt: String?
        var nonce: String?
        var others: [FormSubmission.Value] = []
        for value in values {
            switch value.name {
            case WireName.action: try Self.keep(value, in: &token)
            case WireName.at: try Self.keep(value, in: &sentAt)
            case WireName.once: try Self.keep(value, in: &nonce)
            default: others.append(value)
            }
        }
        guard let token, !token.isEmpty else { throw Failure(problem: .noAction) }
        // Ignore a nonce of another length.
        self.nonce = nonce.flatMap { $0.utf8.count == Self.nonceLength ? $0 : nil }
        (at, versionSalt, sessionFingerprint, userFingerprint) = sentAt.map(Self.origin) ?? (nil, .none, nil, nil)
        guard sentAt == nil || at != nil else {
            throw Failure(
                problem: .malformedBody(
                    "\(WireName.at) must be a version or \"path\", such as 6 or 6.x7q; send the value from the form."))
        }
        do {
            // Skip the look-up for a form without other fields, which is the usual case.
            var files = others.isEmpty ? [:] : uploads.files(in: others, for: session)
            if let upload { files.merge(upload.files) { _, received in received } }
            submission = try FormSubmission(
                token: token, values: others, files: files, oversizedFile: upload?.oversizedFile)
        } catch {
            throw Failure(problem: .malformedBody("\(error)"))
        }
    }

    private static func values(
        of request: Request, as type: Request.BodyType
    ) throws(Failure) -> [FormSubmission.Value] {
        do {
            switch type {
            case .form: return try FormBody.parse(request.body)
            case .json: return try JSONBody.parse(request.body)
            case .none where request.body.isEmpty: return []
            default: throw Failure(problem: .unsupportedBody(request.fields[.contentType] ?? ""))
            }
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(problem: .malformedBody("\(error)"))
        }
    }

    private static let nonceLength = 13

    /// Parses the value of `_at`, such as `6-k3q-0a1b2c3d`, or `6.x7q-k3q-0a1b2c3d` with a salt: the version or `path`,
    /// and the fingerprints of the session and of the user. The fingerprints can be missing.
    private static func origin(
        _ text: String
    ) -> (Page.Origin?, VersionSalt, sessionFingerprint: String?, userFingerprint: String?) {
        text.withOctets { text in
            let end = text.position(of: UInt8(ascii: "-")) ?? text.count
            let tagEnd = text.position(of: UInt8(ascii: "-"), from: end + 1) ?? text.count
            let sessionFingerprint = end == text.count ? nil : text.part(end + 1, tagEnd).text
            let userFingerprint = tagEnd == text.count ? nil : text.part(tagEnd + 1, text.count).text
            let (origin, salt) = text.part(0, end).withSpan { Page.Origin.salted($0) }
            return (origin, salt, sessionFingerprint, userFingerprint)
        }
    }

    private static func keep(_ value: FormSubmission.Value, in kept: inout String?) throws(Failure) {
        guard kept == nil || kept == value.text else {
            throw Failure(problem: .malformedBody(SubmissionError.contradiction(value.name).description))
        }
        kept = value.text
    }
}

extension UploadedForm {
    fileprivate var oversizedFile: FormSubmission.OversizedFile? {
        guard case .tooLarge(let limit)? = refusal, let refusedField else { return nil }
        return FormSubmission.OversizedFile(field: refusedField, byteLimit: limit)
    }
}

extension Request {
    enum BodyType { case form, json, other, none }

    /// The media type without its parameters, compared case-insensitively (RFC 9110 §8.3).
    var bodyType: BodyType {
        fields.withOctets(of: .contentType) { octets in
            // As browsers write it: the comparison below takes 330 instructions more.
            if octets.isSame(as: "application/x-www-form-urlencoded") { return .form }
            let type = octets.part(0, octets.position(of: UInt8(ascii: ";")) ?? octets.count).trimmed
            if type.isSameIgnoringCase(as: "application/x-www-form-urlencoded") { return .form }
            if type.isSameIgnoringCase(as: "application/json")
                || type.isSameIgnoringCase(as: "application/vnd.siren+json")
            {
                return .json
            }
            return .other
        } ?? .none
    }

    /// True if the content is compressed or otherwise coded (RFC 9110 §8.4); such bodies are not supported.
    var hasCodedContent: Bool {
        fields.list(of: .contentEncoding)?.split(separator: ",").contains { coding in
            let coding = coding.withoutBlanks
            return !coding.isEmpty && coding.lowercased() != "identity"
        } ?? false
    }

    /// True if the target is an `https` URL but the public origin is not secure (RFC 9110 §7.4).
    ///
    /// - Parameter origin: the public origin.
    func isMisdirected(to origin: PublicOrigin) -> Bool { scheme == .https && !origin.isSecure }

    func preferredType(of offered: [MediaType]) -> MediaType? {
        fields.withList(of: .accept) { Negotiation.preferred(accept: $0, of: offered) } ?? offered.first
    }

    /// True if `Accept` begins with `text/html`, as that of browsers. Compared without a copy: it saves 400
    /// instructions per action.
    var namesHTMLFirst: Bool {
        fields.withValue(of: .accept) { accept in
            guard accept.count >= 9, accept[8] == UInt8(ascii: "l") else { return false }
            let first = accept.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
            // "text/htm"
            return UInt64(littleEndian: first) == 0x6d74_682f_7478_6574
        } ?? false
    }

    /// True for `Prefer: return=representation` (RFC 7240 §4.2).
    var prefersRepresentation: Bool {
        guard fields.contains(.prefer) else { return false }
        return fields.values(of: .prefer).contains { value in
            value.split(separator: ",").contains { preference in
                preference.split(separator: ";").first?.filter { $0 != " " }.lowercased() == "return=representation"
            }
        }
    }
}
