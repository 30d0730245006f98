import HTTPProtocol
import Hypermedia
import NavigationKit

extension Development {
    /// Adds the compiler's errors to every page, and the script and a stream to pages that are no screens, such as
    /// errors, so that they are requested again after the next build. For clients on this machine only, by a name of this
    /// machine: the errors contain paths and sources.
    ///
    /// - Parameter scriptPath: the URL path of the script of live pages.
    func interceptor(scriptPath: String) -> Interceptor {
        { [self] request, next in
            guard next.isFromThisMachine, request.namesThisMachine else { return await next(request) }
            var response = await next(request)
            if request.wantsStream, response.lacksStream { return stream(for: request) ?? response }
            guard response.isPage else { return response }
            // A page differs from the one with the same tag if the build's result has changed in between.
            response.fields.remove(.etag)
            let (edition, errors) = current
            if request.method == .get { addScript(to: &response, at: scriptPath, of: edition) }
            if let errors { response.body.bytes.insert(HTMLRenderer.buildFailure(errors), atStartOf: "<body") }
            return response
        }
    }

    /// Makes a page that is no screen live, so that it is replaced when its cause is mended.
    private func addScript(to response: inout Response, at path: String, of edition: String) {
        guard let policy = response.fields[.contentSecurityPolicy], !policy.contains("script-src"),
            policy.contains("form-action")
        else { return }
        let script = "<script src=\"\(path)\" id=\"topics-\(edition)\" data-shown=\"\(edition)\" defer></script>\n"
        guard response.body.bytes.insert(Array(script.utf8), atStartOf: "<head") else { return }
        response.fields.set(
            .contentSecurityPolicy,
            policy.replacing(
                "form-action", with: "script-src 'self'; connect-src 'self'; form-action", maxReplacements: 1))
    }

    /// The events of a page that is no screen: `change` when the edition changes.
    private func stream(for request: Request) -> Response? {
        guard let reservation = streams.reserve(from: nil) else { return nil }
        let interest = TopicInterest(in: center)
        let (seen, edition) = (center.changes, edition)
        return .events(
            EventStream(
                [Topic(edition: edition)], for: interest, since: seen, shown: edition, known: request.knownDigest,
                reservation: reservation, session: nil
            ) { true }, vary: "Accept")
    }
}

extension Configuration {
    /// The URL path of the script of live pages.
    var scriptPath: String { publicPrefix + "/cairn.js" }
}

extension Request {
    /// True if the client accepts a stream of events and no page.
    fileprivate var wantsStream: Bool { preferredType(of: ResponseBuilder.offered) == nil && streamType != nil }
}

extension Response {
    /// True for an HTML page in memory.
    fileprivate var isPage: Bool {
        !body.bytes.isEmpty && fields[.contentType]?.hasPrefix("text/html") == true
    }

    /// True if a client that wants a stream gets an error that a later build can mend.
    fileprivate var lacksStream: Bool {
        if case .pushed = body { return false }
        return status.code >= 400 && status != .serviceUnavailable && status != .tooManyRequests
    }
}

extension [UInt8] {
    /// Inserts `content` after the line of a start tag. Returns false if there is none.
    @discardableResult
    fileprivate mutating func insert(_ content: [UInt8], atStartOf tag: String) -> Bool {
        guard let start = firstRange(of: Array(tag.utf8)),
            let end = self[start.upperBound...].firstIndex(of: UInt8(ascii: ">"))
        else { return false }
        insert(contentsOf: content, at: end + 1)
        return true
    }
}
