import CairnTesting
import Foundation
import HTTPProtocol
import Sessions
import Synchronization
import Testing

@testable import Cairn

@Suite("The formats of the log", .timeLimit(.minutes(3))) struct LogFormatTests {
    /// The members of the JSON objects, one per line.
    private func objects(_ lines: [String]) throws -> [[String: Any]] {
        try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
    }

    private func jsonLog(_ lines: LogLines) -> Log {
        Log(.json) { bytes, stream in lines.add(bytes, stream) }
    }

    @Test func `a message has at most 2,000 scalars, and none that changes the direction of the text`() {
        let lines = LogLines()
        let log = lines.log()
        log.write("a" + String(repeating: "\u{301}", count: 100_000))
        log.write("file\u{202E}gpj.exe \u{2066}x\u{200F}\u{61C}")
        #expect(lines.diagnostics.first?.unicodeScalars.count == 2_000)
        #expect(lines.diagnostics.last == "file?gpj.exe ?x??")
    }

    @Test func `a request is one JSON object with its values, without its query`() async throws {
        let lines = LogLines()
        var configuration = Transport.configuration
        configuration.logsAccess = true
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration, log: jsonLog(lines)) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            let fields = [("traceparent", parent), ("Cookie", "a=secret")]
            let call = Call("GET", "/desk/x%22y\"\\?key=secret", fields: fields)
            #expect(try await client.reply(to: call)["X-Request-ID"]?.count == 32)
            try await client.send("GET /desk?key=secret HTTP/3.0\r\n\r\n")
            _ = try await client.reply()
        }
        let requests = try objects(lines.requests)
        #expect(requests.count == 2 && !lines.requests.joined().contains("secret"))
        let first = try #require(requests.first)
        #expect(first["path"] as? String == "/desk/x%22y\"\\")
        #expect(first["type"] as? String == "request" && first["level"] as? String == "info")
        #expect(first["method"] as? String == "GET" && first["client"] as? String == "127.0.0.1")
        #expect(first["kind"] as? String == "page" && first["status"] as? Int == 404)
        #expect((first["id"] as? String)?.count == 32 && first["microseconds"] is Int && first["bytes"] is Int)
        #expect(first["trace"] as? String == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(first["parent"] as? String == "00f067aa0ba902b7" && first["query"] == nil)
        let last = try #require(requests.last)
        #expect((last["refusal"] as? String)?.isEmpty == false && last["kind"] as? String == "error")
        let start = try #require(try objects(lines.diagnostics).first)
        #expect((start["message"] as? String)?.hasPrefix("Serving") == true)
        #expect((start["time"] as? String)?.hasSuffix("Z") == true)
    }

    @Test func `control characters and line separators of all kinds are replaced in lines of text`() {
        #expect(LogEntry.visible("a\u{9B}2J\u{85}b\u{2028}c\u{2029}\u{1B}\"d") == "a?2J?b?c???d")
        #expect(LogEntry.visible("Zürich 日本") == "Zürich 日本")
    }

    @Test(arguments: [
        "a\nb", "a\r\n{\"level\":\"error\"}", "\",\"level\":\"error\",\"x\":\"", "\\\",\"a\":1", "\u{0}\u{7F}\u{1B}",
    ])
    func `external text neither ends a line nor adds a member`(text: String) throws {
        let lines = LogLines()
        let log = jsonLog(lines)
        log.write(text)
        log.note(SecurityEvent(.refusedHost, text, from: 3_221_225_985))
        let texts = LogLines()
        texts.log().write(text)
        #expect(texts.diagnostics.count == 1 && texts.diagnostics.first?.contains("\"") == false)
        let (message, event) = (try objects(lines.diagnostics)[0], try objects(lines.diagnostics)[1])
        #expect(lines.diagnostics.count == 2)
        #expect(message["message"] as? String == text && message.keys.sorted() == ["level", "message", "time", "type"])
        #expect(event["detail"] as? String == text && event["network"] as? String == "192.0.2.1")
        #expect(event.keys.sorted() == ["detail", "kind", "level", "network", "time", "type"])
    }

    @Test func `suppressed security events are one object with their number`() throws {
        let (lines, clock) = (LogLines(), SetClock())
        let log = Log(.json, time: clock) { bytes, stream in lines.add(bytes, stream) }
        for _ in 1...12 { log.note(SecurityEvent(.limitReached, "x")) }
        clock.advance(by: 1_000_000_000)
        log.flush()
        let last = try #require(try objects(lines.diagnostics).last)
        #expect(last["suppressed"] as? Int == 2 && last["kind"] as? String == "limit-reached")
    }

    @Test func `times are in UTC with milliseconds`() {
        #expect(LogEntry.timestamp(784_111_777_000_000_000) == "1994-11-06T08:49:37.000Z")
        #expect(LogEntry.timestamp(951_782_400_007_999_999) == "2000-02-29T00:00:00.007Z")
        #expect(LogEntry.timestamp(0) == "1970-01-01T00:00:00.000Z")
        #expect(LogEntry.timestamp(.max).count == 24)
    }

    @Test func `entries below the level are not logged`() async throws {
        for (level, expected) in [(LogLevel.debug, 5), (.info, 4), (.warning, 2), (.error, 1)] {
            let sink = CollectingSink()
            let log = Log(to: sink, level: level)
            for own in LogLevel.allCases { log.write("m", level: own) }
            log.note(SecurityEvent(.identityChanged, "x"))
            #expect(sink.entries.count == expected, "\(level)")
        }
    }

    @Test func `a level above info also ends the access log`() async throws {
        let sink = CollectingSink()
        var configuration = Transport.configuration
        configuration.logsAccess = true
        let log = Log(to: sink, level: .warning)
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration, log: log) { wire in
            let reply = try await Visitor(wire).get("/desk")
            #expect(reply.status == 200)
        }
        #expect(sink.entries.isEmpty)
    }

    @Test func `the settings choose the format and the level, and refuse other words`() throws {
        let configuration = try Configuration(
            arguments: ["--log", "json", "--log-level=warning", "--request-ids=off", "--metrics-port", "0"],
            environment: ["CAIRN_METRICS_HOST": "::1"])
        #expect(configuration.logFormat == .json && configuration.logLevel == .warning)
        #expect(configuration.assignsRequestIDs == false && configuration.metricsPort == 0)
        #expect(configuration.metricsHost == "::1" && Configuration().metricsHost == "127.0.0.1")
        for (arguments, says) in [
            (["--log", "xml"], "--log: xml is not a valid value. Meaning: format of the log: text, json [text]."),
            (["--log-level", "loud"], "debug, info, warning, error [info]"),
            (["--metrics-port", "65536"], "65536 is out of range (0 to 65535)"),
        ] {
            let error = #expect(throws: ConfigurationError.self) {
                try Configuration(arguments: arguments, environment: [:])
            }
            #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
        }
    }
}

@Suite("Lines that the reader does not take") struct DroppedLineTests {
    private static func entry(_ target: String) -> LogEntry {
        let request = LoggedRequest(
            Request(target: target), Response(.ok), from: "a", date: [], byteCount: 0, nanoseconds: 0,
            includesQuery: false)
        return LogEntry(time: 0, level: .info, event: .request(request), trace: nil)
    }

    @Test func `dropped lines are counted, and the next line begins on a new line`() {
        let written = Mutex<[UInt8]>([])
        let kept = Mutex(Int.max)
        let sink = LineSink(.text) { lines, _ in
            let kept = min(kept.withLock(\.self), lines.count)
            written.withLock { $0 += lines.prefix(kept) }
            return lines.count - kept
        }
        let length = LineSinkSample.line.utf8.count + 1
        for _ in 1...3 { sink.write(Self.entry("/abc")) }
        // The reader takes one line and a half.
        kept.withLock { $0 = length + length / 2 }
        sink.flush()
        #expect(sink.droppedCount == 2)
        kept.withLock { $0 = 0 }
        sink.write(Self.entry("/abc"))
        sink.flush()
        #expect(sink.droppedCount == 3)
        kept.withLock { $0 = .max }
        sink.write(Self.entry("/abc"))
        sink.flush()
        let lines = String(decoding: written.withLock(\.self), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 3 && lines.first == lines.last && lines[0] == LineSinkSample.line, "\(lines)")
        #expect(sink.droppedCount == 3)
    }

    @Test func `a full batch and a message that is not written are counted`() {
        let sink = LineSink(.text) { lines, _ in lines.count }
        let target = "/" + String(repeating: "x", count: 2_000)
        for _ in 1...600 { sink.write(Self.entry(target)) }
        let dropped = sink.droppedCount
        #expect(dropped > 0 && dropped < 600)
        sink.write(LogEntry(time: 0, level: .error, event: .message("m"), trace: nil))
        #expect(sink.droppedCount == dropped + 1)
        sink.flush()
        #expect(sink.droppedCount == 601)
    }
}

private enum LineSinkSample {
    static let line = "a [] \"GET /abc\" 200 0 0us"
}
