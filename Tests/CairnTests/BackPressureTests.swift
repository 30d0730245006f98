import Cairn
import CairnTesting
import Testing

@Suite("RFC 9112 §9.5: a client that does not read") struct BackPressureTests {
    private static let many = Array(
        String(repeating: "GET /desk HTTP/1.1\r\nHost: a\r\n\r\n", count: 2_000).utf8)

    @Test(.timeLimit(.minutes(1)))
    func `is held back while an answer is awaited, and served when it comes`() async throws {
        let gate = Gate()
        try await Transport.socket.serve([Desk.hosted(gate: gate)]) { wire in
            guard case .socket(let port) = wire else { return }
            let client = try await SocketClient(port: port)
            let form = "action=wait-at-gate"
            try await client.send(
                "POST /desk HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)")
            await gate.untilReached()
            // What the kernel keeps for both ends is some megabytes; the server must not take the rest.
            let taken = try await client.sendRepeatedly(Self.many, limit: 256_000_000)
            #expect(taken < 64_000_000)
            gate.open()
            #expect(try await client.reply().status == 303)
            #expect(try await client.reply().status == 200)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `is held back while it does not take its answers, and does not hold up others`() async throws {
        try await Transport.socket.serve([Desk.hosted()]) { wire in
            guard case .socket(let port) = wire else { return }
            let client = try await SocketClient(port: port)
            #expect(try await client.sendRepeatedly(Self.many, limit: 256_000_000) < 64_000_000)
            let other = try await SocketClient(port: port)
            try await other.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await other.reply().status == 200)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `is let go of if it takes nothing in the time for writing`() async throws {
        var configuration = Transport.configuration
        configuration.writeSeconds = 1
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration) { wire in
            guard case .socket(let port) = wire else { return }
            let client = try await SocketClient(port: port)
            #expect(try await client.sendRepeatedly(Self.many, limit: 256_000_000) < 64_000_000)
            let isReset = try await client.isReset(within: 60_000)
            #expect(isReset)
        }
    }
}
