import NavigationKit
import SessionStores
import Synchronization

/// An idempotency cache: performs a request that is sent twice from the same rendering once, unless it is refused, and
/// gives every copy the same result.
///
/// A repeat has the nonce, location, state and submission of the first request, and arrives while the first is running
/// or within ``SessionLimits/repeated`` after it. The key contains the session id as the client sent it, so that a
/// repeat with the old id after a login gets the first result; all other requests with that id find no session. Without
/// a session only the nonce separates visitors, so nonces must be unguessable.
final class IdempotencyCache: Sendable {
    private struct Key: Hashable {
        let id: SessionID?
        let nonce: String
        /// A 128-bit hash of location, state and submission, seeded per process; kept instead of a long body.
        let digest: [Int]

        init(_ request: ActionRequest, nonce: String, for id: SessionID?) {
            self.id = id
            self.nonce = nonce
            digest = [1, 2].map { number in
                var hasher = Hasher()
                hasher.combine(number)
                hasher.combine(request.location.text)
                hasher.combine(request.at)
                hasher.combine(request.submission.token)
                for value in request.submission.values {
                    hasher.combine(value.name)
                    // Hash the file's content: each copy of the request stores the file under its own token.
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

    /// One action and its result. ``mutex`` serializes the copies of its request.
    fileprivate final class Act: Sendable {
        let mutex = AsyncMutex()
        let result = Mutex<(done: ActionOutcome.Done, at: UInt64)?>(nil)
        private let requests = Mutex(Requests())

        private struct Requests {
            var count = 0
            /// The requests whose clients have disconnected, each with the function that cancels it.
            var abandoned: [ObjectIdentifier: @Sendable () -> Void] = [:]
        }

        /// True while a request uses the act; such an act is not dropped.
        var isInUse: Bool { requests.withLock { $0.count > 0 } }

        func begin() { requests.withLock { $0.count += 1 } }

        /// Ends the use by one request. If only abandoned requests are left, cancels them.
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

    /// Two generations, each at least as long as a result's lifetime. Entries expire by generation, not one by one.
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

    /// Ten minutes, much longer than the default handler timeout of 30 s, so that a repeat waits until its own timeout.
    /// If it gave up earlier, no request with a connected client would be left, and the abandoned first one would be
    /// cancelled.
    private static let maxWait: UInt64 = 600_000_000_000

    private let limits: SessionLimits
    private let time: any TimeSource
    private let shards = (0..<16).map { _ in Shard() }

    init(limits: SessionLimits, time: any TimeSource) {
        self.limits = limits
        self.time = time
    }

    /// Returns the result of `perform`, or the kept result if the same request was performed before.
    ///
    /// - Throws: ``SessionError/busy`` if too many repeats wait for the first request or one waits too long,
    ///   `CancellationError`, or what `perform` throws.
    func once(
        _ request: ActionRequest, for id: SessionID?, perform: () async throws -> ActionOutcome
    ) async throws -> ActionOutcome {
        guard let nonce = request.nonce else { return try await perform() }
        let key = Key(request, nonce: nonce, for: id)
        let shard = shards[key.digest[0] & 15]
        guard let act = shard.acts.withLock({ act(key, in: &$0) }) else { return try await perform() }
        let progress = ActInProgress.current
        progress?.begin(act)
        defer {
            progress?.end()
            act.end(progress)
        }
        let ticket = try await act.mutex.take(behindAtMost: limits.waitingRepeats, within: Self.maxWait, time)
        defer { ticket.release() }
        try request.commitGate.hold(ticket, as: .repeats)
        if let result = act.result.withLock(\.self), time.now &- result.at <= limits.nanoseconds.repeated {
            return .done(result.done)
        }
        // Keep no result of a refused request: nothing was committed, so a later copy can try again.
        let outcome = try await perform()
        if case .done(let done) = outcome {
            let now = time.now
            act.result.withLock { $0 = (done, now) }
        }
        return outcome
    }

    /// Returns the act for the key, created if necessary; `nil` if the shard is full.
    private func act(_ key: Key, in acts: inout Acts) -> Act? {
        acts.age(now: time.now, after: limits.nanoseconds.repeated)
        if acts.younger.count >= limits.repeats / shards.count, acts.younger[key] == nil { return nil }
        let act = acts.younger[key] ?? acts.older[key] ?? Act()
        acts.younger[key] = act
        act.begin()
        return act
    }

    /// Drops expired results.
    func reap() {
        let now = time.now
        for shard in shards { shard.acts.withLock { $0.age(now: now, after: limits.nanoseconds.repeated) } }
    }
}

/// The action of a request's task. The server uses it to decide if a disconnect cancels the task.
///
/// A double click makes a browser close the connection of its first request and send a second one. If that cancelled
/// the first request, a handler that ignores the cancellation would run concurrently with its own repeat. Instead the
/// second request waits for the result of the first.
package final class ActInProgress: Sendable {
    /// The action of the current task.
    @TaskLocal package static var current: ActInProgress?

    private let act = Mutex<IdempotencyCache.Act?>(nil)

    /// Creates a value without an action.
    package init() {}

    fileprivate func begin(_ act: IdempotencyCache.Act) { self.act.withLock { $0 = act } }

    fileprivate func end() { act.withLock { $0 = nil } }

    /// Marks the request as abandoned if other requests, whose clients are connected, wait for the same action.
    ///
    /// - Parameter cancel: cancels the task; called if the last of those requests ends before the action does.
    /// - Returns: `false` if there is no such request; then the caller must cancel the task.
    package func leaveToOthers(cancel: @escaping @Sendable () -> Void) -> Bool {
        act.withLock(\.self)?.abandon(self, cancel: cancel) ?? false
    }
}
