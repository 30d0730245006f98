import Dispatch
import Testing

@testable import Sockets

@Suite("Host names and several addresses: getaddrinfo(3)", .timeLimit(.minutes(3))) struct HostNameTests {
    private let pool = BlockingPool(threads: 1)

    @Test func `localhost has loopback addresses with the port`() async throws {
        let addresses = try await SocketAddress.lookUp(host: "localhost", port: 6379, on: pool)
        #expect(!addresses.isEmpty)
        #expect(addresses.allSatisfy { $0.isOfThisMachine && $0.port == 6379 && $0.family != .local })
        #expect(Set(addresses).count == addresses.count)
    }

    @Test(arguments: ["127.0.0.1", "::1", "192.0.2.7"])
    func `a numeric address needs no thread of the pool`(host: String) async throws {
        pool.shutdown()
        let addresses = try await SocketAddress.lookUp(host: host, port: 80, on: pool)
        #expect(addresses == [try SocketAddress(host: host, port: 80)])
        let error = await #expect(throws: SocketError.self) {
            try await SocketAddress.lookUp(host: "localhost", port: 80, on: pool)
        }
        #expect(error?.code == .poolIsShutDown)
    }

    @Test(arguments: ["no-host.invalid", "", "localhost\0.example"])
    func `an unknown name is an error with the name`(host: String) async throws {
        let error = await #expect(throws: SocketError.self) {
            try await SocketAddress.lookUp(host: host, port: 80, on: pool)
        }
        // Without a name server, a look-up fails for another reason.
        let codes: [SocketError.Code] = host.hasSuffix(".invalid") ? [.nameNotFound, .lookUpFailed] : [.nameNotFound]
        #expect(codes.contains(try #require(error?.code)))
        #expect(error?.description.hasPrefix("look up \(host): ") == true)
        #expect(error?.reason?.isEmpty == false)
    }

    @Test func `a cancelled look-up does not wait for the pool`() async throws {
        let release = try blockPool()
        defer { release.signal() }
        let task = Task { [pool] in try await SocketAddress.lookUp(host: "localhost", port: 80, on: pool) }
        task.cancel()
        let error = await #expect(throws: SocketError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func `a connection to a host by its name`() async throws {
        let server = try Server { _ in echo() }
        let loop = try startedLoop()
        let recorder = Recorder()
        let connection = try await loop.connect(
            toHost: "localhost", port: server.address.port, lookingUpOn: pool, within: .seconds(30), delegate: recorder)
        #expect(connection.remoteAddress == server.address)
        #expect(try loop.ask { loop.timers.next } == nil)
        loop.execute { connection.write(Array("hello".utf8)) }
        try recorder.wait(for: .received(Array("hello".utf8)))
        loop.stop()
        loop.join()
        server.stop()
    }

    @Test func `the deadline of a connection to a host includes the look-up`() async throws {
        let release = try blockPool()
        defer { release.signal() }
        let loop = try startedLoop()
        let error = await #expect(throws: SocketError.self) {
            try await loop.connect(
                toHost: "localhost", port: 80, lookingUpOn: pool, within: .milliseconds(1), delegate: Recorder())
        }
        #expect(error?.code == .timedOut)
        #expect(error?.description.hasPrefix("look up localhost: ") == true)
        try stopEmpty(loop)
    }

    // MARK: - Several addresses

    @Test func `the next address is tried after a refusal, and after the share of one that does not answer`()
        async throws
    {
        let server = try echoServer()
        let full = try FullServer()
        let loop = try startedLoop()
        let recorder = Recorder()
        let refusing = try RefusingPort()
        let addresses = [refusing.address, full.address, server.address]
        // On the loop, because other tests block the threads of the global executor.
        let connection = try await Task(executorPreference: loop) {
            try await loop.connect(toFirstOf: addresses, within: .seconds(3), delegate: recorder)
        }.value
        #expect(connection.remoteAddress == server.address)
        loop.execute { connection.close() }
        try recorder.wait(for: .closed)
        #expect(recorder.log == [.closed])
        try stopEmpty(loop)
        server.stop()
    }

    @Test func `the error of the last address is thrown if none accepts`() async throws {
        let (first, last) = (try RefusingPort(), try RefusingPort())
        let loop = try startedLoop()
        let error = await #expect(throws: SocketError.self) {
            try await loop.connect(
                toFirstOf: [first.address, last.address], within: .seconds(30), delegate: Recorder())
        }
        #expect(error?.code == .connectionRefused)
        #expect(error?.address == last.address.description)
        let empty = await #expect(throws: SocketError.self) {
            try await loop.connect(toFirstOf: [], within: .seconds(30), delegate: Recorder())
        }
        #expect(empty?.code == .invalidAddress)
        try stopEmpty(loop)
    }

    @Test func `a cancelled task tries no further address`() async throws {
        let full = try FullServer()
        let accepted = Shared(false)
        let server = try Server(host: serverHost) { _ in
            accepted.change { $0 = true }
            return Recorder()
        }
        let loop = try startedLoop()
        let task = Task {
            try await loop.connect(
                toFirstOf: [full.address, server.address], within: .seconds(60), delegate: Recorder())
        }
        _ = try await loop.waitForSockets()
        task.cancel()
        let error = await #expect(throws: SocketError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        try stopEmpty(loop)
        server.stop()
        #expect(!accepted.value)
    }

    /// Blocks the only thread of the pool until the semaphore is signalled.
    private func blockPool() throws -> DispatchSemaphore {
        let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        pool.start {
            begun.signal()
            release.wait()
        }
        try begun.waitBriefly()
        return release
    }
}
