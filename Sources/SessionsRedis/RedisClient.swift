import RESP
import SessionStores
package import Sockets
import Synchronization

/// The connections of a process to the servers that keep its sessions: for each event loop its own, so that a request
/// waits for its reply on the thread that serves it, without a lock.
package final class RedisClient: Sendable {
    package let address: RedisAddress
    /// A random number for this process, in the leases that it takes.
    let node = UInt64.random(in: .min ... .max)
    private let links: [ServerLinks]
    private let settings: LinkSettings
    private let watch: SentinelWatch?
    private let isClosed = Atomic(false)

    /// The maximum number of redirections and reloads of the library for one command.
    private static let maxDetours = 8

    /// - Parameters:
    ///   - address: the servers.
    ///   - copies: the number of servers that must have a change before it counts as made, the primary included.
    ///   - loops: the event loops; at least one. They can start later.
    ///   - pool: for looking names up.
    ///   - timeout: the time for a command with all repetitions; then its outcome is unknown.
    ///   - report: called with a message for the log when the servers become unreachable or reachable.
    /// - Throws: ``TLSError`` if the certificates cannot be used, or the build has no TLS.
    package init(
        at address: RedisAddress, copies: Int = 1, loops: [EventLoop], pool: BlockingPool,
        timeout: Duration = .seconds(1), report: @escaping @Sendable (String) -> Void
    ) throws {
        self.address = address
        let nanoseconds = UInt64(clamping: Int64(timeout / .nanoseconds(1)))
        settings = LinkSettings(
            replicas: max(0, copies - 1), timeout: nanoseconds, openingTimeout: 2 * nanoseconds,
            health: LinkHealth(of: address.description, report: report))
        let connector = try Connector(address, pool: pool)
        let query = SentinelQuery(of: address, connector, settings)
        let seeds: [RedisAddress.Host]? = if case .cluster(let hosts) = address.servers { hosts } else { nil }
        links = loops.map { [settings] loop in
            ServerLinks(on: loop, seeds: seeds, settings) { host in
                PrimaryOpener(address: address, host: host, connector: connector, settings: settings)
            }
        }
        watch =
            if let query, let loop = loops.first {
                SentinelWatch(query, on: loop) { [links] host in
                    for links in links { links.loop.execute { links.follow(host) } }
                }
            } else { nil }
        watch?.start()
    }

    /// The number of replicas that must confirm a change.
    var replicaCount: Int { settings.replicas }
    var needsCopies: Bool { replicaCount > 0 }

    /// Refuses further commands and closes the connections. Must be called before the loops stop.
    package func close() {
        isClosed.store(true, ordering: .relaxed)
        for links in links { links.loop.execute { links.close() } }
        if let watch { links.first?.loop.execute { watch.close() } }
    }

    // MARK: - Commands

    /// A command and the way to its server.
    struct Request: Sendable {
        let command: RESPCommand
        /// The operation, for errors.
        let operation: String
        let slot: UInt16
        var lane = ServerLinks.Lane.leases
        var needsCopies = false
        /// `nil` if the command is no load.
        var load: TrackedKeys.Load?
    }

    /// Performs a command within the timeout of the client, and whatever it takes: another connection, another server of the cluster,
    /// loading the function library.
    ///
    /// - Throws: ``StoreError``.
    func perform(_ request: Request) async throws(StoreError) -> RESPValue {
        if let links = current { return try await perform(request, with: links) }
        let result = await onFirstLoop { (links) async -> Result<RESPValue, StoreError> in
            do throws(StoreError) {
                return .success(try await self.perform(request, with: links))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The answer to a load that needs no round trip, because the server has sent no message that the session was
    /// changed; `nil` if the server must be asked.
    func tracked(_ key: SessionKey, since known: Revision?) -> StoredSession? {
        guard let links = current else { return nil }
        return links.tracked(at: links.target(for: key.slot))?.stored(
            key.octets, since: known, now: links.loop.now, within: settings.timeout)
    }

    /// Sends a command whose reply nothing waits for.
    func post(_ request: Request) {
        guard !isClosed.load(ordering: .relaxed), let links = current ?? links.first else { return }
        let send: @Sendable () -> Void = { [settings] in
            let call = Call(
                command: request.command, deadline: links.loop.now &+ settings.timeout, needsCopies: false,
                continuation: nil)
            links.send(call, to: links.target(for: request.slot), in: request.lane)
        }
        if links.loop.isCurrent { send() } else { links.loop.execute(send) }
    }

    /// The primaries that are known.
    func primaries() async throws(StoreError) -> [ServerLinks.Target] {
        try await onFirstLoop { (links) async -> Result<[ServerLinks.Target], StoreError> in .success(links.primaries) }
            .get()
    }

    /// Performs a command at one server, on the first loop.
    ///
    /// - Parameter acceptsErrors: true to return an error reply instead of throwing it.
    func perform(
        _ command: RESPCommand, _ operation: String, at target: ServerLinks.Target, acceptsErrors: Bool = false
    ) async throws(StoreError) -> RESPValue {
        let result = await onFirstLoop { (links) async -> Result<RESPValue, StoreError> in
            guard links.loop.isCurrent else { return .failure(self.closed) }
            let reply = await self.exchange(command, with: target, of: links)
            if acceptsErrors, case .success(let value) = reply { return .success(value) }
            return Result { () throws(StoreError) in try self.value(of: reply, operation) }
        }
        return try result.get()
    }

    /// The links of the loop whose thread this is.
    private var current: ServerLinks? { links.first { $0.loop.isCurrent } }

    private func onFirstLoop<Value: Sendable>(
        _ body: @escaping @Sendable (ServerLinks) async -> Result<Value, StoreError>
    ) async -> Result<Value, StoreError> {
        guard let links = links.first else { return .failure(closed) }
        return await Task(executorPreference: links.loop) { await body(links) }.value
    }

    private func perform(_ request: Request, with links: ServerLinks) async throws(StoreError) -> RESPValue {
        let start = links.loop.now
        var (detours, pause) = (0, Duration.milliseconds(2))
        var target = links.target(for: request.slot)
        while true {
            // After the loop has ended, its tasks continue elsewhere.
            guard links.loop.isCurrent, !isClosed.load(ordering: .relaxed) else { throw closed }
            let result = await exchange(
                request.command, with: target, of: links, since: start, in: request.lane,
                needsCopies: request.needsCopies, load: request.load)
            guard links.loop.isCurrent else { throw closed }
            let isInTime = links.loop.now &- start < settings.timeout / 20 * 19
            switch result {
            case .success(.error(let reply)):
                let reaction = Reaction(to: reply, from: target.host)
                detours += 1
                guard isInTime, detours <= Self.maxDetours || reaction == .retry else {
                    throw error(.unavailable, request.operation, reply.message)
                }
                switch reaction {
                case .moved(let host, let slot):
                    links.slot(slot, movedTo: host)
                    target = ServerLinks.Target(host: host)
                    continue
                case .ask(let host):
                    target = ServerLinks.Target(host: host, isAsking: true)
                    continue
                case .loadLibrary:
                    try await loadLibrary(at: target, of: links)
                    continue
                case .reconnect: links.reconnect(to: target, because: reply.message)
                case .retry: break
                case .fail(let code, let advice):
                    throw error(
                        code, request.operation, [reply.message, advice].compactMap(\.self).joined(separator: "; "))
                }
            case .failure(.unavailable) where isInTime && links.forget(target): break
            default: return try value(of: result, request.operation)
            }
            do { try await Task.sleep(for: pause) } catch {
                throw self.error(.unavailable, request.operation, "cancelled")
            }
            pause = min(pause * 2, .milliseconds(50))
            guard links.loop.isCurrent else { throw closed }
            target = links.target(for: request.slot)
        }
    }

    private func exchange(
        _ command: RESPCommand, with target: ServerLinks.Target, of links: ServerLinks, since start: UInt64? = nil,
        in lane: ServerLinks.Lane = .leases, needsCopies: Bool = false, load: TrackedKeys.Load? = nil
    ) async -> Result<RESPValue, CallFailure> {
        await withUnsafeContinuation { continuation in
            let call = Call(
                command: command, deadline: (start ?? links.loop.now) &+ settings.timeout,
                needsCopies: needsCopies, continuation: continuation, load: load)
            links.send(call, to: target, in: lane)
        }
    }

    /// Loads the function library at a server.
    private func loadLibrary(at target: ServerLinks.Target, of links: ServerLinks) async throws(StoreError) {
        let result = await exchange(FunctionLibrary.loading, with: target, of: links)
        if case .success(.error(let reply)) = result, FunctionLibrary.isLoaded(by: reply) { return }
        _ = try value(of: result, "load the functions of")
    }

    // MARK: - Errors

    private var closed: StoreError { error(.closed, "use", nil) }

    private func value(
        of result: Result<RESPValue, CallFailure>, _ operation: String
    ) throws(StoreError) -> RESPValue {
        switch result {
        case .success(.error(let reply)):
            guard case .fail(let code, let advice) = Reaction(to: reply, from: nil) else {
                throw error(.unavailable, operation, reply.message)
            }
            throw error(code, operation, [reply.message, advice].compactMap(\.self).joined(separator: "; "))
        case .success(let value): return value
        case .failure(.refused(let reason)): throw error(.permissionDenied, operation, reason)
        case .failure(.unavailable(let reason)): throw error(.unavailable, operation, reason)
        case .failure(.outcomeUnknown(let reason)): throw error(.outcomeUnknown, operation, reason)
        case .failure(.tooFewCopies(let count)):
            throw error(
                .outcomeUnknown, operation,
                "only \(count) of \(settings.replicas) replicas confirmed the change in time")
        case .failure(.closed): throw closed
        }
    }

    func error(_ code: StoreError.Code, _ operation: String, _ detail: String?) -> StoreError {
        StoreError(code, operation: operation, path: address.description, detail: detail)
    }
}
