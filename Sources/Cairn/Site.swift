public import HTTPProtocol
import Hypermedia
import Sessions
package import Sockets

/// Everything that one server answers: mounted apps, static files, the index of the gallery, and its health.
///
/// It is a function of a request, so a test may call it without a socket.
public final class Site: Sendable {
    let endpoints: [Endpoint]
    private let files: StaticFiles
    let configuration: Configuration
    private let extra: @Sendable (Request) -> PlainAnswer?
    let log: Log
    let uploads: Uploads

    /// - Parameters:
    ///   - apps: the apps; a single one may be mounted at the root.
    ///   - mountsAtRoot: whether the only app stands at `/` rather than below its name.
    ///   - configuration: what the operator set.
    ///   - pool: where files are read.
    ///   - stores: where the sessions of each app are kept, by its name; the others' are in memory only.
    ///   - time: where time comes from.
    ///   - log: where issues and faults are told.
    ///   - extra: plain answers beside the apps, asked first; `nil` leaves the request to the site.
    package init(
        apps: [HostedApplication], mountsAtRoot: Bool = false, configuration: Configuration = Configuration(),
        pool: BlockingPool, stores: [String: any SessionStore] = [:], time: any TimeSource = SystemTime(),
        log: Log = Log(),
        extra: @escaping @Sendable (Request) -> PlainAnswer? = { _ in nil }
    ) {
        self.configuration = configuration
        self.log = log
        self.extra = extra
        uploads = Uploads(
            in: configuration.uploadFolder, room: configuration.uploadSpace, idle: configuration.sessions.idle
        ) { time.now }
        let (uploads, limits) = (uploads, configuration.messages)
        files = StaticFiles(
            folder: configuration.publicFolder ?? StaticFiles.defaultFolder, below: configuration.publicPrefix,
            pool: pool)
        endpoints = apps.map { app in
            app.reportIssues { log.write($0) }
            return Endpoint(
                hosted: app, mountPath: mountsAtRoot ? "" : "/" + app.name,
                sessions: SessionTable(
                    app, limits: configuration.sessions, time: time, store: stores[app.name],
                    report: { log.write($0) }, noteSecurity: { log.note($0) }),
                uploads: uploads, limits: limits, report: { log.write($0) },
                noteSecurity: { log.note($0) })
        }
    }

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - network: the network that it came from, if that is known.
    ///   - seenOrigin: what the outside sees, if a trusted proxy says so or the connection is encrypted.
    ///   - isFromThisMachine: whether the client is on this machine and no proxy is between; then it can have diagnostics.
    public func respond(
        to request: Request, from network: UInt64? = nil, seenOrigin: PublicOrigin? = nil,
        isFromThisMachine: Bool = false
    ) async -> Response {
        await respond(
            to: request, with: nil, from: network, seenOrigin: seenOrigin, isFromThisMachine: isFromThisMachine)
    }

    func respond(
        to request: Request, with upload: Upload?, from network: UInt64?, seenOrigin: PublicOrigin?,
        isFromThisMachine: Bool
    ) async -> Response {
        guard allowsHost(of: request, seenOrigin) else { return misdirected(request, from: network) }
        let origin = origin(of: request, seenOrigin)
        if request.isMisdirected(to: origin) { return ErrorAnswer.misdirected() }
        switch extra(request) {
        case .now(let response): return response
        case .later(let respond): return await respond()
        case nil: break
        }
        if request.isAt(Self.healthPath) { return health(request) }
        let explains = configuration.explains || configuration.explainsToThisMachine && isFromThisMachine
        let isLiveObjects = explains && isFromThisMachine && request.isAt(Self.liveObjectsPath)
        for endpoint in endpoints {
            guard let location = request.location(below: endpoint.mountPath) else { continue }
            if endpoint.mountPath.isEmpty, files.has(request.path) || isLiveObjects { break }
            func respond() async -> Response {
                let response = await endpoint.respond(
                    to: request, with: upload, at: location, from: network, origin: origin, assets: files.assets,
                    explains: explains)
                guard response.body.count > Endpoint.largestScreen else { return response }
                return endpoint.refuseTooLarge(response, to: request, origin: origin, assets: files.assets)
            }
            let response =
                endpoint.hosted.readsTraits
                ? await TraitCollection.$current.withValue(TraitCollection(request.fields), operation: respond)
                : await respond()
            guard endpoint.mountPath.isEmpty, response.status == .notFound else { return response }
            return await newFile(for: request) ?? response
        }
        // Neither names a resource of ours: CONNECT a host, and OPTIONS * the server (RFC 9110 §9.3.6, §9.3.7).
        if request.method == .connect || request.target == "*" {
            return .allowing("GET, HEAD, POST, OPTIONS", for: request)
        }
        if isLiveObjects { return liveObjects(request, origin: origin) }
        if let response = await files.respond(to: request) { return response }
        if request.path == "/" { return index(for: request, origin: origin) }
        return notFound(request, origin: origin)
    }

    /// An app at the root is asked first for what is not known to be a file; a new one is served where it has no screen.
    private func newFile(for request: Request) async -> Response? {
        guard request.method == .get || request.method == .head, let file = await files.respond(to: request),
            file.status != .serviceUnavailable
        else { return nil }
        return file
    }

    /// What is answered to a request that the parser refused.
    func refusal(of error: ProtocolError, accept: String?) -> Response {
        ErrorAnswer.response(to: error, accept: accept, assets: files.assets)
    }

    /// What is answered to a request that did not come to its end in time.
    func timeOut(accept: String?) -> Response { ErrorAnswer.timeOut(accept: accept, assets: files.assets) }

    /// Whether the files of a request that has only begun are worth keeping: it asks for an action, of a page of ours.
    func takesUpload(_ request: Request, seenOrigin: PublicOrigin?) -> Bool {
        let origin = origin(of: request, seenOrigin)
        return allowsHost(of: request, seenOrigin) && CrossSite.permits(request, origin: origin)
            && !request.isMisdirected(to: origin) && !request.hasCodedContent
            && request.preferredType(of: Answer.offered) != nil
            && endpoints.contains { request.location(below: $0.mountPath) != nil } && !files.has(request.path)
    }

    func origin(of request: Request, _ seen: PublicOrigin?) -> PublicOrigin {
        configuration.publicOrigin ?? seen ?? PublicOrigin(authority: request.authority ?? "localhost")
    }

    static let healthPath = "/healthz"

    /// The sessions of the app called `name`, for measurements.
    package func sessions(of name: String) -> SessionTable? {
        endpoints.first { $0.hosted.name == name }?.sessions
    }

    /// Lets go of sessions that are idle for too long, and makes bytes of those that nobody has used for a while; a timer
    /// calls it, where it may take a moment.
    public func reap() {
        for endpoint in endpoints {
            endpoint.sessions.reap()
            endpoint.sessions.park()
        }
        uploads.reap()
        files.refresh()
    }

    /// Lets sessions leave memory that a store has and, if `expires`, the stores forget what is too old.
    func tidyStores(expires: Bool) async {
        for endpoint in endpoints {
            await endpoint.sessions.parkInStore()
            if expires { await endpoint.sessions.expireStored() }
        }
    }

    /// Builds every app's first screen once, so that mistakes are known before a visitor meets them.
    ///
    /// - Throws: what kept an app from showing its first screen.
    public func check() async throws {
        for endpoint in endpoints { try await endpoint.hosted.check() }
    }

    // MARK: - Plain pages

    private func health(_ request: Request) -> Response {
        guard request.method == .get || request.method == .head else { return notAllowed(request) }
        var response = Response(.ok, body: Array("ok\n".utf8))
        response.fields.add(.contentType, MediaType.plainText.name)
        response.fields.add(.cacheControl, "no-store")
        response.protect()
        return response
    }

    private func index(for request: Request, origin: PublicOrigin) -> Response {
        guard request.method == .get || request.method == .head else { return notAllowed(request) }
        guard let mediaType = request.preferredType(of: Answer.offered) else {
            return ErrorAnswer.notAcceptable(offered: Answer.offered)
        }
        var response = Response(.ok)
        if mediaType == .html {
            HTMLRenderer.renderMessage(
                title: "Cairn", paragraphs: ["Navigation as hypermedia. Choose an app; each is a world of its own."],
                links: endpoints.map {
                    PageLink(title: $0.hosted.title, path: $0.mountPath, detail: $0.hosted.summary)
                }, assets: files.assets,
                into: &response.body)
            response.protectPage()
        } else {
            let links = endpoints.map { endpoint in
                JSONValue.object([
                    ("rel", .array([.string("urn:cairn:app")])),
                    ("href", .string(origin.description + endpoint.mountPath)),
                    ("title", .string(endpoint.hosted.title)), ("summary", .string(endpoint.hosted.summary)),
                ])
            }
            let own = JSONValue.object([
                ("rel", .array([.string("self")])), ("href", .string(origin.description + "/")),
            ])
            response.body = JSONValue.object([
                ("class", .array([.string("gallery")])), ("title", .string("Cairn")), ("links", .array([own] + links)),
            ]).bytes()
            response.protect()
        }
        let tag = EntityTag.strong(of: response.body)
        response.fields.add(.cacheControl, "no-cache")
        response.fields.add(.vary, "Accept")
        response.fields.add(.etag, tag)
        switch Precondition.evaluate(request.fields, tag: tag, modified: nil) {
        case .proceed: response.fields.add(.contentType, mediaType.name)
        case .unchanged: (response.status, response.body) = (.notModified, [])
        case .failed: (response.status, response.body) = (.preconditionFailed, [])
        }
        return response
    }

    func answer(to request: Request, origin: PublicOrigin) -> Answer {
        answer(to: request, origin: origin, of: nil)
    }

    func answer(to request: Request, origin: PublicOrigin, of endpoint: Endpoint?) -> Answer {
        Answer(
            mediaType: request.preferredType(of: Answer.offered) ?? .json, origin: origin, assets: files.assets,
            mountPath: endpoint?.mountPath ?? "", appTitle: endpoint?.hosted.title ?? "Cairn")
    }

    private func notFound(_ request: Request, origin: PublicOrigin) -> Response {
        answer(to: request, origin: origin).problem(
            ProblemDetails(
                type: "urn:cairn:problem:not-found", title: "There is nothing here", status: 404,
                detail: "\(request.path) is neither an app nor a file of this site.", instance: nil, extensions: []))
    }

    func notAllowed(_ request: Request, but methods: String = "GET, HEAD, OPTIONS") -> Response {
        if request.method == .options { return .allowing(methods, for: request) }
        let origin = configuration.publicOrigin ?? PublicOrigin(authority: request.authority ?? "localhost")
        var response = answer(to: request, origin: origin).problem(.methodNotAllowed(request.method.name))
        response.fields.set(.allow, methods)
        return response
    }
}

/// What is answered beside the apps and files.
public enum PlainAnswer: Sendable {
    /// At once.
    case now(Response)
    /// After a wait.
    case later(@Sendable () async -> Response)
}
