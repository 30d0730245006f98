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
    /// Callbacks for keys that only the first loop reads.
    let logFollowers = LogFollowers()
    /// Callbacks for sessions that pages show.
    let sessionFollowers = SessionFollowers()
    /// The keys that have changed since they were last read.
    let outdated = OutdatedKeys()
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
        links = loops.enumerated().map { [settings, logFollowers, sessionFollowers, outdated] index, loop in
            ServerLinks(
                on: loop, seeds: seeds, settings, followers: index == 0 ? logFollowers : nil,
                sessions: sessionFollowers, outdated: outdated
            ) { host in
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
        logFollowers.removeAll()
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
        return try await performOnFirstLoop(request)
    }

    /// Performs a command on the connections of the first loop.
    ///
    /// - Throws: ``StoreError``.
    func performOnFirstLoop(_ request: Request) async throws(StoreError) -> RESPValue {
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
        return links.stored(key.octets, since: known, at: links.target(for: key.slot))
    }

    /// Sends a command whose reply nothing waits for.
    func post(_ request: Request) {
        guard !isClosed.load(ordering: .relaxed), let links = current ?? links.first else { return }
        // The reply matters to the client: the command can be redirected, or the library be missing.
        let send: @Sendable () -> Void = {
            Task.immediate(executorPreference: links.loop) { _ = try? await self.perform(request, with: links) }
        }
        if links.loop.isCurrent { send() } else { links.loop.execute(send) }
    }

    /// The primaries that are known.
    func primaries() async throws(StoreError) -> [ServerLinks.Target] {
        try await onFirstLoop { (links) async -> Result<[ServerLinks.Target], StoreError> in
            links.loop.isCurrent ? .success(links.primaries) : .failure(self.closed)
        }.get()
    }

    /// Performs a command at one server, on the first loop.
    ///
    /// - Parameter acceptsErrors: true to return an error reply instead of throwing it.
    func perform(
        _ command: RESPCommand, _ operation: String, at target: ServerLinks.Target, acceptsErrors: Bool = false
    ) async throws(StoreError) -> RESPValue {
        let result = await onFirstLoop { (links) async -> Result<RESPValue, StoreError> in
            guard links.loop.isCurrent else { return .failure(self.closed) }
            var reply = await self.exchange(command, with: target, of: links)
            do throws(StoreError) {
                if case .success(.error(let error)) = reply, Reaction(to: error, from: nil) == .loadLibrary {
                    try await self.loadLibrary(at: target, of: links)
                    reply = await self.exchange(command, with: target, of: links)
                }
                if acceptsErrors, case .success(let value) = reply { return .success(value) }
                return .success(try self.value(of: reply, operation))
            } catch {
                return .failure(error)
            }
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
        var mayBeDone = false
        do throws(StoreError) {
            return try await perform(request, with: links, &mayBeDone)
        } catch {
            guard mayBeDone else { throw error }
            throw StoreError(.outcomeUnknown, operation: error.operation, path: error.path, detail: error.detail)
        }
    }

    /// - Parameter mayBeDone: set to true if the command was sent on a connection that was lost, and its repetition got
    ///   an error: only the repetition is known to have done nothing.
    private func perform(
        _ request: Request, with links: ServerLinks, _ mayBeDone: inout Bool
    ) async throws(StoreError) -> RESPValue {
        // After the loop has ended, its tasks continue elsewhere.
        guard links.loop.isCurrent else { throw closed }
        let start = links.loop.now
        var (detours, pause) = (0, Duration.milliseconds(2))
        var target = links.target(for: request.slot)
        while true {
            guard !isClosed.load(ordering: .relaxed) else { throw closed }
            var result = await exchange(
                request.command, with: target, of: links, since: start, in: request.lane,
                needsCopies: request.needsCopies, load: request.load)
            guard links.loop.isCurrent else { throw closed }
            if case .failure(.repetitionRefused(let reply)) = result {
                (mayBeDone, result) = (true, .success(.error(reply)))
            }
            switch result {
            case .success(.error(let reply)):
                let reaction = Reaction(to: reply, from: target.host)
                detours += 1
                guard hasTime(since: start, on: links), !reaction.isFinal,
                    detours <= Self.maxDetours || reaction == .retry
                else { return try value(of: result, request.operation) }
                if reaction == .reconnect { links.reconnect(to: target, because: reply.message) }
                if let next = try await detour(for: reaction, from: target, of: links, since: start) {
                    target = next
                    continue
                }
            case .failure(.unavailable)
            where hasTime(since: start, on: links) && links.forget(target, of: request.slot):
                break
            default: return try value(of: result, request.operation)
            }
            // A command that is sent when its time is over would only cost the connection.
            guard try await wait(&pause, for: request, since: start, on: links) else {
                return try value(of: result, request.operation)
            }
            target = links.target(for: request.slot)
        }
    }

    /// Waits before another attempt, longer each time.
    ///
    /// - Returns: false if there is no time for one.
    private func wait(
        _ pause: inout Duration, for request: Request, since start: UInt64, on links: ServerLinks
    ) async throws(StoreError) -> Bool {
        do { try await Task.sleep(for: pause) } catch {
            throw self.error(.unavailable, request.operation, "cancelled")
        }
        pause = min(pause * 2, .milliseconds(50))
        guard links.loop.isCurrent else { throw closed }
        return hasTime(since: start, on: links)
    }

    /// True if there is enough time for another attempt.
    private func hasTime(since start: UInt64, on links: ServerLinks) -> Bool {
        links.loop.now &- start < settings.timeout / 20 * 19
    }

    /// Returns the server to ask at once after an error reply; `nil` to pause first.
    private func detour(
        for reaction: Reaction, from target: ServerLinks.Target, of links: ServerLinks, since start: UInt64
    ) async throws(StoreError) -> ServerLinks.Target? {
        switch reaction {
        case .moved(let host, let slot):
            links.slot(slot, movedTo: host)
            return ServerLinks.Target(host: host)
        case .ask(let host): return ServerLinks.Target(host: host, isAsking: true)
        case .loadLibrary:
            try await loadLibrary(at: target, of: links, since: start)
            return target
        case .reconnect, .retry, .fail: return nil
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

    /// Loads the function library at a server, which changes no session.
    private func loadLibrary(
        at target: ServerLinks.Target, of links: ServerLinks, since start: UInt64? = nil
    ) async throws(StoreError) {
        let operation = "load the functions of"
        let result = await exchange(FunctionLibrary.loading, with: target, of: links, since: start)
        switch result {
        case .failure(.outcomeUnknown(let reason)): throw error(.unavailable, operation, reason)
        default: _ = try value(of: result, operation)
        }
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
        case .failure(.repetitionRefused(let reply)): throw error(.outcomeUnknown, operation, reply.message)
        case .failure(.closed): throw closed
        }
    }

    func error(_ code: StoreError.Code, _ operation: String, _ detail: String?) -> StoreError {
        StoreError(code, operation: operation, path: address.description, detail: detail)
    }
}
