import CairnTesting
import HTTPProtocol
import Synchronization
import Testing

@testable import Cairn

@Suite("Ids of requests", .timeLimit(.minutes(3))) struct RequestTraceTests {
    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    /// Serves a route that responds with the ids that its handler sees; returns the log's entries.
    private func serve(
        trusts proxy: String? = "127.0.0.1", assigns: Bool? = true, writes: Bool = false,
        _ body: (SocketClient) async throws -> Void
    ) async throws -> [LogEntry] {
        var configuration = Transport.configuration
        (configuration.host, configuration.port) = ("127.0.0.1", 0)
        configuration.logsAccess = true
        configuration.assignsRequestIDs = assigns
        if let proxy {
            let isTrusted = configuration.trustProxies(proxy)
            #expect(isTrusted)
        }
        let sink = CollectingSink()
        let log = Log(to: sink)
        let server = try Server(configuration, apps: [], log: log) { request in
            .later {
                log.write("handled \(request.target)")
                let trace = RequestTrace.current
                let seen = "\(trace?.requestID ?? "-") \(trace?.parent?.description ?? "-")"
                guard writes else { return Response(.ok, body: Array(seen.utf8)) }
                return Response(.ok, body: .writer { try await $0.write(RequestTrace.current?.requestID ?? "-") })
            }
        }
        let running = Task { try await server.run() }
        let port = try #require(await server.waitUntilListening()?.port)
        try await body(SocketClient(port: port))
        server.stop()
        try await running.value
        return sink.entries
    }

    @Test(arguments: [
        "a", "7b1d-EF_0.9:/+=@", String(repeating: "x", count: 128),
    ])
    func `a valid id of a trusted proxy is used in the handler, the response and the log`(id: String) async throws {
        let entries = try await serve { client in
            let reply = try await client.reply(
                to: Call("GET", "/x", fields: [("X-Request-ID", id), ("Traceparent", Self.parent)]))
            #expect(reply.values(of: "X-Request-ID") == [id])
            #expect(reply.text == "\(id) \(Self.parent)")
        }
        let own = entries.filter { "\($0)".contains("/x") }
        #expect(own.count == 2 && own.allSatisfy { $0.trace?.requestID == id })
        #expect(own.allSatisfy { $0.trace?.parent?.traceID == "4bf92f3577b34da6a3ce929d0e0e4736" })
    }

    @Test(arguments: [
        "", " ", "a b", "a\"b", "a,b", "a;b", "a\\b", "a\tb", "é", "{}", String(repeating: "x", count: 129),
    ])
    func `an invalid id of a proxy is replaced by a new one`(id: String) async throws {
        _ = try await serve { client in
            let reply = try await client.reply(to: Call("GET", "/", fields: [("X-Request-ID", id)]))
            try expectNewID(in: reply, not: id)
        }
    }

    @Test func `two ids of a proxy are both ignored`() async throws {
        _ = try await serve { client in
            let reply = try await client.reply(
                to: Call("GET", "/", fields: [("X-Request-ID", "a"), ("X-Request-ID", "a")]))
            try expectNewID(in: reply, not: "a")
        }
    }

    @Test func `the id of a client that is no trusted proxy is ignored, its trace is not`() async throws {
        _ = try await serve(trusts: nil) { client in
            let reply = try await client.reply(
                to: Call("GET", "/", fields: [("X-Request-ID", "mine"), ("traceparent", Self.parent)]))
            try expectNewID(in: reply, not: "mine")
            #expect(reply.text.hasSuffix(Self.parent))
        }
    }

    @Test func `each request of a connection has another id, also one that is refused`() async throws {
        let entries = try await serve(trusts: nil) { client in
            var ids: Set<String> = []
            for _ in 1...10 { ids.insert(try #require(try await client.reply(to: Call("GET", "/"))["X-Request-ID"])) }
            try await client.send("GET / HTTP/3.0\r\n\r\n")
            ids.insert(try #require(try await client.reply()["X-Request-ID"]))
            #expect(ids.count == 11)
        }
        let requests = entries.compactMap { if case .request = $0.event { $0.trace?.requestID } else { nil } }
        #expect(Set(requests).count == 11)
    }

    @Test func `the content that a writer generates belongs to the request`() async throws {
        _ = try await serve(writes: true) { client in
            let reply = try await client.reply(to: Call("GET", "/", fields: [("X-Request-ID", "w1")]))
            #expect(reply.text == "w1")
        }
    }

    @Test func `ids can be turned off, and then neither the response nor the handler has one`() async throws {
        let entries = try await serve(assigns: false) { client in
            let reply = try await client.reply(to: Call("GET", "/", fields: [("X-Request-ID", "a")]))
            #expect(reply["X-Request-ID"] == nil && reply.text == "- -")
        }
        #expect(entries.allSatisfy { $0.trace == nil })
    }

    @Test func `requests have ids by default unless the log is in the text format`() throws {
        #expect(!Log().prefersRequestIDs)
        #expect(Log(to: CollectingSink()).prefersRequestIDs)
        #expect(Log(try Configuration(arguments: ["--log", "json"], environment: [:])).prefersRequestIDs)
    }

    @Test func `the text format has the id at the end of the line`() async throws {
        let lines = LogLines()
        var configuration = Transport.configuration
        (configuration.logsAccess, configuration.assignsRequestIDs) = (true, true)
        let isTrusted = configuration.trustProxies("127.0.0.1")
        #expect(isTrusted)
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration, log: lines.log()) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            #expect(try await client.reply(to: Call("GET", "/desk", fields: [("X-Request-ID", "q7")])).status == 200)
        }
        #expect(lines.requests.count == 1 && lines.requests.first?.hasSuffix("us id=q7") == true, "\(lines.requests)")
    }

    private func expectNewID(in reply: Reply, not id: String) throws {
        let new = try #require(reply["X-Request-ID"])
        #expect(reply.values(of: "X-Request-ID").count == 1 && new != id)
        #expect(new.utf8.count == 32 && new.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        #expect(reply.text.hasPrefix(new + " "))
    }
}

/// Keeps the entries of a log.
final class CollectingSink: LogSink {
    private let kept = Mutex<[LogEntry]>([])
    var entries: [LogEntry] { kept.withLock(\.self) }
    func write(_ entry: LogEntry) { kept.withLock { $0.append(entry) } }
}
