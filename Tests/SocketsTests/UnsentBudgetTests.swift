import Testing

@testable import Sockets

@Suite("RFC 9112 §9.5: memory held for peers that do not read", .timeLimit(.minutes(3))) struct UnsentBudgetTests {
    private let payload = [UInt8](repeating: 7, count: 12_000_000)

    /// Runs a loop with a budget; its connections send the payload whenever they receive something.
    private func serve(limit: Int, _ body: (EventLoop, SocketAddress, Recorder, UnsentBudget) throws -> Void) throws {
        let budget = UnsentBudget(limit: limit)
        let loop = try EventLoop(unsentBudget: budget)
        let recorder = Recorder()
        recorder.onReceive = { [payload] connection, _ in connection.write(payload) }
        let listener = try loop.listen(on: SocketAddress(host: "127.0.0.1", port: 0)) { _ in recorder }
        loop.start()
        try body(loop, listener.address, recorder, budget)
        loop.stop()
        loop.join()
    }

    @Test func `above the limit only the connection with the slowest peer is reset`() throws {
        try serve(limit: 18_000_000) { loop, address, recorder, budget in
            let first = try Client(address, receiveBuffer: 4_096)
            try first.send("!")
            while try loop.ask({ loop.connections.first?.unsentByteCount ?? 0 }) == 0 {}
            let second = try Client(address)
            try second.send("!")
            try recorder.wait(for: .closed)
            #expect(try loop.ask { loop.connections.count } == 1)
            #expect(budget.total <= 18_000_000)
            #expect(try second.receive(exactly: payload.count).count == payload.count)
            try recorder.wait(for: .drained)
            #expect(budget.total == 0)
            first.close()
            second.close()
        }
    }

    @Test func `a peer that reads steadily is kept, although it has more unsent bytes than a stalled one`() throws {
        let budget = UnsentBudget(limit: 1_000)
        let loop = try EventLoop()
        let address = try SocketAddress(host: "127.0.0.1", port: 1)
        let (idle, reader) = (
            Connection(descriptor: -1, remoteAddress: address, loop: loop, listener: nil),
            Connection(descriptor: -1, remoteAddress: address, loop: loop, listener: nil)
        )
        #expect(budget.note(300, taken: 0, for: idle, at: 1).isEmpty)
        #expect(budget.note(600, taken: 0, for: reader, at: 1).isEmpty)
        #expect(budget.note(600, taken: 1_000_000, for: reader, at: 1_000_000_000).isEmpty)
        #expect(budget.total == 900)
        #expect(budget.note(700, taken: 0, for: reader, at: 2_000_000_000).isEmpty)
        #expect(budget.note(800, taken: 0, for: reader, at: 2_000_000_000).map { $0 === idle } == [true])
        #expect(budget.total == 800)
        // The budget selects a connection for a reset only once, and forgets it when it holds no bytes.
        #expect(budget.note(300, taken: 0, for: idle, at: 3_000_000_000).isEmpty)
        #expect(budget.note(0, taken: 0, for: idle, at: 3_000_000_000).isEmpty)
        #expect(budget.total == 800)
    }

    @Test func `the minimum read rate grows with the unsent bytes`() {
        let page = TransferMark(unacknowledged: 100_000, unsent: 100_000)
        // 16 kbit/s are 60,000 octets in 30 s.
        #expect(page.next(unacknowledged: 40_000)?.next(unacknowledged: 0) != nil)
        #expect(page.next(unacknowledged: 90_001) == nil)
        let large = TransferMark(unacknowledged: 3_000_000, unsent: 1_000_000)
        #expect(large.next(unacknowledged: 2_900_001) == nil)
        var mark: TransferMark? = large
        for period in 1...10 { mark = mark?.next(unacknowledged: 3_000_000 - period * 100_000) }
        #expect(mark != nil)
        let small = TransferMark(unacknowledged: 5_000, unsent: 10)
        #expect(small.next(unacknowledged: 904) != nil)
        #expect(small.next(unacknowledged: 905) == nil)
    }

    @Test func `the sent part of a large write is freed`() {
        var unsent = UnsentBytes()
        var buffer = [UInt8](repeating: 1, count: 1_000_000)
        unsent.take(&buffer, from: 10)
        #expect(unsent.heldByteCount >= 1_000_000)
        unsent.removeFirst(999_980)
        #expect(unsent.count == 10)
        #expect(unsent.heldByteCount <= 64)
        unsent.removeFirst(10)
        #expect(unsent.heldByteCount == 0)
    }

    @Test func `a buffer keeps its capacity after a small response and frees it after a large one`() throws {
        let kept = Lock<[Int]>([])
        let recorder = Recorder()
        recorder.onReceive = { connection, bytes in
            var buffer = [UInt8](repeating: 1, count: bytes.first == 0 ? 1_000 : 100_000)
            connection.write(&buffer)
            kept.withLock { $0.append(buffer.capacity) }
        }
        let server = try Server(recorder: recorder)
        let client = try Client(server.address)
        try client.send([0])
        _ = try client.receive(exactly: 1_000)
        try client.send([1])
        _ = try client.receive(exactly: 100_000)
        // The client can receive the bytes before the loop has appended the capacity.
        _ = try server.ask { 0 }
        let capacities = kept.withLock(\.self)
        #expect(capacities.count == 2)
        #expect(capacities.first.map { $0 >= 1_000 } == true)
        #expect(capacities.last.map { $0 <= 16_384 } == true)
        server.stop()
    }
}
