import SessionStores
import Synchronization
import Testing

@testable import SharedLogs

@Suite("Shared logs", .timeLimit(.minutes(3))) struct SharedLogTests {
    @Test func `without a store the state is in memory`() async throws {
        let words = SharedLog()
        try await words.add("a")
        await #expect(throws: Words.Refused.self) { try await words.add("refused") }
        try await words.refresh()
        #expect(words.all == ["a"] && words.state.all == ["a"])
    }

    @Test func `opening takes the state from the store`() async throws {
        let store = MemoryEventStore()
        try await SharedLog.opened(in: store).add("stored")
        let words = SharedLog()
        try await words.add("dropped")
        try await words.open(in: store)
        #expect(words.all == ["stored"])
        await words.close()
        #expect(words.all == ["stored"])
    }

    @Test(arguments: [StoreError.Code.unavailable, .outcomeUnknown])
    func `a store that is away at the opening is used when it is back`(code: StoreError.Code) async throws {
        let memory = MemoryEventStore()
        try await SharedLog.opened(in: memory).add("early")
        let store = MutedStore(AbsentStore(code: code))
        let log = SharedLog()
        let lines = Mutex<[String]>([])
        try await log.open(in: store, report: { line in lines.withLock { $0.append(line) } }, changed: {})
        #expect(log.all == [] && lines.withLock(\.self) == ["words: reach the store"])
        await #expect(throws: SharedLogError.self) { try await log.add("lost") }
        store.replace(by: memory)
        try await log.refresh()
        #expect(log.all == ["early"])
        try await log.add("late")
        #expect(log.all == ["early", "late"])
    }

    @Test func `a store that refuses the opening ends it`() async throws {
        await #expect(throws: StoreError.self) {
            try await SharedLog.opened(in: AbsentStore(code: .permissionDenied))
        }
    }

    @Test func `an update is visible on its own node at once, and on other nodes soon`() async throws {
        let store = MemoryEventStore()
        let (first, second) = (try await SharedLog.opened(in: store), SharedLog())
        let changes = Changes()
        try await second.open(in: store, report: { _ in }, changed: { changes.note() })
        for (number, word) in ["a", "b", "c"].enumerated() {
            try await first.add(word)
            #expect(first.all.last == word)
            await changes.wait(for: number + 1)
            #expect(second.all == first.all)
        }
        // A node is not told about its own updates.
        try await second.add("d")
        try await second.refresh()
        #expect(changes.count == 3)
    }

    @Test func `an update decides on the newest state of all nodes`() async throws {
        let store = MutedStore(MemoryEventStore())
        let (first, second) = (try await SharedLog.opened(in: store), try await SharedLog.opened(in: store))
        try await first.add("a", isOnce: true)
        #expect(second.all == [])
        await #expect(throws: Words.Refused.self) { try await second.add("a", isOnce: true) }
        #expect(second.all == ["a"])
        try await second.add("b")
        #expect(second.all == ["a", "b"] && first.all == ["a"])
        try await first.refresh()
        #expect(first.all == second.all)
    }

    @Test func `a refusal is checked against the newest state too`() async throws {
        let store = MutedStore(MemoryEventStore())
        let (first, second) = (try await SharedLog.opened(in: store), try await SharedLog.opened(in: store))
        try await first.add("needed")
        let decide: SharedLog<Words>.Decision = { words in
            guard words.all.contains("needed") else { throw Words.Refused() }
            return []
        }
        try await second.update(decide)
        #expect(second.all == ["needed"])
    }

    @Test func `concurrent updates of one node share records`() async throws {
        let (words, store, first) = try await Self.heldUpdate()
        let all = Task {
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<40 {
                    group.addTask { (try? await words.add("\(number % 20)", isOnce: true)) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        while words.waitingCount < 40 { await Task.yield() }
        store.release()
        try await first.value
        #expect(await all.value == 20)
        #expect(words.all.count == 21 && store.appends == 2)
        #expect(try await SharedLog.opened(in: store).all == words.all)
    }

    @Test func `a record takes as many updates as fit`() async throws {
        let (words, store, first) = try await Self.heldUpdate()
        let long = String(repeating: "x", count: 25_000)
        let all = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<5 { group.addTask { try await words.add("\(number)" + long) } }
                try await group.waitForAll()
            }
        }
        while words.waitingCount < 5 { await Task.yield() }
        store.release()
        try await first.value
        try await all.value
        #expect(words.all.count == 6 && store.appends == 4)
        #expect(try await SharedLog.opened(in: store).all == words.all)
    }

    /// Returns a log whose first update waits for its store.
    private static func heldUpdate() async throws -> (SharedLog<Words>, CountingStore, Task<Void, any Error>) {
        let store = CountingStore(MemoryEventStore())
        let words = try await SharedLog.opened(in: store)
        store.hold()
        let update = Task { try await words.add("first") }
        while store.waiting == 0 { await Task.yield() }
        return (words, store, update)
    }

    @Test func `an update with too many events is refused, and others continue`() async throws {
        let words = try await SharedLog.opened(in: MemoryEventStore())
        let error = await #expect(throws: SharedLogError.self) {
            try await words.add(String(repeating: "x", count: 70_000))
        }
        #expect(error?.code == .tooLarge && words.all == [])
        try await words.add("a")
        #expect(words.all == ["a"])
    }

    @Test func `more than 256 waiting updates are refused`() async throws {
        let (words, store, first) = try await Self.heldUpdate()
        let all = Task {
            await withTaskGroup(of: SharedLogError.Code?.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        do { try await words.add("\(number)") } catch {
                            store.release()
                            return (error as? SharedLogError)?.code
                        }
                        return nil
                    }
                }
                return await group.reduce(into: [:]) { counts, code in counts[code, default: 0] += 1 }
            }
        }
        let counts = await all.value
        try await first.value
        let done = counts[nil] ?? 0
        #expect(counts.count == 2 && done >= 256 && counts[.busy] == 300 - done)
        #expect(words.all.count == done + 1)
    }

    @Test func `a node that the others overtake again and again gives up`() async throws {
        let base = MemoryEventStore()
        let other = try await SharedLog.opened(in: base)
        let words = try await SharedLog.opened(in: OvertakingStore(base) { try await other.add("other") })
        let error = await #expect(throws: SharedLogError.self) { try await words.add("a") }
        #expect(error?.code == .contended && other.all.count == 64 && !other.all.contains("a"))
    }

    @Test func `an update whose record the store has sent twice is made once`() async throws {
        let base = MemoryEventStore()
        let other = try await SharedLog.opened(in: MutedStore(base))
        let words = try await SharedLog.opened(in: OvertakingStore(base, sendsTwice: true) { try await other.add("b") })
        try await words.add("a")
        #expect(words.all == ["a", "b"] && other.all == ["a", "b"])
    }

    @Test func `an event that this version cannot read stops the updates of this node`() async throws {
        let store = MutedStore(MemoryEventStore())
        let words = try await SharedLog.opened(in: store)
        try await words.add("a")
        let newer = SharedLog("words", NewerWords())
        try await newer.open(in: store)
        try await newer.update { _ in [.renamed("b")] }
        for _ in 0..<2 {
            let error = await #expect(throws: SharedLogError.self) { try await words.add("c") }
            #expect(error?.code == .unreadable)
        }
        #expect(words.all == ["a"] && newer.read(\.count) == 2)
        let error = await #expect(throws: SharedLogError.self) { try await SharedLog.opened(in: store) }
        #expect(error?.code == .unreadable)
    }

    @Test func `a node that follows gets the records before and after a compaction`() async throws {
        let store = MutedStore(MemoryEventStore())
        let (first, second) = (
            try await SharedLog.opened(in: store, capacity: 5), try await SharedLog.opened(in: store, capacity: 5)
        )
        for number in 0..<500 { try await first.add("\(number)") }
        try await second.refresh()
        for number in 500..<1_030 { try await first.add("\(number)") }
        guard case .whole(let checkpoint?, let records) = try await store.read("words", after: nil) else {
            Issue.record("the log was not compacted")
            return
        }
        #expect(checkpoint.revision.number == 1_024 && records.count == 6)
        #expect(second.all == (495..<500).map { "\($0)" })
        try await second.add("new")
        #expect(second.all == ["1026", "1027", "1028", "1029", "new"])
        let third = try await SharedLog.opened(in: store, capacity: 5)
        #expect(third.all == second.all)
    }

    @Test func `a store that has lost records gives its state to all nodes`() async throws {
        let store = MutedStore(MemoryEventStore())
        let words = try await SharedLog.opened(in: store)
        for word in ["a", "b", "lost"] { try await words.add(word) }
        // A failover to a copy without the last record, which another node then uses the number of.
        let copy = MemoryEventStore()
        let other = try await SharedLog.opened(in: copy)
        for word in ["a", "b", "c"] { try await other.add(word) }
        store.replace(by: copy)
        try await words.add("d")
        #expect(words.all == ["a", "b", "c", "d"])
    }

    @Test func `updates that wait when the log is closed are made`() async throws {
        let (words, store, update) = try await Self.heldUpdate()
        let closing = Task { await words.close() }
        store.release()
        try await update.value
        await closing.value
        #expect(try await SharedLog.opened(in: store).all == ["first"])
    }

    @Test func `a node that is released follows no more`() async throws {
        let store = MemoryEventStore()
        weak let words: SharedLog<Words>?
        do { words = try await SharedLog.opened(in: store) }
        while words != nil { await Task.yield() }
        try await SharedLog.opened(in: store).add("a")
        #expect(words == nil)
    }
}

extension SharedLog {
    /// The number of updates that wait for the one before them.
    var waitingCount: Int { line.withLock(\.updates.count) }
}

/// Words as a later version of a program reads them.
private struct NewerWords: SharedState {
    enum Event: Codable, Sendable { case added(String), renamed(String) }

    var count = 0

    mutating func apply(_ event: Event) { count += 1 }
    var checkpoint: [String] { [] }
    mutating func restore(_ checkpoint: [String]) {}
}

/// Counts notifications.
private final class Changes: Sendable {
    private let state = Mutex((count: 0, waiting: [(Int, CheckedContinuation<Void, Never>)]()))

    var count: Int { state.withLock(\.count) }

    func note() {
        let ready = state.withLock { state in
            state.count += 1
            defer { state.waiting.removeAll { $0.0 <= state.count } }
            return state.waiting.filter { $0.0 <= state.count }
        }
        for (_, continuation) in ready { continuation.resume() }
    }

    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.count < count { state.waiting.append((count, continuation)) }
                return state.count >= count
            }
            if isReached { continuation.resume() }
        }
    }
}
