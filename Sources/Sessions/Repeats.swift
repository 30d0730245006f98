import NavigationKit
import Synchronization

/// Performs what was sent twice from the same rendering once, and gives everybody the same answer (DESIGN D9).
///
/// A repeat says the same nonce, place and words while the first is running or within ten seconds after. It is known by the
/// session's name as it was sent, so that whoever still has the old name after a login is answered, and nothing else is;
/// without a session the nonce alone tells visitors apart, which is why nobody can guess one.
final class Repeats: Sendable {
    private struct Key: Hashable {
        let id: SessionID?
        let once: String
        /// Of all that is said beside: 128 bits under keys of this process, so that long bodies are not kept.
        let digest: [Int]

        init(_ request: ActionRequest, once: String, for id: SessionID?) {
            self.id = id
            self.once = once
            digest = [1, 2].map { number in
                var hasher = Hasher()
                hasher.combine(number)
                hasher.combine(request.location.path)
                hasher.combine(request.at)
                hasher.combine(request.submission.token)
                for value in request.submission.values {
                    hasher.combine(value.name)
                    // A file that is sent twice is kept twice, and each time under another name.
                    if let file = request.submission.files[value.text] {
                        hasher.combine(file.name)
                        hasher.combine(file.byteCount)
                        hasher.combine(file.digest)
                    } else {
                        hasher.combine(value.text)
                    }
                }
                return hasher.finalize()
            }
        }
    }

    /// What is known of one act. Those who send it wait for its turn.
    private final class Act: Sendable {
        let turn = Turn()
        let result = Mutex<(done: ActionOutcome.Done, at: UInt64)?>(nil)
        /// How many have it in hand; such an act is not forgotten.
        let users = Atomic<Int>(0)
    }

    /// Two generations, each as long as a repeat is answered: what is in neither is too old. None is looked through.
    private struct Acts {
        var younger: [Key: Act] = [:]
        var older: [Key: Act] = [:]
        var since: UInt64 = 0

        mutating func age(now: UInt64, after limit: UInt64) {
            guard now.isLater(than: since, by: limit) else { return }
            older = younger.merging(older.filter { $0.value.users.load(ordering: .relaxed) > 0 }) { one, _ in one }
            younger = [:]
            since = now
        }
    }

    private final class Shard: Sendable {
        let acts = Mutex(Acts())
    }

    private let limits: SessionLimits
    private let time: any TimeSource
    private let shards = (0..<16).map { _ in Shard() }

    init(limits: SessionLimits, time: any TimeSource) {
        self.limits = limits
        self.time = time
    }

    /// What `perform` leads to, or led to when the same was sent before.
    ///
    /// - Throws: ``SessionError/busy`` if too many wait for the first, or what `perform` throws.
    func once(
        _ request: ActionRequest, for id: SessionID?, perform: () async throws -> ActionOutcome
    ) async throws -> ActionOutcome {
        guard let once = request.once else { return try await perform() }
        let key = Key(request, once: once, for: id)
        let shard = shards[key.digest[0] & 15]
        guard let act = shard.acts.withLock({ act(key, in: &$0) }) else { return try await perform() }
        defer { act.users.wrappingSubtract(1, ordering: .relaxed) }
        let ticket = try await act.turn.take(behindAtMost: limits.waitingRepeats, within: limits.longestWait, time)
        defer { ticket.release() }
        try request.commitGate.hold(ticket, as: .repeats)
        if let result = act.result.withLock(\.self), time.now &- result.at <= limits.repeated {
            return .done(result.done)
        }
        // What is refused leaves no result: nothing was performed, so there is nothing to repeat.
        let outcome = try await perform()
        if case .done(let done) = outcome {
            let now = time.now
            act.result.withLock { $0 = (done, now) }
        }
        return outcome
    }

    /// The act that the key names; `nil` when there are so many that no more can be remembered.
    private func act(_ key: Key, in acts: inout Acts) -> Act? {
        acts.age(now: time.now, after: limits.repeated)
        if acts.younger.count >= limits.repeats / shards.count, acts.younger[key] == nil { return nil }
        let act = acts.younger[key] ?? acts.older[key] ?? Act()
        acts.younger[key] = act
        act.users.wrappingAdd(1, ordering: .relaxed)
        return act
    }

    /// Forgets what is too long ago to be repeated.
    func reap() {
        let now = time.now
        for shard in shards { shard.acts.withLock { $0.age(now: now, after: limits.repeated) } }
    }
}
