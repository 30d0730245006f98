import Dispatch
import Foundation
import Glibc
import Testing

@testable import Sockets

@Suite("Outgoing connections: connect(2)", .timeLimit(.minutes(3))) struct ConnectingTests {
    private let path = NSTemporaryDirectory() + "cairn-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"

    @Test(arguments: [true, false])
    func `a connection writes, receives and closes`(isCalledOnTheLoop: Bool) async throws {
        let server = try echoServer()
        let loop = try startedLoop()
        let recorder = Recorder()
        let connection = try await Task(executorPreference: isCalledOnTheLoop ? loop : nil) {
            try await loop.connect(to: .address(server.address), within: .seconds(30), delegate: recorder)
        }.value
        #expect(connection.remoteAddress == server.address)
        loop.execute { connection.write(Array("hello".utf8)) }
        try recorder.wait(for: .received(Array("hello".utf8)))
        loop.execute { connection.closeAfterFlushing() }
        try recorder.wait(for: .closed)
        #expect(recorder.log == [.received(Array("hello".utf8)), .closed])
        try stopEmpty(loop)
        server.stop()
    }

    @Test func `the bytes that a server sends first reach the delegate`() async throws {
        let server = try Server(host: serverHost) { connection in
            connection.write(Array("welcome".utf8))
            return Recorder()
        }
        let loop = try startedLoop()
        let recorder = Recorder()
        _ = try await loop.connect(to: .address(server.address), within: .seconds(30), delegate: recorder)
        try recorder.wait(for: .received(Array("welcome".utf8)))
        loop.stop()
        loop.join()
        #expect(recorder.log == [.received(Array("welcome".utf8)), .closed])
        server.stop()
    }

    @Test func `small writes are sent at once, and the kernel checks idle connections`() async throws {
        let server = try echoServer()
        let loop = try startedLoop()
        let connection = try await loop.connect(
            to: .address(server.address), within: .seconds(30), delegate: Recorder())
        func option(_ name: Int32, at level: Int32) -> Int32 {
            var value: Int32 = -1
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(connection.descriptor, level, name, &value, &length)
            return value
        }
        #expect(option(TCP_NODELAY, at: Int32(IPPROTO_TCP)) == 1)
        #expect(option(SO_KEEPALIVE, at: SOL_SOCKET) == 1)
        #expect(option(TCP_KEEPIDLE, at: Int32(IPPROTO_TCP)) == 60)
        loop.stop()
        loop.join()
        server.stop()
    }

    @Test func `a server can listen on the port that an outgoing connection uses`() async throws {
        let server = try echoServer()
        let loop = try startedLoop()
        let connection = try await loop.connect(
            to: .address(server.address), within: .seconds(30), delegate: Recorder())
        let used = try SocketAddress(localAddressOf: connection.descriptor)
        #expect(throws: Never.self) { try used.requireFree() }
        loop.stop()
        loop.join()
        server.stop()
    }

    @Test func `a connection to a Unix-domain socket writes and receives`() async throws {
        let socket = try ListeningSocket(path: path)
        let loop = try startedLoop()
        _ = try loop.listen(on: socket) { _ in echo() }
        let recorder = Recorder()
        let connection = try await loop.connect(to: .path(path), within: .seconds(30), delegate: recorder)
        #expect(connection.remoteAddress == .local)
        loop.execute { connection.write(Array("hello".utf8)) }
        try recorder.wait(for: .received(Array("hello".utf8)))
        loop.stop()
        loop.join()
        withExtendedLifetime(socket) {}
    }

    // MARK: - Errors

    @Test func `a port without a server refuses the connection`() async throws {
        let port = try RefusingPort()
        let loop = try startedLoop()
        let error = try await failure(of: .address(port.address), on: loop)
        #expect(error.code == .connectionRefused)
        #expect(error.description.hasPrefix("connect to \(port.address): no server listens there; start the server"))
        try stopEmpty(loop)
    }

    @Test func `errors of a path name the path and a way to correct them`() async throws {
        let loop = try startedLoop()
        let missing = try await failure(of: .path(path), on: loop)
        #expect(missing.code == .notFound)
        #expect(missing.description == "connect to unix:\(path): no such socket; start the server, or check the path")
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        defer { unlink(path) }
        #expect(try await failure(of: .path(path), on: loop).code == .connectionRefused)
        #expect(try await failure(of: .path(""), on: loop).code == .invalidAddress)
        #expect(try await failure(of: .address(.local), on: loop).code == .invalidAddress)
        try stopEmpty(loop)
    }

    @Test func `a Unix-domain socket with a full backlog is an error of its own`() async throws {
        let socket = try ListeningSocket(path: path, backlog: 0)
        let loop = try startedLoop()
        _ = try await loop.connect(to: .path(path), within: .seconds(30), delegate: Recorder())
        #expect(try await failure(of: .path(path), on: loop).code == .backlogIsFull)
        loop.stop()
        loop.join()
        withExtendedLifetime(socket) {}
    }

    @Test func `a connection attempt ends at its deadline`() async throws {
        let full = try FullServer()
        let loop = try startedLoop()
        let recorder = Recorder()
        let error = await #expect(throws: SocketError.self) {
            try await loop.connect(to: .address(full.address), within: .milliseconds(1), delegate: recorder)
        }
        #expect(error?.code == .timedOut)
        #expect(error?.description.hasPrefix("connect to \(full.address): no connection within the time limit") == true)
        #expect(try await failure(of: .address(full.address), on: loop, within: .zero).code == .timedOut)
        #expect(recorder.log == [])
        #expect(try loop.ask { loop.timers.next } == nil)
        try stopEmpty(loop)
    }

    @Test func `the deadline closes the descriptor`() async throws {
        let full = try FullServer()
        let loop = try startedLoop()
        let (task, sockets) = try loop.ask {
            let task = Task.immediate(executorPreference: loop) {
                try await loop.connect(to: .address(full.address), within: .milliseconds(10), delegate: Recorder())
            }
            return (task, loop.sockets)
        }
        #expect(sockets.count == 1)
        let error = await #expect(throws: SocketError.self) { try await task.value }
        #expect(error?.code == .timedOut)
        #expect(try openSockets().isDisjoint(with: sockets))
        try stopEmpty(loop)
    }

    @Test func `an attempt that reaches its own socket is refused`() throws {
        let address = try SocketAddress(host: serverHost, port: 0)
        let descriptor = try Endpoint.address(address).openSocket()
        defer { close(descriptor) }
        try address.bindSocket(descriptor)
        let itself = Endpoint.address(try SocketAddress(localAddressOf: descriptor))
        _ = try itself.connect(descriptor)
        let error = #expect(throws: SocketError.self) { try itself.requireConnected(descriptor) }
        #expect(error?.code == .connectionRefused)
    }

    // MARK: - Cancellation and the end of the loop

    @Test(arguments: [true, false])
    func `a cancelled attempt throws and closes its descriptor`(isCalledOnTheLoop: Bool) async throws {
        let full = try FullServer()
        let loop = try startedLoop()
        let recorder = Recorder()
        let task = Task(executorPreference: isCalledOnTheLoop ? loop : nil) {
            try await loop.connect(to: .address(full.address), within: .seconds(60), delegate: recorder)
        }
        let sockets = try await loop.waitForSockets()
        #expect(sockets.count == 1)
        task.cancel()
        let error = await #expect(throws: SocketError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(try loop.ask { loop.timers.next } == nil)
        #expect(recorder.log == [])
        try stopEmpty(loop)
        #expect(try openSockets().isDisjoint(with: sockets))
    }

    @Test func `a task that is already cancelled opens no socket`() async throws {
        let server = try echoServer()
        let loop = try startedLoop()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await loop.connect(to: .address(server.address), within: .seconds(60), delegate: Recorder())
        }
        task.cancel()
        let error = await #expect(throws: SocketError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        try stopEmpty(loop)
        server.stop()
    }

    @Test func `the end of the loop ends an attempt`() async throws {
        let full = try FullServer()
        let loop = try startedLoop()
        let task = Task {
            try await loop.connect(to: .address(full.address), within: .seconds(60), delegate: Recorder())
        }
        let sockets = try await loop.waitForSockets()
        loop.stop()
        loop.join()
        let error = await #expect(throws: SocketError.self) { try await task.value }
        #expect(error?.code == .loopHasEnded)
        #expect(sockets.count == 1)
        #expect(try openSockets().isDisjoint(with: sockets))
    }

    @Test func `an attempt on a loop that has ended, or ends at once, throws`() async throws {
        let full = try FullServer()
        let loop = try startedLoop()
        loop.stop()
        #expect(try await failure(of: .address(full.address), on: loop).code == .loopHasEnded)
        loop.join()
        #expect(try await failure(of: .address(full.address), on: loop).code == .loopHasEnded)
    }

    @Test func `an attempt on a loop that never starts can be cancelled`() async throws {
        let full = try FullServer()
        let loop = try EventLoop()
        let task = Task {
            try await loop.connect(to: .address(full.address), within: .seconds(60), delegate: Recorder())
        }
        while loop.foreign.withLock({ $0.bodies.isEmpty }) { await Task.yield() }
        task.cancel()
        let error = await #expect(throws: SocketError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        loop.start()
        try stopEmpty(loop)
    }

    @Test func `five hundred attempts at once, some cancelled, leak no descriptor and no connection`() async throws {
        let server = try echoServer()
        let refused = try RefusingPort()
        let loop = try startedLoop()
        let before = try openSockets().count
        let outcomes = await withTaskGroup(of: SocketError.Code?.self) { group in
            for index in 0..<500 {
                group.addTask(executorPreference: index.isMultiple(of: 2) ? loop : nil) {
                    let endpoint = Endpoint.address(index.isMultiple(of: 5) ? refused.address : server.address)
                    let task = Task(executorPreference: loop) {
                        let connection = try await loop.connect(
                            to: endpoint, within: .seconds(30), delegate: Recorder())
                        loop.execute { connection.close() }
                    }
                    if index.isMultiple(of: 7) { task.cancel() }
                    switch await task.result {
                    case .success: return nil
                    case .failure(let error): return (error as? SocketError)?.code
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0 == nil || $0 == .connectionRefused || $0 == .cancelled })
        #expect(outcomes.count { $0 == nil } >= 300)
        #expect(outcomes.count { $0 == .connectionRefused } >= 80)
        try stopEmpty(loop)
        server.stop()
        // Other tests open up to 200 sockets at the same time, but not for long.
        while try openSockets().count > before + 40 { await Task.yield() }
    }

    // MARK: - Limits of servers

    @Test func `an outgoing connection does not count towards the maximum number of connections`() async throws {
        let other = try echoServer()
        let server = try echoServer(maximumConnections: 1)
        for _ in 0..<3 {
            _ = try await server.loop.connect(to: .address(other.address), within: .seconds(30), delegate: Recorder())
        }
        #expect(try server.ask { server.loop.acceptedConnectionCount } == 0)
        let client = try Client(server.address)
        try client.send("hello")
        #expect(try client.receiveText(5) == "hello")
        #expect(try server.ask { server.loop.acceptedConnectionCount } == 1)
        #expect(try server.ask { server.loop.connectionCount } == 4)
        client.close()
        server.stop()
        #expect(server.loop.outgoingCount == 0)
        other.stop()
    }

    @Test func `unsent bytes of an outgoing connection do not count for the budget and do not pause its reading`()
        async throws
    {
        let server = try Server(host: serverHost) { connection in
            connection.pauseReading()
            connection.write(Array("first".utf8))
            return Recorder()
        }
        let budget = UnsentBudget(limit: 1)
        let loop = try EventLoop(unsentBudget: budget)
        loop.start()
        let recorder = Recorder()
        let connection = try await loop.connect(to: .address(server.address), within: .seconds(30), delegate: recorder)
        let unsent = try loop.ask {
            connection.write([UInt8](repeating: 0, count: 64 * 1024 * 1024))
            return connection.unsentByteCount
        }
        #expect(unsent > Connection.highWaterMark)
        #expect(budget.total == 0)
        try recorder.wait(for: .received(Array("first".utf8)))
        #expect(try loop.ask { connection.isClosed } == false)
        loop.stop()
        loop.join()
        server.stop()
    }

    // MARK: - Support

    private func failure(
        of endpoint: Endpoint, on loop: EventLoop, within limit: Duration = .seconds(30)
    ) async throws -> SocketError {
        let recorder = Recorder()
        let error = await #expect(throws: SocketError.self) {
            try await loop.connect(to: endpoint, within: limit, delegate: recorder)
        }
        #expect(recorder.log == [])
        return try #require(error)
    }
}
