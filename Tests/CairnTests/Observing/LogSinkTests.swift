import CairnTesting
import Synchronization
import Testing

@testable import Cairn

/// A logger of another library, in the form of swift-log.
private struct Logger {
    enum Level: String { case trace, debug, info, notice, warning, error, critical }
    let lines: LoggedLines

    func log(level: Level, _ message: String, metadata: [String: String]) {
        lines.add("\(level) \(message) \(metadata)")
    }
}

private final class LoggedLines: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock(\.self) }
}

private struct LoggerSink: LogSink {
    let logger: Logger

    func write(_ entry: LogEntry) {
        let level = Logger.Level(rawValue: entry.level.rawValue) ?? .info
        let metadata = entry.trace.map { ["request": $0.requestID] } ?? [:]
        logger.log(level: level, "\(entry)", metadata: metadata)
    }
}

@Suite("A sink of a program") struct LogSinkTests {
    @Test func `a bridge passes levels, lines and ids to another logger`() async throws {
        let lines = LoggedLines()
        var configuration = Transport.configuration
        configuration.logsAccess = true
        let log = Log(to: LoggerSink(logger: Logger(lines: lines)))
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration, log: log) { wire in
            let reply = try await Visitor(wire).post("/desk", "action=fail")
            #expect(reply.status == 500)
        }
        #expect(lines.all.first?.hasPrefix("info Serving ") == true)
        #expect(lines.all.contains { $0.hasPrefix("error") && $0.contains("Failure") && $0.contains("[\"request\": ") })
        #expect(lines.all.contains { $0.hasPrefix("info 127.0.0.1 [") && $0.contains("\"POST /desk\" 500 ") })
    }
}
