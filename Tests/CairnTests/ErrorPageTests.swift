import HTTPProtocol
import Testing

@testable import Cairn
@testable import CairnTesting

@Suite("Error pages for browsers", .timeLimit(.minutes(2))) struct ErrorPageTests {
    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    private func serve(
        _ configuration: Configuration = Transport.configuration, _ body: (UInt16) async throws -> Void
    ) async throws {
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration) { wire in
            guard case .socket(let port) = wire.kind else { return }
            try await body(port)
        }
    }

    @Test(
        arguments: Refused.allCases.filter { $0 != .notHTTP },
        [browser, "*/*", "application/json, text/html;q=0.5", "text/html;q=0"])
    func `a request that the parser rejects gets a page in browsers, otherwise problem details`(
        refused: Refused, accept: String
    ) async throws {
        try await serve { port in
            let client = try await SocketClient(port: port)
            let line = try #require(refused.request.firstRange(of: "\r\n"))
            var request = refused.request
            request.insert(contentsOf: "Accept: \(accept)\r\n", at: line.upperBound)
            try await client.send(request)
            let reply = try await client.reply(orInterim: true)
            #expect(reply.status == refused.status)
            #expect(reply["Vary"] == "Accept" && reply["Cache-Control"] == "no-store")
            if accept == Self.browser {
                try expectPage(reply)
            } else {
                #expect(reply["Content-Type"] == "application/problem+json")
                #expect(try reply.problem.status == refused.status)
            }
        }
    }

    private func expectPage(_ reply: Reply) throws {
        #expect(reply["Content-Type"] == "text/html; charset=utf-8")
        #expect(reply["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
        #expect(reply.text.contains("<link rel=\"stylesheet\" href=\"/cairn"))
        #expect(reply.text.contains("<a href=\"/\"><span class=\"title\">Start again</span></a>"))
        #expect(try reply.page().heading.isEmpty == false)
    }

    @Test(arguments: [Refused.longTarget, .longField, .manyFields])
    func `a head that is too large gets a page even without Accept`(refused: Refused) async throws {
        try await serve { port in
            let client = try await SocketClient(port: port)
            try await client.send(refused.request)
            try expectPage(try await client.reply())
        }
    }

    @Test(arguments: [
        "GET /desk HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nX: ",
        "POST /desk HTTP/1.1\r\nHost: a\r\naCCept:text/html\r\nContent-Length: 10\r\n\r\nhalf",
    ])
    func `a request that does not arrive in time gets a page in browsers`(beginning: String) async throws {
        var configuration = Transport.configuration
        (configuration.headerTimeout, configuration.bodyTimeout) = (.seconds(1), .seconds(1))
        try await serve(configuration) { port in
            let client = try await SocketClient(port: port)
            try await client.send(beginning)
            let reply = try await client.reply()
            #expect(reply.status == 408)
            try expectPage(reply)
        }
    }

    @Test func `a busy session returns the form with the typed values`() async throws {
        try await Visitor.atBusyDesk { visitor, gate in
            let refused = try await visitor.post(
                "/desk/order", "action=order&item=wood&amount=3", accept: "text/html")
            gate.open()
            #expect(refused.status == 503)
            #expect(refused["Retry-After"] == "1")
            let page = try refused.page()
            #expect(page.heading == "Order" && page.fields.map(\.value) == ["wood", "3"])
            #expect(refused.text.contains("What you typed is still here."))
        }
    }
}

extension Reply {
    /// The page in this response.
    func page() throws -> RenderedPage { try RenderedPage(self, url: "/") }
}
