import Dispatch
import Foundation
import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("The intents of once actions: at most one run of the handler") struct IntentTests {
    private static let page = "/old/page:70"

    /// The content of the changes that the store takes.
    enum Content: CaseIterable { case append, checkpoint }

    private func shelf(isShared: Bool = true, _ content: Content = .append) -> Shelf {
        let shelf = Shelf(isShared: isShared)
        if content == .checkpoint { shelf.appendFault.withLock { $0 = .tooLarge } }
        return shelf
    }

    /// Presses a button while the node loses its store after `commits` commits.
    private func press(
        _ token: String, _ origin: Page.Origin = .version(2), losing shelf: Shelf, after commits: Int,
        on branch: Branch, typing values: [String: String] = [:], for id: SessionID
    ) async throws {
        let left = Mutex(commits)
        shelf.committing.withLock {
            $0 = { _ in
                let isLost = left.withLock { left in
                    left -= 1
                    return left < 0
                }
                if isLost { shelf.fault.withLock { $0 = .unavailable } }
            }
        }
        await #expect(throws: StoreError.self) {
            try await branch.act(token, at: Self.page, origin, typing: values, nonce: "first", for: id)
        }
        shelf.committing.withLock { $0 = { _ in } }
        shelf.fault.withLock { $0 = nil }
    }

    @Test(arguments: [true, false], Content.allCases)
    func `after a crash between intent and commit, no node performs the press again, and a new button does`(
        isShared: Bool, content: Content
    ) async throws {
        let shelf = shelf(isShared: isShared, content)
        let lost = Branch(store: shelf)
        let id = try await lost.session(after: "read?page=70")
        // A refused append is followed by a checkpoint.
        let commits = content == .append ? 1 : 2
        try await press("sing", losing: shelf, after: commits, on: lost, typing: ["text": "long letter"], for: id)
        #expect(lost.hummed == 1)
        let other = Branch(store: shelf)
        var shown: Set<Page.Origin> = []
        for nonce in ["first", "first", "second"] {
            let page = try #require(
                try await other.act(
                    "sing", at: Self.page, .version(2), typing: ["text": "long letter"], nonce: nonce, for: id
                ).doubtfulPage)
            shown.insert(page.at)
            #expect(page.typed["text"] == "long letter" && page.sessionFingerprint == id.fingerprint)
            #expect(page.revision == (isShared ? shelf.log(of: id).last?.revision.number : nil))
        }
        #expect(shown == [.version(3)] && other.hummed == 0)
        #expect(try await other.page(Self.page, version: 3, for: id).typed["text"] == "long letter")
        let new = try #require(try await other.act("sing", at: Self.page, .version(3), nonce: "third", for: id).done)
        #expect(new.version == 4 && other.hummed == 1)
        // Still not from the first page, also on the node that had lost its store.
        #expect(try await lost.act("sing", at: Self.page, .version(2), nonce: "fourth", for: id).doubtfulPage != nil)
        #expect(try await other.act("sing", at: Self.page, .version(3), nonce: "fifth", for: id).done?.version == 4)
        #expect(lost.hummed == 1 && other.hummed == 1)
    }

    @Test func `an action from a path leaves its intent at a version of that path`() async throws {
        let shelf = shelf()
        let lost = Branch(store: shelf)
        let id = try await lost.session()
        try await press("sing", .path, losing: shelf, after: 1, on: lost, for: id)
        let other = Branch(store: shelf)
        for origin in [Page.Origin.path, .version(3), .path] {
            let page = try await other.act("sing", at: Self.page, origin, nonce: "first", for: id).doubtfulPage
            #expect(page?.at == .version(4))
        }
        #expect(try await other.act("sing", at: Self.page, .version(4), for: id).done?.version == 5)
        #expect(lost.hummed == 1 && other.hummed == 1)
        // Another action of the same place is not affected.
        #expect(try await other.act("stamp", at: Self.page, .version(3), for: id).done?.version == 6)
    }

    @Test func `an action from a path makes the same versions with an intent as without one`() async throws {
        let (shelf, memory) = (shelf(), Branch())
        let stored = Branch(store: shelf)
        for branch in [stored, memory] {
            let id = try await branch.session()
            let done = try #require(try await branch.act("sing", at: Self.page, .path, for: id).done)
            #expect(done.version == 4 && branch.hummed == 1)
            #expect(try await branch.act("sing", at: Self.page, .path, for: id).done?.version == 4)
            #expect(try await branch.act("sing", at: Self.page, .version(3), for: id).done?.version == 4)
            #expect(branch.hummed == 1)
        }
    }

    @Test func `a node whose lease another node has taken performs no action twice`() async throws {
        let shelf = shelf()
        let (slow, other) = (Branch(store: shelf), Branch(store: shelf))
        let id = try await slow.session(after: "read?page=70")
        let first = Task { try await slow.act("sing-at-gate", at: Self.page, .version(2), nonce: "n", for: id) }
        await slow.gate.untilReached()
        let page = try await other.act("sing-at-gate", at: Self.page, .version(2), nonce: "n", for: id).doubtfulPage
        #expect(page?.at == .version(3))
        slow.gate.open()
        await #expect(throws: SessionError.overtaken) { try await first.value }
        #expect(try await slow.act("sing-at-gate", at: Self.page, .version(2), for: id).doubtfulPage != nil)
        #expect(slow.hummed == 1 && other.hummed == 0)
    }

    @Test func `a double click on two nodes gets the same result twice`() async throws {
        let shelf = shelf()
        let (one, two) = (Branch(store: shelf), Branch(store: shelf))
        let id = try await one.session(after: "read?page=70")
        let first = Task { try await one.act("sing-at-gate", at: Self.page, .version(2), nonce: "n", for: id).done }
        await one.gate.untilReached()
        shelf.setBusy(1)
        let second = Task { try await two.act("sing-at-gate", at: Self.page, .version(2), nonce: "n", for: id).done }
        await two.clock.untilSleeping(1)
        one.gate.open()
        let done = try #require(try await first.value)
        two.clock.advance(by: 2_000_000)
        #expect(try await second.value?.version == done.version)
        #expect(one.hummed == 1 && two.hummed == 0)
    }

    @Test(arguments: ["n", "m"]) func `a double click on one node gets the same result twice`(nonce: String)
        async throws
    {
        let branch = Branch(store: shelf())
        let id = try await branch.session(after: "read?page=70")
        let first = Task { try await branch.act("sing-at-gate", at: Self.page, .version(2), nonce: "n", for: id).done }
        await branch.gate.untilReached()
        async let second = branch.act("sing-at-gate", at: Self.page, .version(2), nonce: nonce, for: id).done
        branch.gate.open()
        let done = try #require(try await first.value)
        #expect(try await second?.version == done.version)
        #expect(branch.hummed == 1)
    }

    @Test func `an action that fails withdraws its intent, so it can be sent again`() async throws {
        let shelf = shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session(after: "read?page=70")
        let mistakes: [any Error] = [
            TornPage(), InvalidInput(field: "text", "Sing higher."), NavigationError.notFound, TornPage(),
        ]
        for (number, mistake) in mistakes.enumerated() {
            branch.gate.mistake.withLock { $0 = mistake }
            let outcome = try? await branch.act(
                "sing-wrongly", at: Self.page, .version(2), typing: ["text": "\(number)"], nonce: "n\(number)", for: id)
            #expect(outcome?.doubtfulPage == nil && branch.hummed == number + 1)
            let restored = try History(log: shelf.log(of: id))
            #expect(restored.kept.allSatisfy { $0.performed == nil })
            #expect(try await Branch(store: shelf).page(Self.page, version: 2, for: id).typed["text"] == "\(number)")
        }
        branch.gate.mistake.withLock { $0 = nil }
        #expect(try await branch.act("sing-wrongly", at: Self.page, .version(2), for: id).done?.failure == nil)
        #expect(branch.hummed == mistakes.count + 1)
        #expect(try await branch.act("sing-wrongly", at: Self.page, .version(2), for: id).done != nil)
        #expect(branch.hummed == mistakes.count + 1)
    }

    @Test func `an action that no responder performs withdraws its intent`() async throws {
        let shelf = shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session(after: "read?page=70")
        for _ in 1...2 {
            guard case .unhandled = try await branch.act("hum", at: Self.page, .version(2), for: id) else {
                throw Branch.NoSession()
            }
        }
        #expect(try History(log: shelf.log(of: id)).kept.allSatisfy { $0.performed == nil })
    }

    @Test func `an intent is found by each path of its page`() async throws {
        let shelf = shelf()
        let lost = Branch(store: shelf)
        let id = try await lost.session(after: "read?page=70")
        try await press("sing", .path, losing: shelf, after: 1, on: lost, for: id)
        #expect(lost.hummed == 1)
        let other = Branch(store: shelf)
        let again = try await other.act("sing", at: "/old/!_/page:70", .path, nonce: "second", for: id)
        #expect(again.doubtfulPage != nil && other.hummed == 0)
    }

    @Test func `an intent that cannot be stored is an error, and the handler does not run`() async throws {
        let shelf = shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session(after: "read?page=70")
        try await press("sing", losing: shelf, after: 0, on: branch, for: id)
        #expect(branch.hummed == 0)
        #expect(try await branch.act("sing", at: Self.page, .version(2), nonce: "first", for: id).done?.version == 3)
        #expect(branch.hummed == 1)
    }

    @Test func `a handler that is cancelled leaves its intent`() async throws {
        let shelf = shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session(after: "read?page=70")
        let abandoned = Task { try await branch.act("sing-at-gate", at: Self.page, .version(2), for: id) }
        await branch.gate.untilReached()
        abandoned.cancel()
        #expect(try await branch.act("sing-at-gate", at: Self.page, .version(2), for: id).doubtfulPage != nil)
        branch.gate.open()
        await #expect(throws: CancellationError.self) { try await abandoned.value }
        #expect(branch.hummed == 1)
    }

    @Test func `an action that is cancelled while its intent is stored does not run`() async throws {
        let shelf = shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session(after: "read?page=70")
        let gate = Gate()
        shelf.committing.withLock { $0 = { _ in await gate.pass() } }
        let abandoned = Task { try await branch.act("sing", at: Self.page, .version(2), for: id) }
        await gate.untilReached()
        abandoned.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await abandoned.value }
        #expect(branch.hummed == 0)
    }

    @Test func `a once action makes three calls to the store, others and that of a new visitor two`() async throws {
        let shelf = shelf()
        let branch = Branch(store: shelf)
        let calls = Atomic(0)
        shelf.beginning.withLock { $0 = { calls.wrappingAdd(1, ordering: .relaxed) } }
        shelf.committing.withLock { $0 = { _ in calls.wrappingAdd(1, ordering: .relaxed) } }
        func count(_ body: () async throws -> Void) async rethrows -> Int {
            calls.store(0, ordering: .relaxed)
            try await body()
            return calls.load(ordering: .relaxed)
        }
        let id = try await branch.session(after: "read?page=70")
        #expect(try await count { _ = try await branch.act("sing", at: Self.page, .version(2), for: id) } == 3)
        #expect(try await count { _ = try await branch.act("sing", at: Self.page, .version(2), for: id) } == 1)
        #expect(try await count { _ = try await branch.act("whistle", at: Self.page, .version(2), for: id) } == 1)
        #expect(try await count { _ = try await branch.act("read?page=1", at: "/old", .path, for: id) } == 2)
        #expect(try await count { _ = try await branch.act("sing", at: Self.page, .path, for: nil) } == 2)
    }

    @Test func `the change of an intent can be told from that of an action`() async throws {
        let shelf = shelf()
        let branch = Branch(store: shelf)
        let id = try await branch.session(after: "read?page=70")
        _ = try await branch.act("sing", at: Self.page, .version(2), nonce: "n", for: id)
        let log = shelf.log(of: id)
        var history = try History(log: Array(log.prefix(1)))
        let changes = try log.dropFirst().map { element in
            var objectsLeft = 1_000
            let change = try HistoryChange(element.bytes, after: history, objectsLeft: &objectsLeft)
            try history.apply(change)
            return change
        }
        #expect(changes.map(\.isOfIntent) == [true, false])
        #expect(changes.map { $0.entry?.version.number } == [nil, 3])
        // An intent costs few bytes, also after a long draft.
        #expect(log[1].bytes.count < 40)
    }

    @Test func `a process that is killed between intent and commit leaves the intent in its directory`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-intents-\(SessionID.random())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (path, copy) = (folder.appending(path: "one").path, folder.appending(path: "two").path)
        let killed = Branch(store: try DirectoryStore(at: path) { DispatchQueue.global().async(execute: $0) })
        let id = try await killed.session(after: "read?page=70")
        let pressed = Task { try await killed.act("sing-at-gate", at: Self.page, .version(2), nonce: "n", for: id) }
        await killed.gate.untilReached()
        // The files as a kill leaves them.
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        killed.gate.open()
        _ = try await pressed.value
        let restarted = Branch(store: try DirectoryStore(at: copy) { DispatchQueue.global().async(execute: $0) })
        let page = try await restarted.act(
            "sing-at-gate", at: Self.page, .version(2), nonce: "n", for: id
        ).doubtfulPage
        #expect(page?.at == .version(3) && restarted.hummed == 0)
        restarted.gate.open()
        #expect(try await restarted.act("sing-at-gate", at: Self.page, .version(3), for: id).done?.version == 4)
    }
}

extension ActionOutcome {
    fileprivate var doubtfulPage: Page? { if case .outcomeUnknown(let page) = self { page } else { nil } }
}
