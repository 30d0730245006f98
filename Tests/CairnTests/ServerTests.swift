import Cairn
import CairnTesting
import HTTPProtocol
import Testing

@Suite("RFC 9112 §9: the server on a real socket") struct ServerTests {
    private func serve(
        _ configuration: Configuration = Transport.configuration, gate: Gate = Gate(),
        _ body: (UInt16) async throws -> Void
    ) async throws {
        try await Transport.socket.serve([Desk.hosted(gate: gate)], configuration: configuration) { wire in
            guard case .socket(let port) = wire.kind else { return }
            try await body(port)
        }
    }

    private func get(_ path: String, _ fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n\(fields)\r\n"
    }

    @Test func `RFC 9112 §9.3: a connection serves several requests until it is closed`() async throws {
        try await serve { port in
            let client = try await SocketClient(port: port)
            for _ in 1...3 {
                try await client.send(get("/desk"))
                let reply = try await client.reply()
                #expect(reply.status == 200)
                #expect(reply["Connection"] == nil)
                #expect(reply["Date"]?.hasSuffix("GMT") == true)
            }
            try await client.send(get("/desk", "Connection: close\r\n"))
            #expect(try await client.reply()["Connection"] == "close")
            #expect(try await client.receiveUntilEnd().isEmpty)
        }
    }

    @Test func `RFC 9112 §9.6: the last allowed request of a connection gets Connection: close`() async throws {
        var configuration = Transport.configuration
        configuration.requestsPerConnection = 2
        try await serve(configuration) { port in
            let client = try await SocketClient(port: port)
            try await client.send(get("/desk") + get("/desk") + get("/desk"))
            #expect(try await client.reply()["Connection"] == nil)
            #expect(try await client.reply()["Connection"] == "close")
            #expect(try await client.receiveUntilEnd().isEmpty)
        }
    }

    @Test func `RFC 9112 §9.6: at the limit of an address its longest idle connection is closed`() async throws {
        let lines = LogLines()
        var configuration = Transport.configuration
        configuration.connectionsPerAddress = 3
        // A slow machine must not time out the request that is incomplete meanwhile.
        configuration.headerTimeout = .seconds(60)
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration, log: lines.log()) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let busy = try await SocketClient(port: port)
            try await busy.send("GET /desk HTTP/1.1\r\n")
            var idle: [SocketClient] = []
            for _ in 1...2 { idle.append(try await SocketClient(port: port)) }
            // Use the idle connections in the reverse order of their arrival.
            for client in idle.reversed() {
                try await client.send(get("/desk"))
                #expect(try await client.reply().status == 200)
            }
            let next = try await SocketClient(port: port)
            try await next.send(get("/desk"))
            #expect(try await next.reply().status == 200)
            #expect(try await idle[1].receiveUntilEnd().isEmpty)
            for client in [idle[0], next] {
                try await client.send(get("/desk"))
                #expect(try await client.reply().status == 200)
            }
            try await busy.send("Host: a\r\n\r\n")
            #expect(try await busy.reply().status == 200)
        }
        #expect(
            lines.diagnostics.dropFirst() == [
                "security limit-reached from 127.0.0.1: --max-connections-per-ip: the longest idle connection is closed"
            ])
    }

    /// Returns two clients in the middle of a request: the server has sent 100 Continue and waits for the body.
    private func twoBusyClients(_ port: UInt16) async throws -> [SocketClient] {
        var busy: [SocketClient] = []
        for _ in 1...2 {
            let client = try await SocketClient(port: port)
            try await client.send(
                "POST /healthz HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
            #expect(try await client.reply(orInterim: true).status == 100)
            busy.append(client)
        }
        return busy
    }

    @Test func `RFC 9112 §9.4: if all connections of an address are in use, a new one is closed`() async throws {
        var configuration = Transport.configuration
        configuration.connectionsPerAddress = 2
        try await serve(configuration) { port in
            let busy = try await twoBusyClients(port)
            let refused = try await SocketClient(port: port)
            #expect(try await refused.receiveUntilEnd().isEmpty)
            try await busy[0].send("x")
            #expect(try await busy[0].reply().status == 405)
        }
    }

    @Test
    func `RFC 9112 §9.4: at the limit of connections new ones wait while all are in use, and idle ones are closed`()
        async throws
    {
        var configuration = Transport.configuration
        configuration.connections = 2
        try await serve(configuration) { port in
            let busy = try await twoBusyClients(port)
            let waiting = try await SocketClient(port: port)
            try await waiting.send(get("/desk"))
            let isServed = try await waiting.isReadable(within: 0)
            #expect(!isServed)
            try await busy[0].send("x")
            #expect(try await busy[0].reply().status == 405)
            #expect(try await waiting.reply().status == 200)
            #expect(try await busy[0].receiveUntilEnd().isEmpty)
            try await busy[1].send("x")
            #expect(try await busy[1].reply().status == 405)
        }
    }

    @Test func `RFC 9112 §9.3.2: a hundred pipelined requests are answered in order`() async throws {
        try await serve { port in
            let client = try await SocketClient(port: port)
            let requests = (1...100).map { number in
                number % 10 == 0
                    ? "POST /desk HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\nContent-Length: 1\r\n\r\nx"
                    : get("/desk/drawer:\(number)")
            }
            try await client.send(requests.joined())
            for number in 1...100 {
                let reply = try await client.reply()
                if number % 10 == 0 {
                    #expect(reply.status == 415, "\(number)")
                } else {
                    #expect(try reply.siren.title == "Drawer \(number)")
                }
            }
            client.endSending()
            #expect(try await client.receiveUntilEnd().isEmpty)
        }
    }

    @Test(arguments: Refused.allCases)
    func `RFC 9112 §9.6, RFC 9110 §15.5: a rejected request gets a complete response before the connection closes`(
        refused: Refused
    ) async throws {
        try await serve { port in
            let client = try await SocketClient(port: port)
            try await client.send(refused.request)
            // No 100 Continue precedes the response.
            let reply = try await client.reply(orInterim: true)
            #expect(reply.status == refused.status)
            #expect(reply["Connection"] == "close")
            #expect(reply["Date"].flatMap { HTTPDate.seconds(from: $0, now: 0) } != nil)
            #expect(reply["Content-Length"] == "\(reply.body.count)")
            #expect(reply["Server"] == nil)
            #expect(reply["X-Content-Type-Options"] == "nosniff")
            #expect(reply["Cross-Origin-Resource-Policy"] == "same-origin")
            client.endSending()
            #expect(try await client.receiveUntilEnd().isEmpty)
        }
    }

    @Test func `RFC 9112 §9.3.2: a thousand requests sent before any read are all answered`() async throws {
        try await serve { port in
            let client = try await SocketClient(port: port)
            try await client.send(String(repeating: "GET /desk HTTP/1.1\r\nHost: a\r\n\r\n", count: 1_000))
            client.endSending()
            for _ in 1...1_000 {
                let reply = try await client.reply()
                #expect(reply.status == 200 && reply.text.hasSuffix("</html>\n"))
            }
            #expect(try await client.receiveUntilEnd().isEmpty)
        }
    }

    @Test func `concurrent clients of one session on two loops lose no action`() async throws {
        var configuration = Transport.configuration
        configuration.threads = 2
        try await serve(configuration) { port in
            let visitor = Visitor(.socket(port: port))
            _ = try await visitor.post("/desk", "action=increment")
            let cookies = visitor.cookies
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...8 {
                    group.addTask {
                        let friend = Visitor(.socket(port: port))
                        friend.fields = cookies.map { ("Cookie", "\($0.key)=\($0.value)") }
                        for _ in 1...25 { try await #expect(friend.post("/desk", "action=increment").status == 303) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await visitor.visit("/desk?at=201").texts == ["Counted to 201"])
        }
    }

    @Test func `RFC 9112 §9.6: a client that stops sending still gets its response`() async throws {
        try await serve { port in
            let client = try await SocketClient(port: port)
            try await client.send(get("/desk"))
            client.endSending()
            #expect(try await client.reply().status == 200)
            #expect(try await client.receiveUntilEnd().isEmpty)
        }
    }

    @Test func `RFC 9110 §10.1.1: a client that expects 100 gets it`() async throws {
        try await serve { port in
            let client = try await SocketClient(port: port)
            try await client.send(
                "POST /desk HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 16\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n\r\n")
            try await client.send("action=increment")
            #expect(try await client.reply().status == 303)
        }
    }

    @Test
    func `RFC 9112 §9.6: a stop finishes the action in flight, closes idle connections, and ignores clients that left`()
        async throws
    {
        let gate = Gate()
        var configuration = Self.local
        configuration.gracePeriod = .seconds(120)
        let server = try Server(configuration, apps: [Desk.hosted(gate: gate)], log: Log(isQuiet: true))
        let running = Task { try await server.run() }
        let port = try #require(await server.waitUntilListening()?.port)
        try await gone(from: port)
        let idle = try await SocketClient(port: port)
        try await idle.send(get("/healthz"))
        #expect(try await idle.reply().status == 200)
        let busy = try await SocketClient(port: port)
        try await busy.send(
            Call(
                "POST", "/desk", fields: [("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("action=wait-at-gate".utf8)
            ).bytes)
        await gate.untilReached()
        let stopped = ContinuousClock.now
        server.stop()
        #expect(try await idle.receiveUntilEnd().isEmpty)
        gate.open()
        let reply = try await busy.reply()
        #expect(reply.status == 303)
        #expect(reply["Connection"] == "close")
        #expect(try await busy.receiveUntilEnd().isEmpty)
        try await running.value
        #expect(ContinuousClock.now - stopped < .seconds(60))
        await #expect(throws: SocketClient.Failure.self) { try await SocketClient(port: port) }
    }

    @Test func `cancelling the task stops the server`() async throws {
        let server = try Server(Self.local, apps: [Desk.hosted()], log: Log(isQuiet: true))
        let running = Task { try await server.run() }
        _ = try #require(await server.waitUntilListening())
        running.cancel()
        try await running.value
    }

    @Test func `a second server on the same port is refused`() async throws {
        try await serve { port in
            var configuration = Self.local
            configuration.port = port
            let second = try Server(configuration, apps: [Desk.hosted()], log: Log(isQuiet: true))
            await #expect(throws: (any Error).self) { try await second.run() }
        }
    }

    @Test func `while an action of a session waits, other sessions and reads of this one are served`() async throws {
        let gate = Gate()
        try await serve(gate: gate) { port in
            let visitor = Visitor(.socket(port: port))
            _ = try await visitor.post("/desk", "action=increment")
            let busy = try await SocketClient(port: port)
            let cookie = visitor.cookies.map { "\($0.key)=\($0.value)" }.joined()
            try await busy.send(
                Call(
                    "POST", "/desk",
                    fields: [("Content-Type", "application/x-www-form-urlencoded"), ("Cookie", cookie)],
                    body: Array("action=wait-at-gate".utf8)
                ).bytes)
            await gate.untilReached()
            #expect(try await visitor.visit("/desk").texts == ["Counted to 1"])
            #expect(try await Visitor(.socket(port: port)).post("/desk", "action=increment").status == 303)
            gate.open()
            #expect(try await busy.reply()["Location"] == "/desk?at=3")
        }
    }

    /// Connects a client, which gets a response and disconnects.
    private func gone(from port: UInt16) async throws {
        let client = try await SocketClient(port: port)
        try await client.send(get("/healthz"))
        #expect(try await client.reply().status == 200)
    }

    private static var local: Configuration {
        var configuration = Transport.configuration
        configuration.host = "127.0.0.1"
        configuration.port = 0
        return configuration
    }
}
