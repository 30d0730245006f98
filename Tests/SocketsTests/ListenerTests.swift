import CLinux
import Dispatch
import Glibc
import Testing

@testable import Sockets

@Suite("Listening: listen(2), accept(2)", .timeLimit(.minutes(3))) struct ListenerTests {
    @Test func `two loops share a port, and both accept connections`() throws {
        let counts = Shared([0, 0])
        let accepted = DispatchSemaphore(value: 0)
        var address = try SocketAddress(host: "127.0.0.1", port: 0)
        var loops: [EventLoop] = []
        for index in 0..<2 {
            let loop = try EventLoop()
            address = try loop.listen(on: address) { _ in
                counts.change { $0[index] += 1 }
                accepted.signal()
                return Recorder()
            }.address
            loop.start()
            loops.append(loop)
        }
        let clients = try (0..<200).map { _ in try Client(address) }
        for _ in clients { try accepted.waitBriefly() }
        let each = counts.value
        #expect(each.reduce(0, +) == 200)
        #expect(each.allSatisfy { $0 > 0 })
        for client in clients { client.close() }
        for loop in loops { loop.stop() }
        for loop in loops { loop.join() }
    }

    @Test func `requireFree fails while a listener shares the port`() throws {
        let server = try Server(recorder: Recorder())
        let error = #expect(throws: SocketError.self) { try server.address.requireFree() }
        #expect(error?.code == .addressInUse)
        let advice = "port \(server.address.port) is already in use; set PORT to another port"
        #expect(error?.description.contains(advice) == true)
        server.stop()
        waitUntilFree(server.address)
        #expect(throws: Never.self) { try server.address.requireFree() }
    }

    /// Waits until no process has a socket of the port: one that another test starts has all descriptors until exec(3).
    private func waitUntilFree(_ address: SocketAddress) {
        for _ in 0..<20_000 where (try? address.requireFree()) == nil { sched_yield() }
    }

    @Test func `RFC 9112 §9.4: at the limit, new clients wait until a connection closes`() throws {
        let accepted = DispatchSemaphore(value: 0)
        let server = try Server(maximumConnections: 2) { connection in
            accepted.signal()
            let recorder = Recorder()
            recorder.onEnd = { $0.close() }
            return recorder
        }
        let clients = try (0..<3).map { _ in try Client(server.address) }
        try accepted.waitBriefly()
        try accepted.waitBriefly()
        #expect(try server.ask { server.loop.connectionCount } == 2)
        #expect(accepted.wait(timeout: .now()) == .timedOut)
        clients[0].close()
        try accepted.waitBriefly()
        #expect(try server.ask { server.loop.connectionCount } <= 2)
        for client in clients.dropFirst() { client.close() }
        server.stop()
    }

    @Test func `a refused connection is closed and does not count towards the limit`() throws {
        let server = try Server(maximumConnections: 1) { _ in nil }
        for _ in 0..<3 {
            let client = try Client(server.address)
            #expect((client.receive() ?? []).isEmpty)
            client.close()
        }
        server.stop()
    }

    @Test func `a closed listener frees its port, and its connections stay open`() throws {
        let recorder = Recorder()
        recorder.onReceive = { $0.write($1) }
        let server = try Server(recorder: recorder)
        let client = try Client(server.address)
        try client.send("a")
        #expect(try client.receiveText(1) == "a")
        server.listener.close()
        _ = try server.ask { 0 }
        waitUntilFree(server.address)
        #expect(throws: SocketError.self) { try Client(server.address) }
        #expect(throws: Never.self) { try server.address.requireFree() }
        try client.send("b")
        #expect(try client.receiveText(1) == "b")
        server.stop()
    }

    @Test func `without descriptors a listener pauses and recovers`() async {
        await #expect(processExitsWith: .success) {
            let accepted = DispatchSemaphore(value: 0)
            let server = try Server { _ in
                accepted.signal()
                return Recorder()
            }
            let first = try Client(server.address)
            try accepted.waitBriefly()
            // Create the socket while descriptors are left, then use up the rest, and connect last.
            let second = try server.address.openSocket()
            _ = fcntl(second, F_SETFL, 0)
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            #expect(linux_set_descriptor_limit(&limit) == 0)
            var filler: [Int32] = []
            while case let descriptor = dup(0), descriptor >= 0 { filler.append(descriptor) }
            try server.address.withSystemAddress { pointer, length throws(SocketError) in
                try require("connect") { Glibc.connect(second, pointer, length) }
            }
            var turns = 0
            while try !server.ask({ server.listener.isShort }) { turns += 1 }
            // A loop that spins instead of pausing would use about 0.25 s of CPU time.
            let before = clock()
            #expect(accepted.wait(timeout: .now() + 0.25) == .timedOut)
            #expect(Double(clock() - before) / Double(CLOCKS_PER_SEC) < 0.1)
            for descriptor in filler { close(descriptor) }
            try accepted.waitBriefly()
            first.close()
            server.stop()
            // A failed expectation does not change the exit code by itself.
            exit(0)
        }
    }

    @Test(arguments: [
        (ECONNABORTED, AcceptOutcome.unlucky), (EPROTO, .unlucky), (EPERM, .unlucky), (ENETUNREACH, .unlucky),
        (EMFILE, .shortage), (ENFILE, .shortage), (ENOBUFS, .shortage), (ENOMEM, .shortage), (EINVAL, .shortage),
    ])
    func `errors of accept are classified by errno`(code: Int32, outcome: AcceptOutcome) {
        #expect(AcceptOutcome(errno: code) == outcome)
    }

    @Test func `accepted sockets inherit TCP_NODELAY from the listener`() throws {
        let accepted = DispatchSemaphore(value: 0)
        let server = try Server { _ in
            accepted.signal()
            return Recorder()
        }
        let client = try Client(server.address)
        try accepted.waitBriefly()
        let value = try server.ask {
            var value: Int32 = 0
            var length = socklen_t(4)
            let descriptor = server.loop.connections.first?.descriptor ?? -1
            getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &value, &length)
            return value
        }
        #expect(value != 0)
        client.close()
        server.stop()
    }
}
