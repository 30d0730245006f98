import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("Recorded actions in the log of a session") struct RecordingTests {
    let shelf = Shelf()
    let branch: Branch

    init() { branch = Branch(store: shelf, recordsActions: true) }

    /// The recorded action of the newest change.
    private func recorded(for id: SessionID) throws -> RecordedAction? {
        try RecordedSession(log: shelf.log(of: id)).steps.last?.action
    }

    @Test func `a change contains the action, its version and the time, but no password`() async throws {
        let id = try await branch.session()
        _ = try await branch.act(
            "note", .version(2), typing: ["text": "milk", "secret": "sesame", "page": "7"], for: id)
        let action = try #require(try recorded(for: id))
        #expect(action.origin == .version(2) && action.token == "note" && action.time == branch.clock.wallClock)
        #expect(action.values.map { "\($0.name)=\($0.text)" } == ["text=milk"])
        #expect(action.withheld.passwords == ["secret"] && action.withheld.files.isEmpty && action.seed == 0)
        _ = try await branch.act("note?secret=sesame", .version(3), for: id)
        let bytes = shelf.log(of: id).flatMap(\.bytes)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("sesame"))
    }

    @Test func `an action from a path names the location`() async throws {
        let id = try await branch.session()
        _ = try await branch.act("read?page=2", at: "/old/page:1", .path, for: id)
        #expect(try recorded(for: id)?.origin == .path(Location("/old/page:1")))
        #expect(try recorded(for: id)?.token == "read?page=2")
    }

    @Test func `a failed action is recorded, and the text of a refused form is not an action`() async throws {
        let id = try await branch.session()
        _ = try await branch.act("tear", .version(2), for: id)
        #expect(try recorded(for: id)?.token == "tear")
        let count = shelf.log(of: id).count
        _ = try await branch.act("misread", .version(2), typing: ["text": "milk"], for: id)
        #expect(shelf.log(of: id).count == count + 1)
        #expect(try recorded(for: id) == nil)
    }

    @Test func `the idempotency key is recorded only if the action uses it`() async throws {
        let id = try await branch.session()
        _ = try await branch.act("stamp", .version(2), nonce: "one", for: id)
        #expect(try recorded(for: id)?.idempotencyKey == nil)
        _ = try await branch.act("sing", .version(3), nonce: "two", for: id)
        let key = try #require(try recorded(for: id)?.idempotencyKey)
        #expect(branch.gate.keys.withLock(\.self) == [key])
        let replay = try await Replay(of: try RecordedSession(log: shelf.log(of: id)), on: branch.hosted)
        #expect(replay.difference == nil && replay.actions == 2)
        #expect(branch.gate.keys.withLock(\.self) == [key, key])
    }

    @Test func `an app that does not record has no action in its log`() async throws {
        let branch = Branch(store: shelf)
        let id = try await branch.session()
        _ = try await branch.act("stamp", .version(2), for: id)
        #expect(shelf.log(of: id).count == 2)
        #expect(try recorded(for: id) == nil)
    }

    @Test func `a log with recorded actions restores the session, also without recording`() async throws {
        let id = try await branch.session()
        for version in 2...9 { _ = try await branch.act("stamp", .version(version), for: id) }
        let other = Branch(store: shelf)
        #expect(try await other.page(version: 10, for: id).texts == ["Stamped 9 times"])
        #expect(try await other.act("stamp", .version(10), for: id).done?.version == 11)
        let replay = try await Replay(of: try RecordedSession(log: shelf.log(of: id)), on: branch.hosted)
        #expect(replay.difference == nil && replay.actions == 8 && replay.skipped == 1)
    }

    @Test func `a changed byte of a recorded action is never a trap`() async throws {
        let id = try await branch.session()
        _ = try await branch.act("note", .version(2), typing: ["text": "milk", "secret": "sesame"], for: id)
        let log = shelf.log(of: id)
        let bytes = try #require(log.last).bytes
        var readable = 0
        for index in bytes.indices {
            for value in stride(from: UInt8(0), through: 255, by: 5) {
                var changed = bytes
                changed[index] = value
                let element = LogElement(revision: log[1].revision, bytes: changed)
                readable += (try? RecordedSession(log: [log[0], element])) == nil ? 0 : 1
            }
        }
        #expect(readable > 0 && readable < bytes.count * 52)
    }
}
