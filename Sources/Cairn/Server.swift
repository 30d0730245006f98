import Glibc
public import HTTPProtocol
public import Sessions
import Sockets
import Synchronization

/// The server: one event loop per core, each with its own listening socket on the same port, all serving one site.
///
/// ```swift
/// try await Server(apps: [HostedApplication("friends", title: "Friends") { Friends() }]).run()
/// ```
public final class Server: Sendable {
    /// What it answers.
    public let site: Site
    private let configuration: Configuration
    private let workers: [Worker]
    private let pool: BlockingPool
    private let stores: [String: DirectoryStore]
    private let security: TLSAcceptor?
    private let state = Mutex(State())

    /// Left for files and for what the runtime opens for itself: libdispatch ends the process if it cannot read /proc.
    private static let spareDescriptors = 64
    /// epoll's, the one that wakes it, and its listeners.
    private static let descriptorsPerLoop = 4

    private struct State {
        var listening: Listening?
        var waiters: [CheckedContinuation<Listening?, Never>] = []
        var stopping: CheckedContinuation<Void, Never>?
        var isStopped = false
    }

    /// - Parameters:
    ///   - configuration: what the operator set.
    ///   - apps: the apps it serves.
    ///   - mountsAtRoot: whether the only app stands at `/` rather than below its name.
    ///   - time: where the sessions' time comes from.
    ///   - extra: plain answers beside the apps; `nil` leaves a request to them.
    /// - Throws: ``SocketError`` if the system gives no event loop, ``StoreError`` if sessions cannot be kept where they are
    ///   to be kept, ``TLSError`` if a certificate cannot be used.
    public init(
        _ configuration: Configuration = Configuration(), apps: [HostedApplication], mountsAtRoot: Bool = false,
        time: any TimeSource = SystemTime(), log: Log = Log(),
        extra: @escaping @Sendable (Request) -> PlainAnswer? = { _ in nil }
    ) throws {
        if let folder = configuration.publicFolder, access(folder, R_OK | X_OK) != 0 {
            throw ConfigurationError(description: "--public \(folder) cannot be read; name a folder of static files.")
        }
        var configuration = configuration
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let loops = configuration.threads > 0 ? configuration.threads : cores
        let descriptors = raiseDescriptorLimit() - Self.spareDescriptors - loops * Self.descriptorsPerLoop
        if descriptors < configuration.connections {
            if configuration.connections != Configuration().connections {
                log.write("The system allows only \(descriptors) connections; raise its limit of open files.")
            }
            configuration.connections = max(1, descriptors)
        }
        self.configuration = configuration
        security = configuration.certificates.isEmpty ? nil : try TLSAcceptor(certificates: configuration.certificates)
        if configuration.redirectPort != nil, security == nil {
            throw ConfigurationError(description: "--redirect-port leads to TLS; name a certificate with --tls.")
        }
        pool = BlockingPool(threads: 2)
        let budget = UnsentBudget(limit: configuration.unsentBytes) { address, held in
            log.note(
                SecurityEvent(
                    .limitReached, "reset, as it did not read \(held) octets and --unsent-bytes is used up",
                    from: address.family == .local ? nil : address.network))
        }
        workers = try (0..<loops).map { _ in try Worker(unsentBudget: budget) }
        stores = try Self.stores(for: apps, configuration, pool: pool)
        site = Site(
            apps: apps, mountsAtRoot: mountsAtRoot, configuration: configuration, pool: pool, stores: stores,
            time: time, log: log, extra: extra)
    }

    /// Serves until the task is cancelled, ``stop()`` is called, or, if it listens to them, SIGTERM or SIGINT comes; then
    /// finishes what is in flight within the grace period.
    ///
    /// - Parameter handlesSignals: whether SIGTERM and SIGINT stop it, and SIGHUP has it read its certificates again.
    /// - Throws: ``SocketError`` if the port cannot be had, or what kept an app from showing its first screen.
    public func run(handlesSignals: Bool = false) async throws {
        // However it ends, whoever waits for the port learns that there is none (any more).
        defer { stop() }
        // From the start to the end: whoever renews certificates need not know what the server is about.
        if handlesSignals, security != nil { signal(SIGHUP, SIG_IGN) }
        try await checkApps()
        var entrance: Entrance? = try Entrance(
            configuration, security: security, site: site, workers: workers)
        let watchdog = try Watchdog(
            workers, site: site, graceSeconds: configuration.graceSeconds, signals: handlesSignals ? signals : []
        ) { signal in
            if signal == SIGHUP { self.readCertificatesAgain() } else { self.stop() }
        }
        defer { watchdog.stop() }
        for worker in workers { worker.loop.start() }
        scheduleUpkeep()
        if let listening = entrance?.listening {
            for line in Self.startLines(at: listening, configuration) { site.log.write(line) }
        }
        announce(entrance?.listening)
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
        entrance?.close()
        entrance = nil
        await finishConnections()
        for worker in workers { worker.loop.stop() }
        for worker in workers { worker.loop.join() }
        // The grace period is about handlers, and there are none any more.
        watchdog.stop()
        site.uploads.pool.shutdown()
        site.uploads.removeAll()
        for store in stores.values { await store.close() }
        pool.shutdown()
        site.log.flush()
    }

    /// Asks the server to stop; ``run(handlesSignals:)`` returns when it has.
    public func stop() {
        let continuation = state.withLock { state in
            state.isStopped = true
            defer { state.stopping = nil }
            return state.stopping
        }
        continuation?.resume()
        announce(nil)
    }

    /// Where it listens, as soon as it does; `nil` if it was stopped before.
    public func waitUntilListening() async -> Listening? {
        await withCheckedContinuation { continuation in
            let (isKnown, listening) = state.withLock { state in
                let isKnown = state.listening != nil || state.isStopped
                if !isKnown { state.waiters.append(continuation) }
                return (isKnown, state.listening)
            }
            if isKnown { continuation.resume(returning: listening) }
        }
    }

    /// The lines that each start writes: where the server can be reached and where sessions are kept, and a warning if
    /// other machines can reach it over plain HTTP.
    static func startLines(at listening: Listening, _ configuration: Configuration) -> [String] {
        let kept = configuration.stateFolder.map { "in " + $0 } ?? "in memory only; --state FOLDER outlives a restart"
        var lines = ["cairn serves \(listening) (sessions are kept \(kept))"]
        if listening.isPlainForOthers, configuration.publicOrigin?.isSecure != true {
            lines.append(
                "Warning: plain HTTP that other machines can reach: cookies and typed text can be read on the way. Use "
                    + "--tls, or a proxy that ends TLS with --public-origin https://…, or --host 127.0.0.1.")
        }
        return lines
    }

    private func announce(_ listening: Listening?) {
        let waiters = state.withLock { state in
            if let listening { state.listening = listening }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: listening) }
    }

    private var signals: [Int32] { [SIGTERM, SIGINT] + (security == nil ? [] : [SIGHUP]) }

    private func readCertificatesAgain() {
        Task {
            do {
                try await pool.run { [security] in try security?.reload() }
                site.log.write("The certificates were read again.")
            } catch {
                site.log.write("The certificates stay as they were: \(error)")
            }
        }
    }

    private func checkApps() async throws {
        try await site.check()
        guard configuration.isStrict, site.log.hasIssues else { return }
        throw ConfigurationError(description: "--strict: the issues above keep the server from starting.")
    }

    /// A store for each app, in a folder of its name.
    private static func stores(
        for apps: [HostedApplication], _ configuration: Configuration, pool: BlockingPool
    ) throws -> [String: DirectoryStore] {
        guard let folder = configuration.stateFolder else { return [:] }
        if mkdir(folder, 0o700) != 0 {
            let reason = errno
            guard reason == EEXIST else {
                throw ConfigurationError(
                    description:
                        "--state \(folder) cannot be made: \(String(cString: strerror(reason))). Name a folder to write to."
                )
            }
        }
        var stores: [String: DirectoryStore] = [:]
        let space = StoreSpace(limit: configuration.stateSpace)
        for app in apps {
            stores[app.name] = try DirectoryStore(
                at: folder + "/" + app.name, idle: configuration.sessions.idle, space: space
            ) { pool.start($0) }
        }
        return stores
    }

    // MARK: - Connections

    /// Once a second the idle sessions are let go and the access log is written, with or without traffic; once a minute,
    /// and at first, the stores forget what is too old.
    private func scheduleUpkeep(after seconds: Int = 0) {
        let loop = workers[0].loop
        loop.schedule(after: configuration.upkeepInterval) {
            guard !self.state.withLock(\.isStopped) else { return }
            Task.immediate(executorPreference: loop) {
                _ = try? await self.pool.run { self.site.reap() }
                _ = try? await self.pool.run { self.site.log.flush() }
                await self.site.tidyStores(expires: seconds % 60 == 0)
                // With them the keys of the tickets, which open what was said before.
                if self.security != nil, seconds > 0, seconds % 43_200 == 0 { self.readCertificatesAgain() }
                self.scheduleUpkeep(after: seconds + 1)
            }
        }
    }

    private func finishConnections() async {
        for worker in workers { worker.loop.execute { worker.drain() } }
        let deadline = ContinuousClock.now + .seconds(configuration.graceSeconds)
        while await openConnections() > 0, ContinuousClock.now < deadline {
            try? await Task.sleep(nanoseconds: 20_000_000)
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
