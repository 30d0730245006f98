import Dispatch
import Testing

@testable import Sockets

/// A delegate that records its calls and runs the closures of a test.
final class Recorder: ConnectionDelegate, @unchecked Sendable {  // ok: events are locked, the rest is set before use
    enum Event: Equatable { case received([UInt8]), end, deadline, drained, closed }

    var onReceive: (Connection, UnsafeRawBufferPointer) -> Void = { _, _ in }
    var onEnd: (Connection) -> Void = { _ in }
    var onDeadline: (Connection) -> Void = { _ in }
    var onClose: (Connection) -> Void = { _ in }
    private let events = Lock<[Event]>([])
    private let noted = DispatchSemaphore(value: 0)

    var log: [Event] { events.withLock { $0 } }

    func count(of event: Event) -> Int { log.count { $0 == event } }

    /// Waits until an event has been recorded.
    func wait(for event: Event) throws {
        while !log.contains(event) { try noted.waitBriefly() }
    }

    private func note(_ event: Event) {
        events.withLock { $0.append(event) }
        noted.signal()
    }

    func connection(_ connection: Connection, didReceive bytes: UnsafeRawBufferPointer) {
        note(.received(Array(bytes)))
        onReceive(connection, bytes)
    }

    func connectionDidReceiveEnd(_ connection: Connection) {
        note(.end)
        onEnd(connection)
    }

    func connectionDidReachDeadline(_ connection: Connection) {
        note(.deadline)
        onDeadline(connection)
    }

    func connectionDidDrain(_ connection: Connection) { note(.drained) }
    func connectionDidClose(_ connection: Connection) {
        onClose(connection)
        note(.closed)
    }
}

extension DispatchSemaphore {
    /// Waits at most a minute: long enough for a slow machine, but a hang fails the test.
    func waitBriefly() throws {
        try #require(wait(timeout: .now() + 60) == .success, "nothing happened in a minute")
    }
}

/// A value that several threads can change.
final class Shared<Value: Sendable>: Sendable {
    private let content: Lock<Value>

    init(_ value: Value) { content = Lock(value) }

    var value: Value { content.withLock { $0 } }
    func change(_ body: (inout Value) -> Void) { content.withLock(body) }
}

/// A loop with a listener on a free port, by default of 127.0.0.1.
struct Server {
    let loop: EventLoop
    let listener: Listener
    var address: SocketAddress { listener.address }

    init(
        host: String = "127.0.0.1", maximumConnections: Int = .max, security: TLSAcceptor? = nil,
        accept: sending @escaping (Connection) -> (any ConnectionDelegate)?
    ) throws {
        loop = try EventLoop()
        listener = try loop.listen(
            on: SocketAddress(host: host, port: 0), maximumConnections: maximumConnections, security: security,
            accept: accept)
        loop.start()
    }

    init(host: String = "127.0.0.1", recorder: Recorder) throws {
        try self.init(host: host) { _ in recorder }
    }

    /// Runs `body` on the loop and returns its result.
    func ask<T: Sendable>(_ body: @escaping @Sendable () -> T) throws -> T {
        try loop.ask(body)
    }

    func stop() {
        loop.stop()
        loop.join()
    }
}

extension EventLoop {
    func ask<T: Sendable>(_ body: @escaping @Sendable () -> T) throws -> T {
        let done = DispatchSemaphore(value: 0)
        let result = Lock<T?>(nil)
        execute {
            let value = body()
            result.withLock { $0 = value }
            done.signal()
        }
        try done.waitBriefly()
        return try #require(result.withLock { $0 })
    }
}
