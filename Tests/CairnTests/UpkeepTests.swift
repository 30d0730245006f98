import Cairn
import CairnTesting
import HTTPProtocol
import Synchronization
import Testing

@Suite("Periodic upkeep") struct UpkeepTests {
    /// A clock that the test advances.
    private final class Clock: TimeSource {
        private let time = Atomic<UInt64>(1)

        var now: UInt64 { time.load(ordering: .relaxed) }

        func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }

        func advance(by nanoseconds: UInt64) { time.wrappingAdd(nanoseconds, ordering: .relaxed) }
    }

    @Test(.timeLimit(.minutes(3))) func `idle sessions expire without any request`() async throws {
        let clock = Clock()
        var configuration = Transport.configuration
        configuration.host = "127.0.0.1"
        configuration.port = 0
        configuration.upkeepInterval = .milliseconds(1)
        configuration.sessionIdleTimeout = .seconds(60)
        let server = try Server(configuration, apps: [Desk.hosted()], time: clock, log: Log(isQuiet: true))
        let running = Task { try await server.run() }
        let port = try #require(await server.waitUntilListening()?.port)
        let visitor = Visitor(.socket(port: port))
        _ = try await visitor.post("/desk", "action=increment")
        let sessions = try #require(server.site.sessions(of: "desk"))
        #expect(sessions.count == 1)
        clock.advance(by: 61 * 1_000_000_000)
        while !Task.isCancelled, sessions.count > 0 { await Task.yield() }
        server.stop()
        try await running.value
        #expect(sessions.count == 0)
    }
}
