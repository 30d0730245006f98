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
        let location: String
        let token: String
        let values: [Submission.Value]
        let at: Page.Origin?
    }

    /// What is known of one act. Those who send it wait for its turn.
    private final class Act: Sendable {
        let turn = Turn()
        let result = Mutex<(done: ActionOutcome.Done, at: UInt64)?>(nil)
    }

    private final class Shard: Sendable {
        let acts = Mutex<[Key: Act]>([:])
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
        let key = Key(
            id: id, once: once, location: request.location.path, token: request.submission.token,
            values: request.submission.values, at: request.at)
        let shard = shards[key.hashValue & 15]
        guard let act = shard.acts.withLock({ act(key, in: &$0) }) else { return try await perform() }
        try await act.turn.take(behindAtMost: limits.waitingRepeats, within: limits.longestWait, time)
        defer { act.turn.release() }
        if let result = act.result.withLock(\.self), time.now &- result.at <= limits.repeated {
            return .done(result.done)
        }
        let outcome = try await perform()
        if case .done(let done) = outcome {
            let now = time.now
            act.result.withLock { $0 = (done, now) }
        } else {
            // Nothing was performed, so there is nothing to repeat.
            _ = shard.acts.withLock { $0.removeValue(forKey: key) }
        }
        return outcome
    }

    /// The act that the key names; `nil` when there are so many that no more can be remembered.
    private func act(_ key: Key, in acts: inout [Key: Act]) -> Act? {
        if let act = acts[key] { return act }
        if acts.count >= limits.repeats / shards.count { forget(in: &acts) }
        guard acts.count < limits.repeats / shards.count else { return nil }
        let act = Act()
        acts[key] = act
        return act
    }

    private func forget(in acts: inout [Key: Act]) {
        let now = time.now
        acts = acts.filter { _, act in
            act.result.withLock(\.self).map { now &- $0.at <= limits.repeated } ?? act.turn.isTaken
        }
    }

    /// Forgets what is too long ago to be repeated.
    func reap() {
        for shard in shards { shard.acts.withLock { forget(in: &$0) } }
    }
}
