import Cairn
import CairnTesting
import HTTPProtocol
import Synchronization
import Testing

@Suite("RFC 9112 §7.1: content of unknown length", .timeLimit(.minutes(3))) struct StreamedResponseTests {
    /// Serves `/stream` with `write` while `body` runs.
    private func serve(
        _ configuration: Configuration = Transport.configuration, log: Log = Log(isQuiet: true),
        _ write: @escaping @Sendable (BodyWriter) async throws -> Void,
        body: (_ port: UInt16, _ server: Server) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.host = "127.0.0.1"
        configuration.port = 0
        let server = try Server(configuration, apps: [], log: log) { request in
            request.path == "/stream" ? .now(Response(.ok, body: .writer(write))) : nil
        }
        let running = Task { try await server.run() }
        let port = try #require(await server.waitUntilListening()?.port)
        defer { server.stop() }
        try await body(port, server)
        server.stop()
        try await running.value
    }

    private static let request = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let row = Array(String(repeating: "a,b,c\n", count: 100).utf8)

    @Test func `the content arrives in chunks, and the connection continues`() async throws {
        try await serve { writer in
            try await writer.write("number,square\n")
            for number in 0..<10_000 { try await writer.write("\(number),\(number * number)\n") }
        } body: { port, _ in
            let client = try await SocketClient(port: port)
            try await client.send(Self.request + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            let reply = try await client.reply()
            #expect(reply["Transfer-Encoding"] == "chunked" && reply["Content-Length"] == nil)
            #expect(reply.text.hasPrefix("number,square\n0,0\n1,1\n") && reply.text.hasSuffix("\n9999,99980001\n"))
            #expect(try await client.reply().text == "ok\n")
        }
    }

    @Test func `one large piece arrives whole`() async throws {
        let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
        try await serve {
            try await $0.write(large)
        } body: { port, _ in
            let client = try await SocketClient(port: port)
            try await client.send(Self.request)
            #expect(try await client.reply().body == large)
        }
    }

    @Test func `§6.1: HTTP 1.0 gets the content until the connection closes`() async throws {
        try await serve { writer in
            for _ in 0..<1_000 { try await writer.write(Self.row) }
        } body: { port, _ in
            let client = try await SocketClient(port: port)
            try await client.send("GET /stream HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n")
            let bytes = try await client.receiveUntilEnd()
            let head = "HTTP/1.1 200 OK\r\nDate: "
            #expect(String(decoding: bytes.prefix(head.utf8.count), as: UTF8.self) == head)
            let content = bytes.suffix(1_000 * Self.row.count)
            #expect(bytes.dropLast(content.count).suffix(4) == Array("\r\n\r\n".utf8)[...])
            #expect(content.suffix(Self.row.count) == Self.row[...])
        }
    }

    @Test func `RFC 9110 §9.3.2: HEAD does not call the writer`() async throws {
        let calls = Atomic(0)
        try await serve { _ in
            calls.add(1, ordering: .relaxed)
        } body: { port, _ in
            let client = try await SocketClient(port: port)
            try await client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.reply(toHead: true)["Transfer-Encoding"] == "chunked")
            try await client.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.reply().text == "ok\n")
        }
        #expect(calls.load(ordering: .relaxed) == 0)
    }

    private struct Unreadable: Error {}

    @Test func `§8: a writer that throws ends the connection without the last chunk, which is logged`() async throws {
        let lines = LogLines()
        try await serve(log: lines.log()) { writer in
            try await writer.write(Self.row)
            throw Unreadable()
        } body: { port, _ in
            let client = try await SocketClient(port: port)
            try await client.send(Self.request)
            let text = String(decoding: try await client.receiveUntilEnd(), as: UTF8.self)
            #expect(text.contains("a,b,c\n") && !text.hasSuffix("0\r\n\r\n"))
        }
        #expect(lines.diagnostics.contains { $0.contains("GET /stream") && $0.contains("incomplete") })
    }

    @Test func `a writer that throws resets the connection of an HTTP 1.0 client`() async throws {
        try await serve { writer in
            try await writer.write(Self.row)
            throw Unreadable()
        } body: { port, _ in
            let client = try await SocketClient(port: port)
            try await client.send("GET /stream HTTP/1.0\r\nHost: a\r\n\r\n")
            await #expect(throws: SocketClient.Failure.self) { try await client.receiveUntilEnd() }
        }
    }

    /// Writes until a write fails; records the error of the write and the number of written octets.
    private final class Endless: Sendable {
        let end = Gate()
        let error = Mutex<(any Error)?>(nil)
        let written = Atomic(0)

        func write(to writer: BodyWriter) async throws {
            do {
                while true {
                    try await writer.write(StreamedResponseTests.row)
                    written.add(StreamedResponseTests.row.count, ordering: .relaxed)
                }
            } catch {
                self.error.withLock { $0 = error }
                end.open()
            }
        }
    }

    @Test func `a client that leaves ends the writer`() async throws {
        let endless = Endless()
        try await serve {
            try await endless.write(to: $0)
        } body: { port, _ in
            try await receive(1_000_000, from: port)
            await endless.end.pass()
        }
        #expect(endless.error.withLock { $0 is CancellationError })
    }

    /// Receives the beginning of the content and closes the connection.
    private func receive(_ count: Int, from port: UInt16) async throws {
        let client = try await SocketClient(port: port)
        try await client.send(Self.request)
        _ = try await client.receive(atLeast: count)
    }

    @Test func `a client that does not read suspends the writer, and ends it after the write time`() async throws {
        var configuration = Transport.configuration
        configuration.writeTimeout = .seconds(1)
        let endless = Endless()
        try await serve(configuration) {
            try await endless.write(to: $0)
        } body: { port, _ in
            let client = try await SocketClient(port: port)
            try await client.send(Self.request)
            await endless.end.pass()
        }
        #expect(endless.error.withLock { $0 is CancellationError })
        // The kernel's buffers on both ends hold some megabytes.
        #expect(endless.written.load(ordering: .relaxed) < 64_000_000)
    }

    @Test func `a server that stops cancels a writer that waits`() async throws {
        var configuration = Transport.configuration
        configuration.gracePeriod = .seconds(0)
        let (began, ended) = (Gate(), Gate())
        try await serve(configuration) { writer in
            began.open()
            do { try await Task.sleep(for: .seconds(3_600)) } catch { ended.open() }
        } body: { port, server in
            let client = try await SocketClient(port: port)
            try await client.send(Self.request)
            await began.pass()
            server.stop()
            await ended.pass()
        }
    }

    @Test func `a task of the app and an actor can write`() async throws {
        try await serve { writer in
            try await Task.detached { try await writer.write("from a task, ") }.value
            try await Author().write("from an actor", to: writer)
        } body: { port, _ in
            let client = try await SocketClient(port: port)
            try await client.send(Self.request)
            #expect(try await client.reply().text == "from a task, from an actor")
        }
    }

    private actor Author {
        func write(_ text: String, to writer: BodyWriter) async throws { try await writer.write(text) }
    }

    @Test func `the access log has the number of sent octets`() async throws {
        var configuration = Transport.configuration
        configuration.logsAccess = true
        let lines = LogLines()
        try await serve(configuration, log: lines.log()) {
            try await $0.write("hello")
        } body: { port, _ in
            let client = try await SocketClient(port: port)
            try await client.send(Self.request)
            #expect(try await client.reply().text == "hello")
        }
        #expect(lines.requests.count == 1 && lines.requests[0].contains("\"GET /stream\" 200 5 "))
    }
}
