import Glibc
public import HTTPProtocol
public import SessionStores
public import Sessions
import SessionsRedis
public import SharedLogs
import Sockets
import Synchronization
import SystemCalls

/// The server: by default one event loop per core, each with its own listening socket on the same port, all serving one
/// site.
///
/// ```swift
/// try await Server(apps: [HostedApplication("friends", title: "Friends") { Friends() }]).run()
/// ```
public final class Server: Sendable {
    package let site: Site
    /// The log that the server was created with.
    package var log: Log { site.log }
    private let configuration: Configuration
    private let workers: [Worker]
    private let pool: BlockingPool
    private let stores: [String: any SessionStore]
    private let redis: RedisClient?
    package let sharedLogs: ServerLogs
    /// The names of the apps whose stores the program passed.
    private let ownStores: [String]
    /// `nil` if neither a port nor an observer needs metrics.
    private let metrics: ServerMetrics?
    private let observer: MetricsObserver?
    private let services: ServiceRunner
    private let time: any TimeSource
    private let security: TLSAcceptor?
    private let state = Mutex(State())

    /// Number of file descriptors for files and the runtime: libdispatch aborts if it cannot open /proc.
    private static let spareDescriptors = 64
    /// Number of file descriptors of an event loop: epoll, its wake-up and two listeners.
    private static let descriptorsPerLoop = 4

    private struct State {
        var address: BoundAddress?
        var waiters: [CheckedContinuation<BoundAddress?, Never>] = []
        var stopping: CheckedContinuation<Void, Never>?
        var isStopped = false
    }

    /// - Parameters:
    ///   - configuration: the operator's settings.
    ///   - apps: the apps to serve.
    ///   - mountsAtRoot: true to mount the only app at `/` instead of below its name.
    ///   - stores: the session stores of the program, by app name. The sessions of other apps are kept in
    ///     `configuration.stateFolder`, or in memory only. Pass a store to one server at a time: each server keeps the
    ///     sessions that it uses in memory.
    ///   - eventStore: keeps the shared logs of the apps; by default the folder `shared` in
    ///     `configuration.stateFolder`, or memory only. The server closes it.
    ///   - time: the clock for sessions, uploads and the times of stores.
    ///   - log: the log; `nil` for one with the format and the level of the settings.
    ///   - observer: receives the metrics in regular intervals.
    ///   - services: the work of the program beside the server.
    ///   - interceptors: called around everything that the server answers, the first one outermost.
    ///   - extra: answers requests before the apps, without a session; `nil` passes a request on.
    /// - Throws: ``StoreError`` if an app's folder for sessions cannot be used, ``ConfigurationError`` for other
    ///   settings that cannot be used, or another error that describes itself if an event loop cannot be created or a
    ///   certificate cannot be used.
    public init(
        _ configuration: Configuration = Configuration(), apps: [HostedApplication], mountsAtRoot: Bool = false,
        stores: [String: any SessionStore] = [:], eventStore: (any EventStore)? = nil,
        time: any TimeSource = SystemTime(), log: Log? = nil, observer: MetricsObserver? = nil,
        services: [any BackgroundService] = [], intercepting interceptors: [Interceptor] = [],
        extra: @escaping @Sendable (Request) -> DirectResponse? = { _ in nil }
    ) throws {
        if let folder = configuration.publicFolder, access(folder, R_OK | X_OK) != 0 {
            throw ConfigurationError(
                description: "--public: \(folder) cannot be read; choose a folder of static files.")
        }
        if let name = stores.keys.sorted().first(where: { name in !apps.contains { $0.name == name } }) {
            throw ConfigurationError(description: "stores: no app is called \(name); use the name of a hosted app.")
        }
        var configuration = configuration
        let log = log ?? Log(configuration)
        var interceptors = interceptors
        if let development = configuration.development {
            development.attach(to: apps.map(\.topicCenter))
            interceptors.insert(development.interceptor(scriptPath: configuration.scriptPath), at: 0)
        }
        if log.level > .info { configuration.logsAccess = false }
        if let file = configuration.secretFile { configuration.secret = try SharedSecret(contentsOf: file) }
        LargeBlocks.returnWhenFreed()
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let loops = configuration.threads > 0 ? configuration.threads : cores
        let descriptors = raiseDescriptorLimit() - Self.spareDescriptors - loops * Self.descriptorsPerLoop
        if descriptors < configuration.connections {
            if configuration.connections != Configuration().connections {
                log.write(
                    "The limit of open files allows only \(descriptors) connections; raise it with ulimit -n.",
                    level: .warning)
            }
            configuration.connections = max(1, descriptors)
        }
        let streams = configuration.possibleStreams
        if streams < configuration.streams, configuration.streams != Configuration().streams {
            log.write(
                "The limit of connections allows only \(streams) event streams; raise --max-connections or ulimit -n.",
                level: .warning)
        }
        self.configuration = configuration
        security =
            configuration.certificates.isEmpty
            ? nil
            : try TLSAcceptor(
                certificates: configuration.certificates, ticketKeys: configuration.secret?.ticketKeys)
        if configuration.redirectPort != nil, security == nil {
            throw ConfigurationError(description: "--redirect-port redirects to TLS; set a certificate with --tls.")
        }
        pool = BlockingPool(threads: 2)
        let budget = UnsentBudget(limit: configuration.unsentBytes) { address, held in
            log.note(
                SecurityEvent(
                    .limitReached, "--max-unsent-bytes: a connection with \(held) unsent bytes is reset",
                    from: address.family == .local ? nil : address.network))
        }
        let collectsMetrics = configuration.metricsPort != nil || observer != nil
        let measuresLoops = collectsMetrics || configuration.canExposeDiagnostics
        workers = try (0..<loops).map { _ in try Worker(unsentBudget: budget, collectsMetrics: measuresLoops) }
        let place = try StatePlace(configuration, loops: workers.map(\.loop), pool: pool, log: log)
        redis = place.redis
        let saved = try place.stores(for: apps.filter { stores[$0.name] == nil }.map(\.name))
        let all = stores.merging(saved) { own, _ in own }
        let timed = collectsMetrics ? all.mapValues { TimedStore($0, time: time) } : [:]
        self.stores = all.merging(timed) { _, timed in timed }
        ownStores = stores.keys.sorted()
        sharedLogs = try ServerLogs(
            of: apps, in: eventStore ?? place.eventStore(for: apps), log: log)
        self.time = time
        site = Site(
            apps: apps, mountsAtRoot: mountsAtRoot, configuration: configuration, pool: pool, stores: self.stores,
            time: time, log: log, interceptors: interceptors, extra: extra)
        site.load.measure(workers.compactMap(\.metrics))
        metrics =
            collectsMetrics ? ServerMetrics(site, workers: workers, stores: timed, unsent: budget) : nil
        self.observer = observer
        self.services = ServiceRunner(services, log: log, time: time)
        for failure in [pool.startFailure, site.uploads.pool.startFailure, site.files.longFiles.startFailure] {
            if let failure { log.write("A pool for blocking work has too few threads: \(failure)", level: .warning) }
        }
    }

    /// Serves until the task is cancelled, ``stop()`` is called, or, if `handlesSignals` is true, SIGTERM or SIGINT
    /// arrives; then finishes the requests in flight within the grace period.
    ///
    /// - Parameter handlesSignals: true to stop on SIGTERM and SIGINT and, with TLS, to reload the certificates on
    ///   SIGHUP.
    /// - Throws: an error that describes itself, such as if the port is not available, the error of an app that cannot
    ///   show its first screen, or ``ServiceError``.
    public func run(handlesSignals: Bool = false) async throws {
        // On every exit path, resume pending calls of `waitUntilListening()`.
        defer { stop() }
        // Ignore SIGHUP while the watchdog does not handle it, so that a hook after certificate renewal cannot kill the
        // server during startup or shutdown.
        if handlesSignals, security != nil { signal(SIGHUP, SIG_IGN) }
        let watchdog = try Watchdog(
            workers, site: site, gracePeriod: configuration.gracePeriod, signals: handlesSignals ? signals : []
        ) { signal in
            if signal == SIGHUP { self.readCertificatesAgain() } else { self.stop() }
        }
        defer { watchdog.stop() }
        // Before the stores are used, because their connections belong to the loops.
        for worker in workers { worker.loop.start() }
        var listeners: ServerListeners?
        var metricsListener: MetricsListener?
        var failure: (any Error)?
        do {
            metricsListener = try openMetrics()
            listeners = try await open(metricsListener)
        } catch {
            failure = error
            stop()
        }
        announce(listeners?.address)
        if listeners != nil { services.run { self.stop() } }
        let observing = listeners == nil ? nil : observe()
        await waitUntilStopped()
        listeners?.close()
        listeners = nil
        for endpoint in site.endpoints { endpoint.hosted.tasks.stop() }
        await finishWork(observing)
        metricsListener?.close()
        await sharedLogs.close()
        // Before the loops end, because the connections belong to them.
        redis?.close()
        for worker in workers { worker.loop.stop() }
        for worker in workers { worker.loop.join() }
        // Stop the watchdog, so that it does not end the process during the cleanup: the grace period limits only
        // handlers.
        watchdog.stop()
        site.uploads.pool.shutdown()
        site.uploads.removeAll()
        await closeStores()
        pool.shutdown()
        site.log.flush()
        if let failure = failure ?? services.failure.map({ $0 as any Error }) { throw failure }
    }

    /// Makes everything ready for requests, and then listens.
    ///
    /// - Returns: `nil` if the server was stopped before.
    private func open(_ metricsListener: MetricsListener?) async throws -> ServerListeners? {
        try await checkStore()
        try await sharedLogs.open()
        try await checkApps()
        guard try await services.startUp() else { return nil }
        var listeners = try ServerListeners(configuration, security: security, site: site, workers: workers)
        listeners.address.metricsPort = metricsListener?.address.port
        scheduleUpkeep()
        let lines = Self.startLines(
            at: listeners.address, configuration, in: redis?.address.description, ownStores: ownStores,
            hasOthers: site.endpoints.count > ownStores.count)
        for line in lines { site.log.write(line, level: line.hasPrefix("Warning") ? .warning : .info) }
        if let address = metricsListener?.address {
            site.log.write("The metrics are at http://\(address)/metrics.")
            if !address.isOfThisMachine {
                site.log.write("Warning: the metrics can be read by all who can reach \(address).", level: .warning)
            }
        }
        return listeners
    }

    /// Opens the metrics port, if one is set. It is ready before the site.
    private func openMetrics() throws -> MetricsListener? {
        guard let port = configuration.metricsPort, let metrics else { return nil }
        return try MetricsListener(configuration, port: port, metrics, site: site)
    }

    /// Starts to call the observer, if there is one.
    private func observe() -> Task<Void, Never>? {
        guard let observer, let metrics else { return nil }
        return Task { [time] in await observer.run(metrics, time) }
    }

    /// Logs the settings of the store's servers with which sessions can be lost.
    ///
    /// - Throws: ``StoreError`` if only the operator can make the servers usable. Servers that cannot be reached now are
    ///   no reason not to start.
    private func checkStore() async throws {
        for warning in try await redis?.check() ?? [] { site.log.write("Warning: \(warning).", level: .warning) }
    }

    /// Closes the stores. Logs each one that takes longer than the grace period, because the process waits for it.
    private func closeStores() async {
        for (name, store) in stores {
            let warning = Task { [time, configuration, log = site.log] in
                try await time.sleep(for: max(configuration.gracePeriod, .seconds(1)))
                log.write("The server has stopped and waits for the store of \(name) to close.", level: .warning)
                log.flush()
            }
            await store.close()
            warning.cancel()
        }
    }

    /// Returns when ``stop()`` was called or the task is cancelled.
    private func waitUntilStopped() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isStopped = state.withLock { state in
                    if !state.isStopped { state.stopping = continuation }
                    return state.isStopped
                }
                if isStopped { continuation.resume() }
            }
        } onCancel: {
            stop()
        }
    }

    /// Stops the server; ``run(handlesSignals:)`` returns when it has stopped.
    public func stop() {
        let continuation = state.withLock { state in
            state.isStopped = true
            defer { state.stopping = nil }
            return state.stopping
        }
        services.stopStartUp()
        continuation?.resume()
        announce(nil)
    }

    /// Waits until the server listens and returns its addresses; `nil` if it stopped before.
    public func waitUntilListening() async -> BoundAddress? {
        await withCheckedContinuation { continuation in
            let (isKnown, address) = state.withLock { state in
                let isKnown = state.address != nil || state.isStopped
                if !isKnown { state.waiters.append(continuation) }
                return (isKnown, state.address)
            }
            if isKnown { continuation.resume(returning: address) }
        }
    }

    /// The log lines at the start: the addresses, the storage of sessions, and a warning if other machines can connect
    /// over plain HTTP and the public origin is not `https`.
    static func startLines(
        at address: BoundAddress, _ configuration: Configuration, in place: String? = nil, ownStores: [String],
        hasOthers: Bool
    ) -> [String] {
        var kept =
            (place ?? configuration.stateFolder).map { "in " + $0 }
            ?? "in memory only; use --state FOLDER to keep them across restarts"
        if !hasOthers, !ownStores.isEmpty {
            kept = "in the program's own store"
        } else if !ownStores.isEmpty {
            kept += "; those of \(ownStores.joined(separator: ", ")) in the program's own store"
        }
        var lines = ["Serving \(address) (sessions are kept \(kept))"]
        if address.isPlainForOthers, configuration.publicOrigin?.isSecure != true {
            lines.append(
                "Warning: plain HTTP for other machines: anyone on the network path can read cookies and typed text. "
                    + "Use --tls, or a proxy that terminates TLS with --public-origin https://…, or --host 127.0.0.1.")
        }
        return lines
    }

    private func announce(_ address: BoundAddress?) {
        let waiters = state.withLock { state in
            if let address { state.address = address }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: address) }
    }

    private var signals: [Int32] { [SIGTERM, SIGINT] + (security == nil ? [] : [SIGHUP]) }

    private func readCertificatesAgain() {
        Task {
            do {
                try await pool.run { [security] in try security?.reload() }
                site.log.write("The certificates were reloaded.")
            } catch {
                site.log.write(
                    "The certificates could not be reloaded; the old ones stay in use: \(error)", level: .error)
            }
        }
    }

    private func checkApps() async throws {
        try await site.check()
        guard configuration.isStrict, site.log.hasIssues else { return }
        throw ConfigurationError(description: "--strict: the server does not start because of the mistakes above.")
    }

    // MARK: - Connections

    /// Schedules the upkeep, which also runs without traffic: about every second, it calls ``Site/reap()``, writes the
    /// access log, renews leases and probes the stores; after the first second and about every minute, it also removes
    /// expired sessions from the stores.
    private func scheduleUpkeep(after seconds: Int = 0) {
        let loop = workers[0].loop
        loop.schedule(after: configuration.upkeepInterval) {
            guard !self.state.withLock(\.isStopped) else { return }
            // In a task of its own: a slow store must not delay the rest of the upkeep, nor the rest the renewal.
            Task.immediate(executorPreference: loop) { await self.site.renewLeases() }
            Task.immediate(executorPreference: loop) { await self.site.probeStores() }
            Task.immediate(executorPreference: loop) { await self.sharedLogs.refresh() }
            Task.immediate(executorPreference: loop) {
                _ = try? await self.pool.run { self.site.reap() }
                _ = try? await self.pool.run { self.site.log.flush() }
                if seconds % 60 == 0 { await self.site.expireStored() }
                // Every 12 hours. Reloading also replaces the random keys of TLS session tickets: an old key could
                // decrypt recorded connections. Keys from a secret have their own periods.
                if self.security != nil, seconds > 0, seconds % 43_200 == 0 { self.readCertificatesAgain() }
                self.scheduleUpkeep(after: seconds + 1)
            }
        }
    }

    /// Ends the services and finishes the requests in flight, both within the grace period; then shuts down the
    /// services.
    private func finishWork(_ observing: Task<Void, Never>?) async {
        let deadline = ContinuousClock.now + configuration.gracePeriod
        services.cancel()
        let ending = Task { [services, configuration] in await services.finish(within: configuration.gracePeriod) }
        await finishConnections()
        await ending.value
        observing?.cancel()
        // Before the services are shut down, because the observer can use one.
        await observeOnceMore(after: observing, within: max(deadline - .now, .milliseconds(500)))
        await services.shutDown(within: max(deadline - .now, .milliseconds(500)))
    }

    /// Calls the observer with the last values, in a task that is not cancelled.
    private func observeOnceMore(after observing: Task<Void, Never>?, within limit: Duration) async {
        guard let observing, let observer, let metrics else { return }
        let hasEnded = await TimeLimit.run(within: limit, time) {
            await observing.value
            await observer.observe(metrics.collect())
        }
        if !hasEnded {
            site.log.write("The metrics observer has not ended within --grace-seconds.", level: .error)
        }
    }

    private func finishConnections() async {
        for worker in workers { worker.loop.execute { worker.drain() } }
        let deadline = ContinuousClock.now + configuration.gracePeriod
        while await openConnections() > 0, ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(20))
        }
        for worker in workers { worker.loop.execute { worker.closeAll() } }
        _ = await openConnections()
    }

    private func openConnections() async -> Int {
        var count = 0
        for worker in workers {
            count += await withCheckedContinuation { continuation in
                worker.loop.execute { continuation.resume(returning: worker.connections.count) }
            }
        }
        return count
    }
}
