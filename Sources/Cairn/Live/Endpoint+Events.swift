import HTTPProtocol
import Hypermedia
import NavigationKit
import SessionStores
import Sessions

extension Endpoint {
    /// True for a GET or HEAD that accepts only the events of a page.
    func asksForEvents(_ request: Request) -> Bool {
        (request.method == .get || request.method == .head) && request.preferredType(of: [.eventStream]) != nil
    }

    /// The events of the page at `location`: 200 and an endless body; 204, after which browsers do not connect again, if
    /// the page watches nothing; 503 if too many streams are open.
    func events(
        of request: Request, at location: Location, origin: PublicOrigin, assets: Assets, exposesDiagnostics: Bool
    ) async -> Response {
        let cookie = origin.isSecure ? secureCookie : plainCookie
        let builder = ResponseBuilder(
            mediaType: .html, origin: origin, assets: assets, mountPath: mountPath, appTitle: hosted.title,
            screenPages: screenPages, vary: vary, exposesDiagnostics: exposesDiagnostics)
        let context = RequestContext(
            request: request, upload: nil, location: location, network: nil, cookie: cookie,
            presented: cookie.presented(by: request.fields), builder: builder)
        guard !streams.isSpent else { return builder.problem(.tooManyStreams).retried(after: 60) }
        do {
            return try await stream(in: context)
        } catch {
            return response(to: error, in: context)
        }
    }

    private func stream(in context: RequestContext) async throws -> Response {
        let interest = TopicInterest(in: hosted.topicCenter)
        let seenChanges = hosted.topicCenter.changes
        let id = context.sessionID
        let page = try await sessions.page(
            at: context.location, version: context.request.stateVersion, for: id, seen: context.seenRevision,
            isUse: false)
        var response = Response(.ok)
        response.fields.add(.cacheControl, "no-store")
        response.fields.add(.vary, vary)
        response.addSecurityHeaders()
        guard page.screen.isLive else {
            response.status = .noContent
            return response
        }
        let known = context.request.fields[.lastEventId] ?? context.request.shownDigest
        var topics = page.screen.topics
        if topics.remove(.session) != nil, let id { topics.insert(.session(id.description)) }
        let session = page.isOfUnknownSession ? nil : id
        response.fields.add(.contentType, MediaType.eventStream.name)
        // Nginx would collect the events in its buffer.
        response.fields.add(.accelBuffering, "no")
        response.body = .pushed(
            PushedBody(
                EventStream(
                    topics, for: interest, since: seenChanges, shown: context.builder.live(page).shown, known: known,
                    budget: streams, session: session
                ) { [sessions] in session.map(sessions.canExist) ?? true }))
        return response
    }
}

extension Request {
    /// The digest in the query of a stream's URL, because a script cannot give the first request of an `EventSource` a
    /// `Last-Event-ID`.
    fileprivate var shownDigest: String? {
        target.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&")
            .first { $0.hasPrefix("shown=") }.map { String($0.dropFirst("shown=".count)) }
    }
}
