import Dispatch
import Glibc
import Testing

@testable import Sockets

@Suite("Reading and writing", .timeLimit(.minutes(2))) struct EchoTests {
    /// Shrinks the kernel's send buffer, so that bytes stay unsent however fast the machine is.
    private static func limitSendBuffer(of connection: Connection) {
        var size: Int32 = 32 * 1024
        setsockopt(connection.descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    @Test(arguments: ["127.0.0.1", "::1"])
    func `the server echoes the sent bytes`(host: String) throws {
        let recorder = Recorder()
        recorder.onReceive = { $0.write(Array($1)) }
        let server = try Server(host: host, recorder: recorder)
        let client = try Client(server.address)
        for text in ["a", "hello", String(repeating: "x", count: 1000)] {
            try client.send(text)
            #expect(try client.receiveText(text.utf8.count) == text)
        }
        client.close()
        try recorder.wait(for: .end)
        server.stop()
    }

    @Test func `the three ways of writing keep their order, and a sent buffer is empty with its capacity`() throws {
        let recorder = Recorder()
        recorder.onReceive = { connection, bytes in
            var buffer = Array("one ".utf8)
            buffer.reserveCapacity(512)
            connection.write(&buffer)
            connection.write(Array("two ".utf8))
            connection.write(bytes)
            #expect(buffer.isEmpty && buffer.capacity >= 512)
            #expect(connection.unsentByteCount == 0)
        }
        let server = try Server(recorder: recorder)
        let client = try Client(server.address)
        try client.send("three")
        #expect(try client.receiveText(13) == "one two three")
        server.stop()
    }

    @Test func `a client that does not read pauses the server's reading, with bounded memory`() throws {
        let total = 4 * 1024 * 1024
        let recorder = SlowEcho()
        let server = try Server { connection in
            Self.limitSendBuffer(of: connection)
            return recorder
        }
        let client = try Client(server.address, receiveBuffer: 16 * 1024)
        let chunk = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        try startThread(named: "writer") {
            for _ in 0..<(total / chunk.count) { try? client.send(chunk) }
            client.endSending()
        }
        try recorder.choked.waitBriefly()
        for _ in 0..<(total / chunk.count) { try #require(try client.receive(exactly: chunk.count) == chunk) }
        #expect(client.receive() == [])
        let most = try server.ask { recorder.maxUnsent }
        #expect(most > Connection.highWaterMark)
        #expect(most <= Connection.highWaterMark + 64 * 1024)
        server.stop()
    }

    @Test(arguments: [(1_000, true), (200_000, false)])
    func `a reusable buffer frees the storage of a large response`(count: Int, keepsStorage: Bool) {
        var buffer = [UInt8](repeating: 1, count: count)
        let before = buffer.capacity
        buffer.removeAllButLittle()
        #expect(buffer.isEmpty)
        #expect((buffer.capacity == before) == keepsStorage)
    }

    enum Way: CaseIterable { case owned, reused, borrowed }

    @Test(arguments: Way.allCases)
    func `a large write is sent in parts, and connectionDidDrain is called once`(way: Way) throws {
        let payload = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let recorder = Recorder()
        let written = DispatchSemaphore(value: 0)
        recorder.onReceive = { connection, bytes in
            var buffer = payload
            switch way {
            case .owned: connection.write(buffer)
            case .reused: connection.write(&buffer)
            case .borrowed: buffer.withUnsafeBytes { connection.write($0) }
            }
            #expect(buffer.isEmpty == (way == .reused))
            #expect(connection.unsentByteCount > 0)
            connection.write(bytes)
            written.signal()
        }
        let server = try Server { connection in
            Self.limitSendBuffer(of: connection)
            return recorder
        }
        let client = try Client(server.address, receiveBuffer: 32 * 1024)
        try client.send("!")
        try written.waitBriefly()
        let isSame = try client.receive(exactly: payload.count) == payload
        #expect(isSame)
        #expect(try client.receiveText(1) == "!")
        try recorder.wait(for: .drained)
        #expect(recorder.count(of: .drained) == 1)
        server.stop()
    }

    @Test func `a paused connection receives nothing until it is resumed`() throws {
        let recorder = Recorder()
        let server = try Server { connection in
            connection.pauseReading()
            connection.write(Array("ready".utf8))
            return recorder
        }
        let client = try Client(server.address)
        #expect(try client.receiveText(5) == "ready")
        try client.send("late")
        // These two calls take two iterations of the loop, so the bytes have certainly arrived.
        let connection = try #require(try server.ask { server.loop.connections.first })
        _ = try server.ask { 0 }
        #expect(recorder.log == [])
        server.loop.execute { connection.resumeReading() }
        try recorder.wait(for: .received(Array("late".utf8)))
        server.stop()
    }
}

/// Echoes, and records the maximum number of unsent bytes.
private final class SlowEcho: ConnectionDelegate, @unchecked Sendable {  // ok: used on the loop's thread only
    let choked = DispatchSemaphore(value: 0)
    var maxUnsent = 0
    private var hasEnded = false

    func connection(_ connection: Connection, didReceive bytes: UnsafeRawBufferPointer) {
        connection.write(bytes)
        if maxUnsent <= Connection.highWaterMark, connection.unsentByteCount > Connection.highWaterMark {
            choked.signal()
        }
        maxUnsent = max(maxUnsent, connection.unsentByteCount)
    }

    func connectionDidReceiveEnd(_ connection: Connection) { connection.closeAfterFlushing() }
    func connectionDidReachDeadline(_ connection: Connection) {}
    func connectionDidDrain(_ connection: Connection) {}
    func connectionDidClose(_ connection: Connection) {}
}
