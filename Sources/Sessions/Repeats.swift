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
    fileprivate final class Act: Sendable {
        let turn = Turn()
        let result = Mutex<(done: ActionOutcome.Done, at: UInt64)?>(nil)
        private let requests = Mutex(Requests())

        private struct Requests {
            var count = 0
            /// Those whose clients are gone, and how each is cancelled.
            var abandoned: [ObjectIdentifier: @Sendable () -> Void] = [:]
        }

        /// Whether a request has it in hand; such an act is not forgotten.
        var isInUse: Bool { requests.withLock { $0.count > 0 } }

        func begin() { requests.withLock { $0.count += 1 } }

        /// Ends the use by one request. If only abandoned ones are left, they are cancelled.
        func end(_ request: ActInProgress?) {
            let cancelled = requests.withLock { requests in
                requests.count -= 1
                if let request { requests.abandoned[ObjectIdentifier(request)] = nil }
                guard requests.count == requests.abandoned.count else { return [@Sendable () -> Void]() }
                defer { requests.abandoned = [:] }
                return Array(requests.abandoned.values)
            }
            for cancel in cancelled { cancel() }
        }

        func abandon(_ request: ActInProgress, cancel: @escaping @Sendable () -> Void) -> Bool {
            requests.withLock { requests in
                guard requests.count - requests.abandoned.count > 1 else { return false }
                requests.abandoned[ObjectIdentifier(request)] = cancel
                return true
            }
        }
    }

    /// Two generations, each as long as a repeat is answered: what is in neither is too old. None is looked through.
    private struct Acts {
        var younger: [Key: Act] = [:]
        var older: [Key: Act] = [:]
        var since: UInt64 = 0

        mutating func age(now: UInt64, after limit: UInt64) {
            guard now.isLater(than: since, by: limit) else { return }
            older = younger.merging(older.filter { $0.value.isInUse }) { one, _ in one }
            younger = [:]
            since = now
        }
    }

    private final class Shard: Sendable {
        let acts = Mutex(Acts())
    }

    /// Ten minutes: the time limit of a repeat's own request ends its wait before. Ended sooner, it would cancel the first
    /// request, which was left to it.
    private static let longestWait: UInt64 = 600_000_000_000

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
        let progress = ActInProgress.current
        progress?.begin(act)
        defer {
            progress?.end()
            act.end(progress)
        }
        let ticket = try await act.turn.take(behindAtMost: limits.waitingRepeats, within: Self.longestWait, time)
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
        act.begin()
        return act
    }

    /// Forgets what is too long ago to be repeated.
    func reap() {
        let now = time.now
        for shard in shards { shard.acts.withLock { $0.age(now: now, after: limits.repeated) } }
    }
}

/// The act that a task performs, for the connection that may cancel the task.
///
/// A double click makes a browser close the connection of its first request and send a second one. If that cancelled the
/// first request, a handler that ignores the cancellation would run beside its own repeat. Instead the second request waits
/// for the result of the first.
public final class ActInProgress: Sendable {
    /// The one of the task that runs.
    @TaskLocal public static var current: ActInProgress?

    private let act = Mutex<Repeats.Act?>(nil)

    /// No act yet.
    public init() {}

    fileprivate func begin(_ act: Repeats.Act) { self.act.withLock { $0 = act } }

    fileprivate func end() { act.withLock { $0 = nil } }

    /// Leaves the act to the other requests for it that have a client.
    ///
    /// - Parameter cancel: cancels the task; called when the last of those requests has ended before the act.
    /// - Returns: `false` if there is no such request; then the caller cancels the task.
    public func leaveToOthers(cancel: @escaping @Sendable () -> Void) -> Bool {
        act.withLock(\.self)?.abandon(self, cancel: cancel) ?? false
    }
}
