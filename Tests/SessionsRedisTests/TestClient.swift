import RESP
import SessionStores
import Testing

@testable import SessionsRedis
@testable import Sockets

/// A client with its loops, and the store of one app.
final class TestClient: Sendable {
    let client: RedisClient
    let store: RedisStore
    let loops: [EventLoop]
    private let pool: BlockingPool
    private let log: Watched<[String]>

    /// - Parameter timeout: long by default, so that a slow machine causes no time-out.
    init(
        _ url: String, copies: Int = 1, timeout: Duration = .seconds(20), loopCount: Int = 1, app: String = "app",
        idle: Duration? = .seconds(3_600)
    ) throws {
        let log = Watched<[String]>([])
        loops = try (0..<loopCount).map { _ in try EventLoop() }
        pool = BlockingPool(threads: 1)
        client = try RedisClient(
            at: RedisAddress(url), copies: copies, loops: loops, pool: pool, timeout: timeout,
            report: { message in log.change { $0.append(message) } })
        store = RedisStore(client, app: app, idle: idle)
        self.log = log
        for loop in loops { loop.start() }
    }

    /// The messages for the log.
    var messages: [String] { log.value }

    /// Waits until the servers have been unreachable, and are reachable again, this many times.
    func waitForReconnection(_ count: Int = 1) async {
        await log.wait { $0.count { $0.hasSuffix("connected again") } >= count }
    }

    /// Performs a command at the primary, or at a server of a cluster, and returns error replies.
    @discardableResult
    func command(_ words: String..., at host: RedisAddress.Host? = nil) async throws -> RESPValue {
        var command = RESPCommand()
        for word in words { command.append(word) }
        return try await client.perform(command, "test", at: .init(host: host), acceptsErrors: true)
    }

    func stop() {
        client.close()
        for loop in loops { loop.stop() }
        for loop in loops { loop.join() }
        pool.shutdown()
    }
}

/// Runs `body` with a server that follows a script and a client of it; afterwards no connection may be open.
func withFake(
    _ script: @escaping FakeServer.Script = { _ in nil }, copies: Int = 1, timeout: Duration = .seconds(20),
    _ body: (FakeServer, TestClient) async throws -> Void
) async throws {
    let server = try FakeServer(script)
    defer { server.stop() }
    let client = try TestClient(server.url, copies: copies, timeout: timeout)
    defer { client.stop() }
    try await body(server, client)
    client.client.close()
    await server.wait { $0.open == 0 }
}

/// Returns the error of `body`; an issue if there is none, or one of another type.
func storeError<Value>(
    _ location: SourceLocation = #_sourceLocation, of body: () async throws -> Value
) async -> StoreError? {
    do {
        let value = try await body()
        Issue.record("\(value) instead of an error", sourceLocation: location)
    } catch let error as StoreError {
        return error
    } catch {
        Issue.record("\(error)", sourceLocation: location)
    }
    return nil
}

/// Expects an error with this code. The time limits of the suites find a command that does not end.
func expectError<Value>(
    _ code: StoreError.Code, _ part: String? = nil,
    _ location: SourceLocation = #_sourceLocation, of body: () async throws -> Value
) async {
    let error = await storeError(location, of: body)
    #expect(error?.code == code, "\(String(describing: error))", sourceLocation: location)
    if let part {
        #expect(error?.description.contains(part) == true, "\(String(describing: error))", sourceLocation: location)
    }
}

extension SessionChange {
    /// A change that follows `expected`: a checkpoint for a new session, otherwise an append.
    static func following(_ expected: Revision?, _ bytes: [UInt8] = [1]) -> SessionChange {
        let element = LogElement(revision: .following(expected), bytes: bytes)
        return SessionChange(expected == nil ? .replace(element) : .append(element), after: expected)
    }
}

extension RedisStore {
    /// Takes the lease; an error if another process has it.
    func lease(of id: SessionID) async throws -> Lease {
        guard case .granted(let lease, _) = try await begin(id, since: nil) else { throw LeaseIsBusy() }
        return lease
    }

    /// Makes one change of a session.
    ///
    /// - Returns: the new revision.
    @discardableResult
    func change(_ id: SessionID, after expected: Revision?, _ bytes: [UInt8] = [1]) async throws -> Revision {
        let change = SessionChange.following(expected, bytes)
        let result = try await commit(change, under: lease(of: id))
        guard result == .done else { throw WasOvertaken(result: result) }
        return change.element.revision
    }

    /// The log of a session; empty if it is missing.
    func log(of id: SessionID) async throws -> [LogElement] {
        if case .whole(let log) = try await load(id, since: nil) { log } else { [] }
    }
}

/// Repeats `body` until the store can be used.
func eventually<Value>(_ body: () async throws -> Value) async throws -> Value {
    while true {
        do {
            return try await body()
        } catch let error as StoreError where error.code == .unavailable || error.code == .outcomeUnknown {
            try await pause()
        }
    }
}

/// Waits before another look at the state of other processes.
func pause() async throws { try await Task.sleep(for: .milliseconds(5)) }

struct LeaseIsBusy: Error {}
struct WasOvertaken: Error { let result: CommitResult }
