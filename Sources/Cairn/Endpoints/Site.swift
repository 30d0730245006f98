public import HTTPProtocol
import Hypermedia
import Sessions
package import Sockets
import Synchronization

/// Routes the requests of one server: mounted apps, static files, the list of the apps and the health check.
///
/// A site does not depend on connections, so tests can call it without a socket.
package final class Site: Sendable {
    let endpoints: [Endpoint]
    let files: StaticFiles
    let configuration: Configuration
    private let extra: @Sendable (Request) -> DirectResponse?
    let interceptors: [Interceptor]
    let time: any TimeSource
    /// The descriptions of the apps by name, as far as they were requested.
    let descriptions = Mutex<[String: [UInt8]]>([:])
    let log: Log
    /// True if each request has a ``RequestTrace``.
    let assignsRequestIDs: Bool
    let uploads: UploadStore
    /// The open event streams of all apps.
    let streams: StreamBudget
    /// `nil` unless some client can get diagnostics.
    let inspector: SiteInspector?
    /// The load of the server, for the inspector.
    let load: ServerLoad

    /// - Parameters:
    ///   - apps: the apps; a single one can be mounted at the root.
    ///   - mountsAtRoot: true to mount the only app at `/` instead of below its name.
    ///   - configuration: the operator's settings.
    ///   - pool: the threads that look up files and read small ones.
    ///   - stores: the session stores by app name; sessions of other apps are kept in memory only.
    ///   - time: the clock for sessions and uploads.
    ///   - log: receives issues, faults, security events and the access log.
    ///   - interceptors: called around each request, the first one outermost.
    ///   - extra: additional routes, checked before the site's own; `nil` passes a request on to the site.
    package init(
        apps: [HostedApplication], mountsAtRoot: Bool = false, configuration: Configuration = Configuration(),
        pool: BlockingPool, stores: [String: any SessionStore] = [:], time: any TimeSource = SystemTime(),
        log: Log = Log(), interceptors: [Interceptor] = [],
        extra: @escaping @Sendable (Request) -> DirectResponse? = { _ in nil }
    ) {
        self.configuration = configuration
        self.log = log
        self.time = time
        assignsRequestIDs = configuration.assignsRequestIDs ?? log.prefersRequestIDs
        self.extra = extra
        self.interceptors = interceptors
        let streams = StreamBudget(
            limit: configuration.possibleStreams,
            limitOfNetwork: max(1, configuration.connectionsPerAddress / 2))
        self.streams = streams
        uploads = UploadStore(
            in: configuration.uploadFolder, room: configuration.uploadSpace,
            idle: configuration.sessions.nanoseconds.idle, sharedBy: configuration.secret,
            longest: configuration.nanoseconds.body &+ configuration.nanoseconds.handler
        ) { time.now }
        let (uploads, limits) = (uploads, configuration.messages)
        files = StaticFiles(
            folder: configuration.publicFolder ?? StaticFiles.defaultFolder, below: configuration.publicPrefix,
            pool: pool, generated: { ThemeFiles.files(of: apps, mountsAtRoot: mountsAtRoot, assets: $0) },
            bundles: ThemeFiles.bundles(of: apps))
        let longFiles = files.longFiles
        func makeEndpoint(_ app: HostedApplication, _ mountPath: MountPath) -> Endpoint {
            app.reportIssues { log.write($0) }
            return Endpoint(
                hosted: app, mountPath: mountPath,
                sessions: SessionTable(
                    app, limits: configuration.sessions, time: time, store: stores[app.name],
                    report: { log.write($0, level: .error) }, noteSecurity: { log.note($0) }),
                uploads: uploads, streams: streams, limits: limits, filePool: longFiles,
                report: { log.write($0, level: .error) },
                noteSecurity: { log.note($0) })
        }
        let endpoints = apps.map { makeEndpoint($0, mountsAtRoot ? .root : MountPath(appName: $0.name)) }
        self.endpoints = endpoints
        let load = ServerLoad(time: time)
        self.load = load
        inspector =
            configuration.canExposeDiagnostics
            ? SiteInspector(of: endpoints, streams: streams, load: load, time: time, makeEndpoint: makeEndpoint) : nil
    }

    /// Answers one request, whose whole body is in ``Request/body``.
    ///
    /// - Parameters:
    ///   - network: the client's network, if known.
    ///   - seenOrigin: the public origin according to a trusted proxy or a TLS connection.
    ///   - isFromThisMachine: true if the client is on this machine and not behind a proxy, so it can get diagnostics.
    package func respond(
        to request: Request, from network: UInt64? = nil, seenOrigin: PublicOrigin? = nil,
        isFromThisMachine: Bool = false
    ) async -> Response {
        await respond(
            to: request, with: nil, from: network, seenOrigin: seenOrigin, isFromThisMachine: isFromThisMachine)
    }

    /// - Parameter intercepted: the number of interceptors that were already called.
    func respond(
        to request: Request, with upload: MultipartUpload?, from network: UInt64?, seenOrigin: PublicOrigin?,
        isFromThisMachine: Bool, after intercepted: Int = 0
    ) async -> Response {
        guard intercepted == interceptors.count else {
            return await intercept(
                request, at: intercepted, with: upload, from: network, seenOrigin: seenOrigin,
                isFromThisMachine: isFromThisMachine)
        }
        guard allowsHost(of: request, seenOrigin) else { return misdirected(request, from: network) }
        let origin = origin(of: request, seenOrigin)
        if request.isMisdirected(to: origin) { return ErrorResponse.misdirected() }
        switch extra(request) {
        case .now(var response):
            response.note(.route)
            return response
        case .later(let respond):
            var response = await respond()
            response.note(.route)
            return response
        case nil: break
        }
        if request.isAt(Self.healthPath) { return status(.ok, "ok", for: request) }
        if request.isAt(Self.readinessPath) { return readiness(for: request) }
        let exposesDiagnostics =
            configuration.exposesDiagnostics || configuration.exposesDiagnosticsToLoopback && isFromThisMachine
        let isLiveObjects = exposesDiagnostics && isFromThisMachine && request.isAt(Self.liveObjectsPath)
        if let inspector, exposesDiagnostics, isFromThisMachine,
            let location = inspectedLocation(of: request, by: inspector)
        {
            var response = await inspector.endpoint.respond(
                to: request, with: upload, at: location, from: network, origin: origin, assets: files.assets,
                exposesDiagnostics: exposesDiagnostics)
            response.note(request.method == .post ? .action : .page)
            return response
        }
        for endpoint in endpoints {
            guard let location = request.location(below: endpoint.mountPath) else { continue }
            if endpoint.mountPath.isRoot {
                if files.has(request.path) || isLiveObjects { break }
                // Before the app: one with a login has a page at each path.
                if let document = await documentation(for: request, origin: origin) { return document }
            }
            func respond() async -> Response {
                let made = await endpoint.respond(
                    to: request, with: upload, at: location, from: network, origin: origin, assets: files.assets,
                    exposesDiagnostics: exposesDiagnostics)
                // A constant, see ``Response``.
                guard made.source == .error || !endpoint.pageOrigins.isEmpty else { return made }
                var response = made
                response.note(request.method == .post ? .action : .page)
                if !endpoint.pageOrigins.isEmpty {
                    endpoint.share(&response, at: location, with: request, origin: origin)
                }
                return response
            }
            let response =
                endpoint.hosted.readsTraits
                ? await TraitCollection(request.fields).whileCurrent(in: endpoint.hosted, respond) : await respond()
            guard endpoint.mountPath.isRoot, response.status == .notFound else { return response }
            return await newFile(for: request) ?? response
        }
        if isLiveObjects { return liveObjects(request, origin: origin) }
        return await respondOutsideApps(to: request, origin: origin)
    }

    /// Responds to a request that no app is responsible for: usually with a file, the index, or 404.
    private func respondOutsideApps(to request: Request, origin: PublicOrigin) async -> Response {
        // The target of CONNECT is a host, and that of OPTIONS * is the server, so neither is a resource of this site
        // (RFC 9110 §9.3.6, §9.3.7).
        if request.method == .connect || request.target == "*" {
            return .allowing("GET, HEAD, POST, OPTIONS", for: request)
        }
        if var response = await files.respond(to: request) {
            response.note(.file)
            return response
        }
        if request.path == "/" { return index(for: request, origin: origin) }
        return await documentation(for: request, origin: origin) ?? notFound(request, origin: origin)
    }

    /// Serves a file that is not known yet, such as one added after the start, if the app at the root answers with 404.
    private func newFile(for request: Request) async -> Response? {
        guard request.method == .get || request.method == .head, var file = await files.respond(to: request),
            file.status != .serviceUnavailable
        else { return nil }
        file.note(.file)
        return file
    }

    /// The response to a request that the parser rejected.
    func refusal(of error: ProtocolError, accept: String?) -> Response {
        ErrorResponse.response(to: error, accept: accept, assets: files.assets)
    }

    /// The response to a request that was not complete in time.
    func timeOut(accept: String?) -> Response { ErrorResponse.timeOut(accept: accept, assets: files.assets) }

    /// True if an upload should be received: the request targets an app, can be answered, and was not sent by a page of
    /// another origin.
    func takesUpload(_ request: Request, seenOrigin: PublicOrigin?) -> Bool {
        let origin = origin(of: request, seenOrigin)
        guard allowsHost(of: request, seenOrigin), !request.isMisdirected(to: origin) else { return false }
        if !files.has(request.path),
            let isTaken = endpoints.lazy.compactMap({ $0.takesRouteUpload(request, origin: origin) }).first
        {
            return isTaken
        }
        return CrossSite.permits(request, origin: origin)
            && !request.hasCodedContent
            && request.preferredType(of: ResponseBuilder.offered) != nil
            && endpoints.contains { request.location(below: $0.mountPath) != nil } && !files.has(request.path)
    }

    func origin(of request: Request, _ seen: PublicOrigin?) -> PublicOrigin {
        configuration.publicOrigin ?? seen ?? PublicOrigin(authority: request.authority ?? "localhost")
    }

    static let healthPath = "/healthz"
    static let readinessPath = "/readyz"

    /// The session table of the app called `name`, for measurements and tests.
    package func sessions(of name: String) -> SessionTable? {
        endpoints.first { $0.hosted.name == name }?.sessions
    }

    /// Removes idle sessions from memory and expired uploads, hibernates unused sessions of apps without a store,
    /// evicts those of other apps, and checks static files for changes. Blocks on the disk, so a timer calls it on the
    /// blocking pool.
    package func reap() {
        for endpoint in endpoints + [inspector?.endpoint].compactMap(\.self) {
            endpoint.sessions.reap()
            endpoint.sessions.hibernate()
            endpoint.sessions.evictToStore()
        }
        uploads.reap()
        files.refresh()
    }

    /// Renews the leases of actions that take long.
    func renewLeases() async {
        for endpoint in endpoints { await endpoint.sessions.renewLeases() }
    }

    /// Asks each store for an answer, see ``SessionTable/isStoreAnswering``. One that does not answer does not delay
    /// the others.
    func probeStores() async {
        await withDiscardingTaskGroup { group in
            for endpoint in endpoints { group.addTask { await endpoint.sessions.probeStore() } }
        }
    }

    /// Removes expired sessions from the stores.
    func expireStored() async {
        for endpoint in endpoints { await endpoint.sessions.expireStored() }
    }

    /// Builds the first screen of every app, so that mistakes are reported at the start.
    ///
    /// - Throws: the error of an app that cannot show its first screen.
    package func check() async throws {
        for endpoint in endpoints {
            guard let error = try await endpoint.hosted.check(within: configuration.sessions, time) else { continue }
            let name = endpoint.hosted.name
            log.write(
                "Warning: \(name): the first screen does not load, so it was not checked: \(error)", level: .warning)
        }
    }

    // MARK: - Plain pages

    /// Responds with 200 if the stores of all apps answer, otherwise with 503 and the names of the apps.
    private func readiness(for request: Request) -> Response {
        let waiting = endpoints.filter { !$0.sessions.isStoreAnswering }.map(\.hosted.name)
        guard !waiting.isEmpty else { return status(.ok, "ok", for: request) }
        return status(
            .serviceUnavailable, "no answer from the store of \(waiting.joined(separator: ", "))", for: request)
    }

    private func status(_ status: Status, _ line: String, for request: Request) -> Response {
        guard request.method == .get || request.method == .head else { return notAllowed(request) }
        var response = Response(status, body: Array("\(line)\n".utf8))
        response.fields.add(.contentType, MediaType.plainText.name)
        response.fields.add(.cacheControl, "no-store")
        response.addSecurityHeaders()
        response.note(.route)
        return response
    }

    private func index(for request: Request, origin: PublicOrigin) -> Response {
        guard request.method == .get || request.method == .head else { return notAllowed(request) }
        guard let mediaType = request.preferredType(of: ResponseBuilder.offered) else {
            return ErrorResponse.notAcceptable(offered: ResponseBuilder.offered)
        }
        var response = Response(.ok)
        if mediaType == .html {
            HTMLRenderer.renderMessage(
                title: "Cairn",
                paragraphs: [
                    "Web apps that navigate like native ones, with the navigation on the server.",
                    """
                    Tabs, stacks and sheets are plain HTML: each page works without a script, and the Back button, a second \
                    tab and a double click do what you expect. Choose an app and look around:
                    """,
                ],
                links: endpoints.map {
                    PageLink(
                        title: $0.hosted.title, path: $0.mountPath.url, detail: $0.hosted.summary,
                        picture: $0.hosted.theme?.previewImage)
                },
                command: endpoints.first.map {
                    (
                        "The same for programs: any page as JSON (Siren), with its actions, fields and links.",
                        "curl -H 'Accept: application/json' \(origin.description)\($0.mountPath.url)"
                    )
                }, reference: documentation, assets: files.assets,
                into: &response.body.bytes)
            response.protectPage()
        } else {
            response.body.bytes = sirenIndex(origin).bytes()
            response.addSecurityHeaders()
        }
        let tag = EntityTag.strong(of: response.body.bytes)
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

    /// The link to the documentation, which an operator can put into the folder `docs` of the static files.
    private var documentation: PageLink? {
        let path = configuration.publicPrefix + "/docs/"
        return files.has(path[...]) ? PageLink(title: "Documentation", path: path, rel: "help") : nil
    }

    private func sirenIndex(_ origin: PublicOrigin) -> JSONValue {
        let links = endpoints.map { endpoint in
            JSONValue.object([
                ("rel", .array([.string("urn:cairn:app")])),
                ("href", .string(origin.description + endpoint.mountPath.url)),
                ("title", .string(endpoint.hosted.title)), ("summary", .string(endpoint.hosted.summary)),
            ])
        }
        let descriptions = endpoints.compactMap { endpoint in
            endpoint.mountPath.urlOfDescription.map { path in
                JSONValue.object([
                    ("rel", .array([.string("describedby")])), ("href", .string(origin.description + path)),
                    ("title", .string(endpoint.hosted.title)), ("type", .string(MediaType.appDescription.name)),
                ])
            }
        }
        let own = JSONValue.object([
            ("rel", .array([.string("self")])), ("href", .string(origin.description + "/")),
        ])
        let help = documentation.map { link in
            JSONValue.object([
                ("rel", .array([.string(link.rel)])), ("href", .string(origin.description + link.path)),
                ("title", .string(link.title)),
            ])
        }
        return .object([
            ("class", .array([.string("gallery")])), ("title", .string("Cairn")),
            ("links", .array([own] + links + [help].compactMap(\.self) + descriptions)),
        ])
    }

    func responseBuilder(for request: Request, origin: PublicOrigin) -> ResponseBuilder {
        responseBuilder(for: request, origin: origin, of: nil)
    }

    func responseBuilder(for request: Request, origin: PublicOrigin, of endpoint: Endpoint?) -> ResponseBuilder {
        ResponseBuilder(
            mediaType: request.preferredType(of: ResponseBuilder.offered) ?? .json, origin: origin,
            assets: endpoint?.assets(from: files.assets) ?? files.assets,
            mountPath: endpoint?.mountPath ?? .root, appTitle: endpoint?.hosted.title ?? "Cairn",
            screenPages: endpoint?.screenPages ?? .usual)
    }

    private func notFound(_ request: Request, origin: PublicOrigin) -> Response {
        responseBuilder(for: request, origin: origin).problem(.noApp)
    }

    func notAllowed(_ request: Request, but methods: String = "GET, HEAD, OPTIONS") -> Response {
        if request.method == .options { return .allowing(methods, for: request) }
        let origin = configuration.publicOrigin ?? PublicOrigin(authority: request.authority ?? "localhost")
        var response = responseBuilder(for: request, origin: origin).problem(.methodNotAllowed(request.method.name))
        response.fields.set(.allow, methods)
        return response
    }
}

/// The response of the function that a ``Server`` asks before its apps. Later versions can add cases, so a `switch`
/// needs an `@unknown default`.
public enum DirectResponse: Sendable {
    /// Available immediately.
    case now(Response)
    /// Computed asynchronously.
    case later(@Sendable () async -> Response)
}
