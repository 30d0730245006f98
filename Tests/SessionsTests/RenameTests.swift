import NavigationKit
import SessionStores
import Testing

@testable import Sessions

@Suite("A session that is re-keyed concurrently") struct RenameTests {
    @Test func `an action that waits under the old id is not performed`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let joining = Task { try await branch.act("queue-and-join", for: id).done?.newID }
        await branch.gate.untilReached()
        let waiting = Task { try await branch.act("sing", for: id).stalePage?.isOfUnknownSession }
        // An action starts its time-out when it waits for the mutex.
        await branch.clock.untilSleeping(1)
        branch.gate.open()
        let newID = try #require(try await joining.value)
        #expect(try await waiting.value == true)
        #expect(branch.hummed == 0)
        #expect(branch.table.contains(newID) && !branch.table.contains(id))
    }

    @Test func `a page that is requested under the old id is rendered without a session`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let reading = Task { try await branch.page("/old/slow", for: id) }
        await branch.gate.untilReached()
        _ = try #require(try await branch.act("join", for: id).done?.newID)
        branch.gate.open()
        let page = try await reading.value
        #expect(page.isOfUnknownSession && page.sessionFingerprint == nil)
    }

    @Test func `a form carries its session fingerprint and is refused in another session`() async throws {
        let branch = Branch()
        let (mine, other) = (try await branch.session(), try await branch.session())
        #expect(try await branch.page(for: mine).sessionFingerprint == mine.fingerprint)
        @Sendable func sing(_ tag: String?) async throws -> ActionOutcome {
            let request = ActionRequest(
                location: Location("/old"), at: .path, submission: try FormSubmission(token: "sing"),
                sessionFingerprint: tag)
            return try await branch.table.act(request, for: mine)
        }
        let refused = try #require(try await sing(other.fingerprint).stalePage)
        #expect(
            refused.notice == Notice.changed(since: "sing", on: refused.screen)
                && refused.sessionFingerprint == mine.fingerprint)
        #expect(branch.hummed == 0)
        #expect(try await sing(mine.fingerprint).done != nil)
        #expect(try await sing(nil).done != nil)
        #expect(branch.hummed == 2)
    }
}
