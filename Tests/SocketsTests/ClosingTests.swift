import Dispatch
import Testing

@testable import Sockets

@Suite("RFC 9112 §9.6: closing", .timeLimit(.minutes(3))) struct ClosingTests {
    enum Cause: CaseIterable {
        case clientEnds, clientResets, serverCloses, serverClosesTwice, serverFlushes, writeAfterReset, loopStops
    }

    @Test(arguments: Cause.allCases)
    func `connectionDidClose is called exactly once, as the last method, and releases everything`(cause: Cause) throws {
        weak var weakConnection: Connection?
        weak var weakRecorder: Recorder?
        let made = DispatchSemaphore(value: 0)
        let box = Box()
        let server = try Server { connection in
            let recorder = Recorder()
            // A reference cycle, such as a delegate that retains its connection; closing breaks it.
            recorder.onDeadline = { _ in connection.close() }
            recorder.onEnd = { $0.close() }
            recorder.onReceive = { connection, _ in
                switch cause {
                case .serverCloses: connection.close()
                case .serverClosesTwice:
                    connection.close()
                    connection.close()
                    connection.closeAfterFlushing()
                case .serverFlushes:
                    connection.write(Array("bye".utf8))
                    connection.closeAfterFlushing()
                    connection.close()
                case .loopStops: connection.loop.stop()
                default: break
                }
                connection.write(Array("ignored".utf8))
            }
            box.fill(connection, recorder)
            made.signal()
            return recorder
        }
        let client = try Client(server.address)
        try made.waitBriefly()
        var (connection, recorder) = box.take()
        weakConnection = connection
        weakRecorder = recorder
        connection = nil
        switch cause {
        case .clientEnds: client.close()
        case .clientResets: client.reset()
        case .writeAfterReset:
            server.loop.execute { [weak connection = weakConnection] in
                client.reset()
                for _ in 0..<3 { connection?.write([1, 2, 3]) }
            }
        default: try client.send("go")
        }
        try recorder?.wait(for: .closed)
        server.stop()
        #expect(recorder?.count(of: .closed) == 1)
        #expect(recorder?.log.last == .closed)
        #expect(server.loop.connectionCount == 0)
        recorder = nil
        #expect(weakConnection == nil)
        #expect(weakRecorder == nil)
    }

    @Test func `a half-closed connection can still write after the peer's end`() throws {
        let recorder = Recorder()
        recorder.onEnd = { connection in
            connection.write(Array("answer".utf8))
            connection.closeAfterFlushing()
        }
        let server = try Server(recorder: recorder)
        let client = try Client(server.address)
        try client.send("question")
        client.endSending()
        #expect(try client.receiveUntilEnd() == Array("answer".utf8))
        try recorder.wait(for: .closed)
        #expect(recorder.log == [.received(Array("question".utf8)), .end, .closed])
        server.stop()
    }

    @Test func `a response reaches a client that continues to send after the close`() throws {
        let answer = [UInt8](repeating: 65, count: 100_000)
        let recorder = Recorder()
        recorder.onReceive = { connection, _ in
            connection.write(answer)
            connection.closeAfterFlushing()
        }
        let server = try Server(recorder: recorder)
        let client = try Client(server.address)
        try client.send("one")
        try recorder.wait(for: .received(Array("one".utf8)))
        try client.send([UInt8](repeating: 66, count: 20_000))
        #expect(try client.receiveUntilEnd() == answer)
        try client.send([UInt8](repeating: 67, count: 20_000))
        #expect(recorder.count(of: .closed) == 0, "it lingers until the peer closes")
        client.close()
        try recorder.wait(for: .closed)
        #expect(recorder.log.count == 2, "what came later was discarded")
        server.stop()
    }

    @Test(arguments: [0, 200_000])
    func `lingering close is limited in time and bytes`(more: Int) throws {
        let recorder = Recorder()
        recorder.onReceive = { connection, _ in connection.closeAfterFlushing() }
        recorder.onClose = { connection in
            let isInTime = connection.loop.now < connection.closingDeadline
            #expect(isInTime == (more > 0), "either the bytes or the time have run out")
        }
        let server = try Server(recorder: recorder)
        let client = try Client(server.address)
        try client.send("x")
        #expect(client.receive() == [])
        if more > 0 { try client.send([UInt8](repeating: 1, count: more)) }
        // The client has not closed: without a limit the connection would stay open.
        try recorder.wait(for: .closed)
        server.stop()
        client.close()
    }

    @Test func `a closing connection is reset if its peer does not read for the flushing time`() throws {
        let recorder = Recorder()
        recorder.onReceive = { connection, _ in
            connection.write([UInt8](repeating: 1, count: 12_000_000))
            connection.deadline = connection.loop.now
            connection.closeAfterFlushing(within: 1_000)
        }
        let server = try Server(recorder: recorder)
        let client = try Client(server.address)
        try client.send("x")
        try recorder.wait(for: .closed)
        #expect(recorder.count(of: .deadline) == 0)
        var last = client.receive()
        while let part = last, !part.isEmpty { last = client.receive() }
        #expect(last == nil, "what the kernel still held was sent on")
        client.close()
        server.stop()
    }

    @Test func `a deadline fires once, and again only if it is set again`() throws {
        let recorder = Recorder()
        let rounds = Shared(0)
        recorder.onDeadline = { connection in
            rounds.change { $0 += 1 }
            #expect(connection.deadline == nil)
            if rounds.value == 2 { connection.close() } else { connection.deadline = connection.loop.now }
        }
        let server = try Server { connection in
            connection.deadline = connection.loop.now + 1000
            return recorder
        }
        let client = try Client(server.address)
        try recorder.wait(for: .closed)
        #expect(recorder.log == [.deadline, .deadline, .closed])
        client.close()
        server.stop()
    }

    @Test func `two hundred abrupt resets leak no descriptor`() throws {
        let accepted = DispatchSemaphore(value: 0)
        let closed = DispatchSemaphore(value: 0)
        let server = try Server { _ in
            accepted.signal()
            return CloseSignal(closed)
        }
        for _ in 0..<200 {
            let client = try Client(server.address)
            try client.send("x")
            try accepted.waitBriefly()
            client.reset()
        }
        for _ in 0..<200 { try closed.waitBriefly() }
        let left = try server.ask { (server.loop.connectionCount, server.loop.slots.count { $0.source != nil }) }
        #expect(left == (0, 1), "only the listener is left")
        server.stop()
    }
}

/// Moves the connection and its recorder from the loop's thread to the test. `take()` empties the box.
private final class Box: Sendable {
    private let content = Lock<(Connection?, Recorder?)>((nil, nil))

    func fill(_ connection: Connection, _ recorder: Recorder) { content.withLock { $0 = (connection, recorder) } }

    func take() -> (Connection?, Recorder?) {
        content.withLock { content in
            defer { content = (nil, nil) }
            return content
        }
    }
}

private final class CloseSignal: ConnectionDelegate {
    let closed: DispatchSemaphore

    init(_ closed: DispatchSemaphore) { self.closed = closed }

    func connection(_ connection: Connection, didReceive bytes: UnsafeRawBufferPointer) {}
    func connectionDidReceiveEnd(_ connection: Connection) { connection.close() }
    func connectionDidReachDeadline(_ connection: Connection) {}
    func connectionDidDrain(_ connection: Connection) {}
    func connectionDidClose(_ connection: Connection) { closed.signal() }
}
