import CairnTesting
import Foundation
import HTTPProtocol
import Testing

@testable import Cairn

@Suite("The access log") struct AccessLogTests {
    /// Serves the desk while `body` runs and returns the lines of the access log after the server has stopped.
    private func lines(
        _ change: (inout Configuration) -> Void = { _ in }, _ body: (UInt16) async throws -> Void
    ) async throws -> [String] {
        let lines = LogLines()
        var configuration = Transport.configuration
        configuration.logsAccess = true
        change(&configuration)
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration, log: lines.log()) { wire in
            guard case .socket(let port) = wire.kind else { return }
            try await body(port)
        }
        return lines.requests
    }

    @Test(arguments: Refused.allCases)
    func `a request that the parser rejects is logged in one line with its status and the reason`(
        refused: Refused
    ) async throws {
        let lines = try await lines { port in
            let client = try await SocketClient(port: port)
            try await client.send(refused.request)
            _ = try await client.reply(orInterim: true)
        }
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(line.hasPrefix("127.0.0.1 ["))
        #expect(line.count { $0 == "\"" } == 2)
        #expect(line.utf8.count < 1_400)
        let end = try #require(line.split(separator: "\" ").last)
        #expect(end.hasPrefix("\(refused.status) ") && end.contains("us ") && end.hasSuffix(")"))
        #expect(end.contains(" (RFC "))
    }

    @Test(arguments: Beginning.allCases)
    func `a request that does not arrive in time is logged in one line with 408 and the reason`(
        beginning: Beginning
    ) async throws {
        let lines = try await lines {
            $0.headerTimeout = .seconds(1)
            $0.bodyTimeout = .seconds(1)
        } _: { port in
            let client = try await SocketClient(port: port)
            try await client.send(beginning.rawValue)
            #expect(try await client.reply().status == 408)
        }
        #expect(lines.count == 1)
        let method = beginning.rawValue.prefix { $0 != " " }
        #expect(lines.first?.contains("\"\(method) /desk\" 408 ") == true, "\(lines)")
        #expect(lines.first?.hasSuffix("us The request did not arrive in time") == true)
    }

    @Test(arguments: [false, true])
    func `queries are logged only if enabled, for answered and for refused requests`(
        logsQueries: Bool
    ) async throws {
        let lines = try await lines {
            $0.logsQueries = logsQueries
        } _: { port in
            let client = try await SocketClient(port: port)
            try await client.send("GET /desk?key=secret HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await client.reply().status == 200)
            try await client.send("GET /desk?key=secret HTTP/3.0\r\n\r\n")
            #expect(try await client.reply().status == 505)
        }
        let shown = logsQueries ? "\"GET /desk?key=secret\"" : "\"GET /desk\""
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(shown) }, "\(lines)")
    }

    @Test func `the response and the log name the PROXY protocol`() async throws {
        let lines = try await lines { port in
            let client = try await SocketClient(port: port)
            try await client.send("PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let reply = try await client.reply()
            #expect(reply.status == 400)
            #expect(try reply.problem.detail?.contains("PROXY protocol") == true)
        }
        #expect(lines.count == 1 && lines.first?.contains("PROXY protocol") == true, "\(lines)")
    }

    @Test func `a flush waits for the lines that another thread is writing`() {
        let (isWriting, mayWrite, isFlushed) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let lines = LogLines()
        let collected = lines.log()
        let log = Log { bytes, stream in
            isWriting.signal()
            mayWrite.wait()
            collected.write(String(decoding: bytes, as: UTF8.self))
        }
        log.note(
            LoggedRequest(
                Request(target: "/"), Response(.ok), from: "192.0.2.1", date: Array("now".utf8), byteCount: 0,
                nanoseconds: 7_000, includesQuery: false))
        Thread.detachNewThread { log.flush() }
        isWriting.wait()
        Thread.detachNewThread {
            log.flush()
            isFlushed.signal()
        }
        let hasWaited = isFlushed.wait(timeout: .now() + .milliseconds(100)) == .timedOut
        mayWrite.signal()
        #expect(hasWaited)
        if hasWaited { isFlushed.wait() }
        #expect(lines.diagnostics.count == 1)
    }

    @Test func `characters that could end the line or the quoted text are escaped, and long targets are cut off`() {
        func text(_ target: String) -> String {
            LoggedRequest(
                Request(target: target), Response(.ok), from: "192.0.2.1", date: Array("now".utf8), byteCount: 0,
                nanoseconds: 7_000, includesQuery: true
            ).description
        }
        #expect(text("/a\"b\\c\r\né?d") == "192.0.2.1 [now] \"GET /a\\x22b\\x5Cc\\x0D\\x0A\\xC3\\xA9?d\" 200 0 7us")
        #expect(text("/" + String(repeating: "x", count: 100_000)).utf8.count < 2_200)
    }
}
