import CairnTesting
import Testing

@testable import Cairn

@Suite("The pages and the tasks of a session on several nodes", .timeLimit(.minutes(3))) struct BackgroundTaskNodeTests
{
    /// Runs two nodes on one store.
    ///
    /// - Parameters:
    ///   - work: the work of both nodes.
    ///   - renamesLate: true if commits of a new id return late, see ``LateRenamingStore``.
    private func nodes(
        _ work: @escaping Planning.Work = { _ in Planning.Plan(text: "by the first node") }, renamesLate: Bool = false,
        _ body: (_ first: Visitor, _ second: Visitor) async throws -> Void
    ) async throws {
        let data = MemoryStore.Data()
        let servers = try (0..<2).map { _ in
            let store = MemoryStore(sharing: data)
            return try Server(
                Transport.configuration, apps: [Planning.app(BackgroundTaskLimits(), work)],
                stores: ["planner": renamesLate ? LateRenamingStore(base: store) : store], time: SystemTime(),
                log: Log(isQuiet: true))
        }
        try await body(Visitor(.memory(servers[0].site)), Visitor(.memory(servers[1].site)))
    }

    @Test func `an open page follows its session on another node`() async throws {
        try await nodes { first, second in
            try await first.visit("/planner")
            try await first.click("Stop")
            second.shareCookies(of: first)
            try await second.visit("/planner")
            let events = try await second.watch()
            try await first.click("Start")
            #expect(try await events.next() == "change")
            events.close()
            _ = try await Planning.wait(for: "Plan: by the first node", on: second)
        }
    }

    @Test func `a logout on another node ends the stream of an open page at once`() async throws {
        try await nodes { first, second in
            try await first.visit("/planner")
            try await first.click("Log in")
            second.shareCookies(of: first)
            try await second.visit("/planner")
            let events = try await second.watch()
            try await first.click("Log out")
            var names: [String] = []
            while let name = try await events.next() { names.append(name) }
            #expect(names.suffix(2) == ["gone", "change"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `a logout in another tab ends the stream of an open page at once`(transport: Transport) async throws {
        try await transport.serve([Planning.app { _ in nil }]) { wire in
            let (one, other) = (Visitor(wire), Visitor(wire))
            try await one.visit("/planner")
            try await one.click("Log in")
            other.shareCookies(of: one)
            try await other.visit("/planner")
            let events = try await other.watch()
            try await one.click("Log out")
            var names: [String] = []
            while let name = try await events.next() { names.append(name) }
            #expect(names.suffix(2) == ["gone", "change"])
        }
    }

    // MARK: - Tasks

    @Test func `a logout on another node cancels work that was started before the login`() async throws {
        let (gate, cancelled) = (Planning.Gate(), Planning.Gate())
        let work: Planning.Work = { _ in
            do { try await gate.pass() } catch { cancelled.open() }
            return nil
        }
        try await nodes(work) { first, second in
            try await first.visit("/planner")
            try await first.click("Start")
            try await first.click("Log in")
            second.shareCookies(of: first)
            try await second.visit("/planner")
            try await second.click("Log out")
            try await cancelled.pass()
        }
    }

    @Test func `a login does not cancel work, although the old id is gone from the store before the action ends`()
        async throws
    {
        let gate = Planning.Gate()
        let work: Planning.Work = { _ in
            try await gate.pass()
            return Planning.Plan(text: "for Ida")
        }
        try await nodes(work, renamesLate: true) { first, _ in
            try await first.visit("/planner")
            try await first.click("Start")
            try await first.click("Log in")
            gate.open()
            _ = try await Planning.wait(for: "Plan: for Ida", on: first)
        }
    }
}

/// A store that announces a new id long before its commit returns.
private struct LateRenamingStore: WrappingStore {
    let base: MemoryStore

    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        let result = try await base.commit(change, under: lease)
        // Enough for a task that looks the old id up and ends its session.
        if change.newID != nil { for _ in 0..<100 { await Task.yield() } }
        return result
    }
}
