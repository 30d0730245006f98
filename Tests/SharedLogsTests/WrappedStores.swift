import SessionStores
import Synchronization

@testable import SharedLogs

/// A store without notifications, whose data can be replaced.
final class MutedStore: EventStore {
    private let base: Mutex<any EventStore>

    init(_ base: any EventStore) { self.base = Mutex(base) }

    func replace(by other: any EventStore) { base.withLock { $0 = other } }

    func read(_ log: String, after known: Revision?) async throws -> StoredEvents {
        try await base.withLock(\.self).read(log, after: known)
    }

    func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult {
        try await base.withLock(\.self).append(record, to: log, after: expected)
    }

    func compact(_ log: String, to checkpoint: LogElement) async throws {
        try await base.withLock(\.self).compact(log, to: checkpoint)
    }

    func follow(_ log: String, _ notify: @escaping @Sendable (Revision?) -> Void) -> EventSubscription {
        EventSubscription {}
    }
}

/// A store that cannot be reached at the moment.
struct AbsentStore: EventStore {
    var code = StoreError.Code.unavailable

    private var error: StoreError { StoreError(code, operation: "reach", path: "the store") }

    func read(_ log: String, after known: Revision?) async throws -> StoredEvents { throw error }

    func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult {
        throw error
    }

    func compact(_ log: String, to checkpoint: LogElement) async throws { throw error }

    func follow(_ log: String, _ notify: @escaping @Sendable (Revision?) -> Void) -> EventSubscription {
        EventSubscription {}
    }
}

/// A store that counts the appends, and can hold them back.
final class CountingStore: EventStore {
    private let base: any EventStore
    private let state = Mutex((count: 0, isHeld: false, held: [CheckedContinuation<Void, Never>]()))

    init(_ base: any EventStore) { self.base = base }

    var appends: Int { state.withLock(\.count) }
    var waiting: Int { state.withLock(\.held.count) }

    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let held = state.withLock { state in
            defer { (state.isHeld, state.held) = (false, []) }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    func read(_ log: String, after known: Revision?) async throws -> StoredEvents {
        try await base.read(log, after: known)
    }

    func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                state.count += 1
                if state.isHeld { state.held.append(continuation) }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
        return try await base.append(record, to: log, after: expected)
    }

    func compact(_ log: String, to checkpoint: LogElement) async throws { try await base.compact(log, to: checkpoint) }

    func follow(_ log: String, _ notify: @escaping @Sendable (Revision?) -> Void) -> EventSubscription {
        base.follow(log, notify)
    }
}

/// A store to which appends are still on their way when their callers give up.
final class LateStore: EventStore {
    private let base: any EventStore
    private let sent = Mutex<[(record: LogElement, log: String, expected: Revision?)]>([])

    init(_ base: any EventStore) { self.base = base }

    /// Performs the appends that were sent.
    func deliver() async throws {
        let sent = sent.withLock { sent in
            defer { sent = [] }
            return sent
        }
        for append in sent { _ = try await base.append(append.record, to: append.log, after: append.expected) }
    }

    func read(_ log: String, after known: Revision?) async throws -> StoredEvents {
        try await base.read(log, after: known)
    }

    func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult {
        sent.withLock { $0.append((record, log, expected)) }
        throw StoreError(.outcomeUnknown, operation: "append", path: "the store")
    }

    func compact(_ log: String, to checkpoint: LogElement) async throws { try await base.compact(log, to: checkpoint) }

    func follow(_ log: String, _ notify: @escaping @Sendable (Revision?) -> Void) -> EventSubscription {
        base.follow(log, notify)
    }
}

/// A store in which another node is always faster.
struct OvertakingStore: EventStore {
    let base: any EventStore
    /// True if the store appends the record, loses the answer, and sends the record again after the other node.
    let sendsTwice: Bool
    let overtake: @Sendable () async throws -> Void

    init(_ base: any EventStore, sendsTwice: Bool = false, by overtake: @escaping @Sendable () async throws -> Void) {
        (self.base, self.sendsTwice, self.overtake) = (base, sendsTwice, overtake)
    }

    func read(_ log: String, after known: Revision?) async throws -> StoredEvents {
        try await base.read(log, after: known)
    }

    func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult {
        if sendsTwice { _ = try await base.append(record, to: log, after: expected) }
        try await overtake()
        return try await base.append(record, to: log, after: expected)
    }

    func compact(_ log: String, to checkpoint: LogElement) async throws { try await base.compact(log, to: checkpoint) }

    func follow(_ log: String, _ notify: @escaping @Sendable (Revision?) -> Void) -> EventSubscription {
        base.follow(log, notify)
    }
}

/// A store whose calls are performed in a random order, and whose answers get lost now and then.
final class UnreliableStore: EventStore {
    private struct State {
        var random: SeededGenerator
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isReliable = false
    }

    private let base: any EventStore
    private let losesAnswers: Bool
    private let state: Mutex<State>

    init(_ base: any EventStore, seed: UInt64, losesAnswers: Bool) {
        self.base = base
        self.losesAnswers = losesAnswers
        state = Mutex(State(random: SeededGenerator(seed: seed)))
    }

    /// Makes every later call reliable.
    func becomeReliable() { state.withLock { $0.isReliable = true } }

    /// Waits; meanwhile lets a call that waits go on, at random. As many calls go on as begin to wait.
    private func turn() async {
        await withCheckedContinuation { continuation in
            let delay = state.withLock { state in
                state.waiting.append(continuation)
                return Int.random(in: 0..<8, using: &state.random)
            }
            Task {
                for _ in 0..<delay { await Task.yield() }
                let next = self.state.withLock { state in
                    let index = Int.random(in: state.waiting.indices, using: &state.random)
                    return state.waiting.remove(at: index)
                }
                next.resume()
            }
        }
    }

    /// Throws for one call in eight.
    private func loseAnswer() throws {
        let isLost = state.withLock {
            losesAnswers && !$0.isReliable && UInt8.random(in: 0..<8, using: &$0.random) == 0
        }
        if isLost { throw StoreError(.system, operation: "wait for", path: "the store") }
    }

    func read(_ log: String, after known: Revision?) async throws -> StoredEvents {
        await turn()
        try loseAnswer()
        return try await base.read(log, after: known)
    }

    func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult {
        await turn()
        try loseAnswer()
        let result = try await base.append(record, to: log, after: expected)
        await turn()
        try loseAnswer()
        return result
    }

    func compact(_ log: String, to checkpoint: LogElement) async throws {
        await turn()
        try await base.compact(log, to: checkpoint)
    }

    func follow(_ log: String, _ notify: @escaping @Sendable (Revision?) -> Void) -> EventSubscription {
        base.follow(log, notify)
    }
}

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
