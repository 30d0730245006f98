import Dispatch
import Glibc
import Testing

@testable import Sockets

@Suite("Addresses, signals, limits", .timeLimit(.minutes(3))) struct SystemTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:80"), ("0.0.0.0", "0.0.0.0:80"), ("::", "[::]:80"), ("::1", "[::1]:80"),
        ("2001:DB8:0::1", "[2001:db8::1]:80"),
    ])
    func `numeric addresses are parsed and printed`(host: String, printed: String) throws {
        #expect(try SocketAddress(host: host, port: 80).description == printed)
    }

    @Test(arguments: ["", "localhost", "256.0.0.1", "1.2.3", "::g", "[::1]", "127.0.0.1\0"])
    func `a host that is not a numeric address is refused with an example`(host: String) {
        let error = #expect(throws: SocketError.self) { try SocketAddress(host: host, port: 80) }
        #expect(error?.code == .invalidAddress)
        #expect(error?.description.contains("127.0.0.1") == true)
    }

    @Test func `an IPv4 client of an IPv6 socket is reported with its IPv4 address`() throws {
        let accepted = DispatchSemaphore(value: 0)
        let server = try Server(host: "::") { _ in
            accepted.signal()
            return Recorder()
        }
        let client = try Client(SocketAddress(host: "127.0.0.1", port: server.address.port))
        try accepted.waitBriefly()
        let remote = try #require(try server.ask { server.loop.connections.first?.remoteAddress })
        #expect(remote.family == .ipv4)
        #expect(remote == (try SocketAddress(localAddressOf: client.descriptor)))
        client.close()
        server.stop()
    }

    @Test func `listening on an address of another machine fails`() throws {
        let loop = try EventLoop()
        let error = #expect(throws: SocketError.self) {
            try loop.listen(on: SocketAddress(host: "192.0.2.1", port: 0)) { _ in nil }
        }
        #expect(error?.code == .addressNotAvailable)
        #expect(error?.operation == "bind")
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal to the process reaches the waiting thread`(number: Int32) async {
        await #expect(processExitsWith: .exitCode(17)) { [number] in
            let source = try SignalSource(signals: [SIGTERM, SIGINT])
            source.wake()
            guard source.next(within: 60_000) == nil else { exit(1) }
            kill(getpid(), SIGPIPE)
            kill(getpid(), number)
            exit(source.next(within: 60_000) == number ? 17 : 1)
        }
    }

    @Test func `a signal source restores the previous signal handlers`() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let source = try SignalSource(signals: [SIGTERM])
            source.restore()
            kill(getpid(), SIGTERM)
            _ = source.next(within: 60_000)
        }
    }

    @Test func `the soft limit of descriptors is raised to the hard limit`() {
        let limit = raiseDescriptorLimit()
        #expect(limit > 0)
        #expect(raiseDescriptorLimit() == limit)
    }
}
