import CairnTesting
import HTTPProtocol
import Testing

@testable import Cairn

@Suite("RFC 9110 §15.6.4: handlers that do not return", .timeLimit(.minutes(2))) struct HandlerTimeTests {
    private func post(_ action: String, _ cookie: String? = nil) -> String {
        let form = "action=\(action)"
        return "POST /desk HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            + "Content-Length: \(form.utf8.count)\r\n" + (cookie.map { "Cookie: \($0)\r\n" } ?? "") + "\r\n" + form
    }

    private func serve(
        handlerTimeout: Duration = .seconds(30),
        _ body: (_ port: UInt16, _ gate: Gate, _ cookie: String) async throws -> Void
    ) async throws {
        let gate = Gate()
        var configuration = Transport.configuration
        configuration.handlerTimeout = handlerTimeout
        try await Transport.socket.serve([Desk.hosted(gate: gate)], configuration: configuration) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            try await client.send(post("increment"))
            let reply = try await client.reply()
            let cookie = try #require(reply["Set-Cookie"]?.split(separator: ";").first)
            try await body(port, gate, String(cookie))
            gate.open()
        }
    }

    @Test func `a client that disconnects cancels its action, and its session stays usable`() async throws {
        try await serve { port, gate, cookie in
            do {
                let stuck = try await SocketClient(port: port)
                try await stuck.send(post("wait-at-gate", cookie))
                await gate.untilReached()
                stuck.breakOff()
            }
            let next = try await SocketClient(port: port)
            // The handler still waits at the gate; the cancellation releases the session's mutex.
            try await next.send(post("increment", cookie))
            #expect(try await next.reply().status == 303)
            gate.open()
            try await next.send("GET /desk HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nCookie: \(cookie)\r\n\r\n")
            #expect(try await next.reply().text.contains("Counted to 2"))
        }
    }

    @Test func `a client that closes its sending side gets the response of a handler that returns soon`() async throws {
        try await serve { port, gate, cookie in
            let client = try await SocketClient(port: port)
            try await client.send(post("wait-at-gate", cookie))
            client.endSending()
            await gate.untilReached()
            gate.open()
            #expect(try await client.reply().status == 303)
        }
    }

    @Test func `a handler that exceeds its time gets 503, and the connection continues`() async throws {
        try await serve(handlerTimeout: .seconds(1)) { port, gate, cookie in
            let client = try await SocketClient(port: port)
            try await client.send(post("wait-at-gate", cookie) + post("increment", cookie))
            let reply = try await client.reply()
            #expect(reply.status == 503)
            #expect(reply["Retry-After"] != nil)
            #expect(try await client.reply().status == 303)
            gate.open()
            try await client.send("GET /desk HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nCookie: \(cookie)\r\n\r\n")
            #expect(try await client.reply().text.contains("Counted to 2"))
        }
    }

    @Test func `the watchdog names the running request, or all suspended ones`() throws {
        let underWay = RequestsUnderWay()
        #expect(underWay.suspects.isEmpty)
        let (first, second) = (Request(target: "/first"), Request(target: "/second"))
        underWay.begin(first)
        #expect(underWay.suspects.map(\.target) == ["/first"])
        underWay.end()
        #expect(underWay.suspects.isEmpty)
        // Two suspended requests, as their connections record them.
        let connections = [Gate(), Gate()]
        underWay.add(first, of: connections[0])
        underWay.add(second, of: connections[1])
        #expect(Set(underWay.suspects.map(\.target)) == ["/first", "/second"])
        underWay.begin(second)
        #expect(underWay.suspects.map(\.target) == ["/second"])
        underWay.end()
        underWay.remove(connections[0])
        #expect(underWay.suspects.map(\.target) == ["/second"])
    }

    @Test func `a request is logged with method, path and action, but without typed values`() async throws {
        try await Transport.memory.serve([Desk.hosted()]) { wire in
            guard case .memory(let site) = wire.kind else { return }
            let request = Request(
                method: .post, target: "/desk?secret=1",
                fields: [("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("password=2&action=order%3Fitem%3Dcoal".utf8))
            #expect(site.name(of: request) == "POST /desk (action order)")
            #expect(site.name(of: Request(target: "/desk?secret=1")) == "GET /desk")
        }
    }
}
