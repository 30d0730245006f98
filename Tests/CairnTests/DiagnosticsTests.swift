import CairnTesting
import Testing

@testable import Cairn

@Suite("Diagnostics are off by default") struct DiagnosticsTests {
    /// The results of a POST, a dry run and a count of objects over a socket with these settings.
    private func tries(
        _ change: (inout Configuration) -> Void, _ fields: [(String, String)] = []
    ) async throws -> (chain: String?, dryRun: Int, liveObjects: Int) {
        var configuration = Configuration()
        configuration.logsAccess = false
        configuration.threads = 1
        change(&configuration)
        var tries: (String?, Int, Int) = (nil, 0, 0)
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration) { wire in
            let visitor = Visitor(wire)
            let reply = try await visitor.post("/desk", "action=increment", fields)
            #expect(reply.status == 303)
            let dryRun = try await visitor.post("/desk", "action=increment", fields + [("Cairn-Dry-Run", "?1")])
            let counts = try await visitor.send(Call("POST", "/live-objects", fields: fields))
            tries = (reply["Cairn-Chain"], dryRun.status, counts.status)
        }
        return tries
    }

    @Test func `by default no client gets diagnostics, not even on a loopback address`() async throws {
        #expect(try await tries { _ in } == (nil, 403, 404))
    }

    @Test func `diagnostics for this machine are sent to a client on a loopback address`() async throws {
        let (chain, dryRun, liveObjects) = try await tries { $0.exposesDiagnosticsToLoopback = true }
        #expect(chain != nil && dryRun == 200 && liveObjects == 200)
    }

    @Test(arguments: [("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "192.0.2.1"), ("Via", "1.1 proxy")])
    func `diagnostics for this machine are not sent for a proxied request`(name: String, value: String) async throws {
        #expect(try await tries({ $0.exposesDiagnosticsToLoopback = true }, [(name, value)]) == (nil, 403, 404))
    }

    @Test func `diagnostics for this machine are not sent to a client behind a trusted proxy`() async throws {
        #expect(
            try await tries {
                $0.exposesDiagnosticsToLoopback = true
                _ = $0.trustProxies("127.0.0.1")
            } == (nil, 403, 404))
    }

    @Test func `--explain applies to all clients, but only this machine gets object counts`() async throws {
        let (chain, dryRun, liveObjects) = try await tries(
            { $0.exposesDiagnostics = true }, [("X-Forwarded-For", "192.0.2.1")])
        #expect(chain != nil && dryRun == 200 && liveObjects == 404)
    }

    @Test func `an explicit --explain or --explain=off overrides the default for terminals`() throws {
        var defaults = Configuration()
        defaults.exposesDiagnosticsToLoopback = true
        func served(_ arguments: [String]) throws -> Configuration {
            try Configuration(arguments: arguments, environment: [:], defaults: defaults)
        }
        #expect(try !served([]).exposesDiagnostics && served([]).exposesDiagnosticsToLoopback)
        #expect(try served(["--explain"]).exposesDiagnostics && !served(["--explain"]).exposesDiagnosticsToLoopback)
        #expect(
            try !served(["--explain=off"]).exposesDiagnostics && !served(["--explain=off"]).exposesDiagnosticsToLoopback
        )
    }
}
