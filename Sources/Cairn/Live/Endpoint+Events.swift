import HTTPProtocol
import Hypermedia
import NavigationKit
import SessionStores
import Sessions

extension Endpoint {
    /// True if the script of a live page requests it. The script does so while its stream is open; looking for the
    /// field only then saves a page 400 instructions.
    @inline(__always)
    func isRequestedByScript(_ request: Request) -> Bool {
        hosted.topicCenter.isWatched && request.fields.contains(.cairnLive)
    }

    /// The caching of a page. Chromium keeps no page for Back and Forward whose script received a `no-store` response;
    /// the script asks the browser itself not to store the page.
    @inline(__always)
    func pageCaching(for request: Request, origin: PublicOrigin) -> PageCaching {
        isRequestedByScript(request) ? .forHistory : PageCaching(for: request, origin: origin)
    }

    /// The events of the page at the location: 200 and an endless body; 204, after which browsers do not connect again,
    /// if the page watches nothing; 503 if too many streams are open.
    func events(in context: RequestContext) async throws -> Response {
        guard let reservation = streams.reserve(from: context.network) else {
            return context.builder.problem(.tooManyStreams).retried(after: 60)
        }
        var builder = context.builder
        builder.mediaType = .html
        let interest = TopicInterest(in: hosted.topicCenter)
        let seenChanges = hosted.topicCenter.changes
        let id = context.sessionID
        let following = id.flatMap(sessions.follow)
        let page = try await sessions.page(
            at: context.location, version: context.request.stateVersion, for: id, seen: context.seenRevision,
            isUse: false, PageOptions())
        let known = context.request.knownDigest
        // A client with a digest shows a page that watched something, so this one is news to it.
        guard page.screen.isLive || known != nil else { return .events(nil, vary: vary) }
        var topics = Set(page.screen.topics.map(Topic.init(text:)))
        if topics.remove(.session) != nil, let id { topics.insert(.session(id.description)) }
        let session = page.isOfUnknownSession ? nil : id
        return .events(
            EventStream(
                topics, for: interest, since: seenChanges, shown: builder.live(page).shown, known: known,
                reservation: reservation, session: session, following: following
            ) { [sessions] in session.map(sessions.canExist) ?? true }, vary: vary)
    }
}

extension Response {
    /// The events of a page.
    ///
    /// - Parameter stream: `nil` if the page watches nothing: then browsers do not connect again.
    static func events(_ stream: EventStream?, vary: String) -> Response {
        var response = Response(stream == nil ? .noContent : .ok)
        // Chromium keeps no page for Back and Forward whose script received a `no-store` response.
        response.fields.add(.cacheControl, PageCaching.forHistory.rawValue)
        response.fields.add(.vary, vary)
        response.addSecurityHeaders()
        guard let stream else { return response }
        response.fields.add(.contentType, MediaType.eventStream.name)
        // Nginx would collect the events in its buffer.
        response.fields.add(.accelBuffering, "no")
        response.body = .pushed(PushedBody(stream))
        return response
    }
}

extension Request {
    /// The type of a stream of events, if a GET or HEAD accepts that and no page.
    var streamType: MediaType? { method == .get || method == .head ? preferredType(of: [.eventStream]) : nil }

    /// The digest of the page that the client of a stream shows; `nil` if it shows none.
    var knownDigest: String? { fields[.lastEventId] ?? shownDigest }

    /// The digest in the query of a stream's URL, because a script cannot give the first request of an `EventSource` a
    /// `Last-Event-ID`.
    private var shownDigest: String? {
        target.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&")
            .first { $0.hasPrefix("shown=") }.map { String($0.dropFirst("shown=".count)) }
    }
}

extension FieldName {
    /// The field of the script's own requests: they are no use of the session.
    static let cairnLive: FieldName = "Cairn-Live"
}
