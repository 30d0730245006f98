import Cairn
import CairnTesting
import Testing

@Suite("RFC 9112 §9.5: slow clients", .timeLimit(.minutes(2))) struct SlowClientTests {
    private func serve(_ configuration: Configuration, _ body: (UInt16) async throws -> Void) async throws {
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration) { wire in
            guard case .socket(let port) = wire.kind else { return }
            try await body(port)
        }
    }

    @Test(arguments: Beginning.allCases)
    func `RFC 9110 §15.5.9: a request that does not arrive in time gets 408`(beginning: Beginning) async throws {
        var configuration = Transport.configuration
        configuration.headerTimeout = .seconds(1)
        configuration.bodyTimeout = .seconds(1)
        try await serve(configuration) { port in
            let client = try await SocketClient(port: port)
            try await client.send(beginning.rawValue)
            let reply = try await client.reply()
            #expect(reply.status == 408)
            #expect(reply["Date"] != nil)
            #expect(reply["Connection"] == "close")
            #expect(try await client.receiveUntilEnd().isEmpty)
        }
    }

    @Test func `an idle connection is closed without a response`() async throws {
        var configuration = Transport.configuration
        // Long enough for the client to send its request on a busy machine.
        configuration.idleTimeout = .seconds(10)
        try await serve(configuration) { port in
            let client = try await SocketClient(port: port)
            try await client.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.reply().status == 200)
            #expect(try await client.receiveUntilEnd().isEmpty)
        }
    }

    @Test(arguments: [
        "GET /", "GET / HTTP/1.1\r\nHost: a\r\nX: ", "GET / HTTP/1.1\r\nHost: a\r\nX",
        "POST /desk HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n",
        "POST /desk HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2710\r\n",
    ])
    func `RFC 9110 §15.5.9: single octets do not extend the deadline (slow loris)`(beginning: String)
        async throws
    {
        var configuration = Transport.configuration
        configuration.headerTimeout = .seconds(1)
        configuration.bodyTimeout = .seconds(1)
        try await serve(configuration) { port in
            let client = try await SocketClient(port: port)
            try await client.send(beginning)
            var count = 0
            while try await !client.isReadable(within: 20), count < 2_000 {
                try await client.send("x")
                count += 1
            }
            #expect(count < 2_000, "it is still listened to")
            #expect(try await client.reply().status == 408)
        }
    }
}
