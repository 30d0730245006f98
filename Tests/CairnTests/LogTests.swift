import CairnTesting
import Sockets
import Synchronization
import Testing

@testable import Cairn

/// Collects the lines of a log.
final class LogLines: Sendable {
    private let lines = Mutex<[(text: String, stream: LogStream)]>([])

    /// A log that writes to this collection.
    func log(time: any TimeSource = SystemTime()) -> Log {
        Log(time: time) { self.add($0, $1) }
    }

    /// Adds lines.
    func add(_ bytes: [UInt8], _ stream: LogStream) {
        let texts = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
        lines.withLock { $0 += texts.map { ($0, stream) } }
    }

    var diagnostics: [String] { lines.withLock { $0.filter { $0.stream == .diagnostics }.map(\.text) } }
    var requests: [String] { lines.withLock { $0.filter { $0.stream == .requests }.map(\.text) } }
}

/// A clock that a test controls.
final class SetClock: TimeSource {
    private let time = Atomic<UInt64>(1)
    var now: UInt64 { time.load(ordering: .relaxed) }
    func advance(by nanoseconds: UInt64) { time.wrappingAdd(nanoseconds, ordering: .relaxed) }
    func sleep(for duration: Duration) async throws { throw CancellationError() }
}

@Suite("Security events are one line each") struct SecurityEventTests {
    @Test func `ten events of a kind are written per second, and the others are counted`() {
        let (lines, clock) = (LogLines(), SetClock())
        let log = lines.log(time: clock)
        for number in 1...25 { log.note(SecurityEvent(.crossSitePost, "POST /desk", from: UInt64(number))) }
        log.note(SecurityEvent(.limitReached, "connections of an address"))
        #expect(lines.diagnostics.count == 11)
        #expect(lines.diagnostics.first == "security cross-site-post from 0.0.0.1: POST /desk")
        #expect(lines.diagnostics.last == "security limit-reached: connections of an address")
        log.flush()
        #expect(lines.diagnostics.count == 11)
        clock.advance(by: 1_000_000_000)
        log.flush()
        #expect(lines.diagnostics.last == "security cross-site-post: and 15 more within a second")
        log.flush()
        #expect(lines.diagnostics.count == 12)
        log.note(SecurityEvent(.crossSitePost, "POST /desk"))
        #expect(lines.diagnostics.last == "security cross-site-post: POST /desk")
    }

    @Test func `the count of an earlier second is written before the next event of any kind`() {
        let (lines, clock) = (LogLines(), SetClock())
        let log = lines.log(time: clock)
        for _ in 1...11 { log.note(SecurityEvent(.sessionEvicted, "letters")) }
        clock.advance(by: 2_000_000_000)
        log.note(SecurityEvent(.identityChanged, "letters"))
        #expect(
            lines.diagnostics.suffix(2) == [
                "security session-evicted: and 1 more within a second", "security identity-changed: letters",
            ])
    }

    @Test func `a line break in a detail does not start a new line`() {
        let lines = LogLines()
        lines.log().note(SecurityEvent(.refusedHost, "a\nsecurity identity-changed: b"))
        #expect(lines.diagnostics == ["security refused-host: a?security identity-changed: b"])
    }

    @Test func `a cross-site POST is logged in one line with the path and without typed values`() async throws {
        let lines = LogLines()
        try await Transport.memory.serve([Desk.hosted()], log: lines.log()) { wire in
            let reply = try await Visitor(wire).post(
                "/desk?key=secret", "action=increment&word=secret", [("Sec-Fetch-Site", "cross-site")])
            #expect(reply.status == 403)
        }
        #expect(lines.diagnostics == ["security cross-site-post: POST /desk"])
    }
}

@Suite("Log lines of a start") struct StartTests {
    @Test func `a server logs its address, without a warning on a loopback address`() async throws {
        let lines = LogLines()
        try await Transport.socket.serve([Desk.hosted()], log: lines.log()) { wire in
            guard case .socket(let port) = wire.kind else { return }
            #expect(
                lines.diagnostics == [
                    "Serving http://localhost:\(port) "
                        + "(sessions are kept in memory only; use --state FOLDER to keep them across restarts)"
                ])
        }
    }

    @Test func `plain HTTP that other machines can reach causes a warning, unless a proxy terminates TLS`() {
        let open = BoundAddress(port: 1, redirectPort: nil, description: "http://localhost:1", isPlainForOthers: true)
        var configuration = Configuration()
        func lines(at address: BoundAddress, _ configuration: Configuration) -> [String] {
            Server.startLines(at: address, configuration, ownStores: [], hasOthers: true)
        }
        #expect(lines(at: open, configuration).last?.hasPrefix("Warning: plain HTTP") == true)
        configuration.publicOrigin = PublicOrigin("http://example.org")
        #expect(lines(at: open, configuration).count == 2)
        configuration.publicOrigin = PublicOrigin("https://example.org")
        #expect(lines(at: open, configuration).count == 1)
        let closed = BoundAddress(
            port: 1, redirectPort: nil, description: "http://localhost:1", isPlainForOthers: false)
        #expect(lines(at: closed, Configuration()).count == 1)
    }

    @Test(arguments: [
        (["a"], false, "in the program's own store"),
        (["a", "b"], true, "in /state; those of a, b in the program's own store"), ([], true, "in /state"),
        ([], false, "in /state"),
    ])
    func `the first line says where sessions are kept`(ownStores: [String], hasOthers: Bool, kept: String) {
        let address = BoundAddress(
            port: 1, redirectPort: nil, description: "http://localhost:1", isPlainForOthers: false)
        var configuration = Configuration()
        configuration.stateFolder = "/state"
        let lines = Server.startLines(at: address, configuration, ownStores: ownStores, hasOthers: hasOthers)
        #expect(lines == ["Serving http://localhost:1 (sessions are kept \(kept))"])
    }
}
