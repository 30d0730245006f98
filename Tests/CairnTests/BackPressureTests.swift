import Cairn
import CairnTesting
import Testing

@Suite("RFC 9112 §9.5: clients that do not read") struct BackPressureTests {
    private static let many = Array(
        String(repeating: "GET /desk HTTP/1.1\r\nHost: a\r\n\r\n", count: 2_000).utf8)

    @Test(.timeLimit(.minutes(3)))
    func `a client is throttled while its response is awaited, and then served`() async throws {
        let gate = Gate()
        try await Transport.socket.serve([Desk.hosted(gate: gate)]) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            let form = "action=wait-at-gate"
            try await client.send(
                "POST /desk HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)")
            await gate.untilReached()
            // The kernel's buffers on both ends hold some megabytes; the server must not accept the rest.
            let taken = try await client.sendRepeatedly(Self.many, limit: 256_000_000)
            #expect(taken < 64_000_000)
            gate.open()
            #expect(try await client.reply().status == 303)
            #expect(try await client.reply().status == 200)
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `a client that does not read its responses is throttled and does not delay others`() async throws {
        try await Transport.socket.serve([Desk.hosted()]) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            #expect(try await client.sendRepeatedly(Self.many, limit: 256_000_000) < 64_000_000)
            let other = try await SocketClient(port: port)
            try await other.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await other.reply().status == 200)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `a client that reads nothing within the write time is reset`() async throws {
        var configuration = Transport.configuration
        configuration.writeTimeout = .seconds(1)
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            #expect(try await client.sendRepeatedly(Self.many, limit: 256_000_000) < 64_000_000)
            let isReset = try await client.isReset(within: 60_000)
            #expect(isReset)
        }
    }
}
