public import NavigationKit
import Synchronization

/// What sessions may cost.
public struct SessionLimits: Sendable {
    /// The most sessions of one app. At the limit one that was not used for long makes room.
    public var count = 100_000
    /// The most sessions of one network that have seen no more than one action; one more makes the oldest of them go.
    public var newcomersPerNetwork = 10_000
    /// How long a session is kept without a request, in nanoseconds: 30 minutes.
    public var idle: UInt64 = 30 * 60 * 1_000_000_000
    /// The most actions of one session that wait for their turn; one more is answered 503.
    public var waitingActions = 32
    /// The most versions of one session that can be returned to; the oldest go first.
    public var versions = 50
    /// How long a repeated action is answered like its first one, in nanoseconds: 10 s.
    public var repeated: UInt64 = 10 * 1_000_000_000
    /// The most actions that are remembered for that.
    public var repeats = 65_536
    /// The most bytes that what was typed may take in one session: 64 KiB.
    public var bytes = 65_536
    /// How long an action waits for its turn, in nanoseconds: 10 s, then 503.
    public var longestWait: UInt64 = 10 * 1_000_000_000

    /// The defaults.
    public init() {}
}

/// All sessions of one app, by name. Visitors that only read have none (DESIGN D10).
public final class SessionTable: Sendable {
    private let hosted: HostedApplication
    private let limits: SessionLimits
    private let time: any TimeSource
    private let shards: [Shard]
    private let total = Atomic<Int>(0)
    private let repeats: Repeats
    private let newcomers: Newcomers

    /// Sessions stand in an array, so that one can be drawn by lot; the index leads to them by name.
    private struct Entries {
        var index: [SessionID: Int] = [:]
        var sessions: [(id: SessionID, session: Session)] = []

        mutating func insert(_ session: Session, as id: SessionID) {
            index[id] = sessions.count
            sessions.append((id, session))
        }

        mutating func remove(_ id: SessionID) -> Session? {
            guard let position = index.removeValue(forKey: id) else { return nil }
            let removed = sessions[position].session
            let last = sessions.removeLast()
            if position < sessions.count {
                sessions[position] = last
                index[last.id] = position
            }
            return removed
        }
    }

    private final class Shard: Sendable {
        let entries = Mutex(Entries())
    }

    /// - Parameters:
    ///   - hosted: the app.
    ///   - limits: what sessions may cost.
    ///   - time: where time comes from.
    public init(_ hosted: HostedApplication, limits: SessionLimits = SessionLimits(), time: any TimeSource) {
        self.hosted = hosted
        self.limits = limits
        self.time = time
        repeats = Repeats(limits: limits, time: time)
        newcomers = Newcomers(limit: limits.newcomersPerNetwork)
        shards = (0..<64).map { _ in Shard() }
    }

    /// The number of sessions.
    public var count: Int { total.load(ordering: .relaxed) }

    /// Whether `id` names a session.
    public func contains(_ id: SessionID) -> Bool { find(id) != nil }

    private func find(_ id: SessionID) -> Session? {
        shards[id.shard].entries.withLock { entries in
            entries.index[id].map { entries.sessions[$0].session }
        }
    }

    private func used(_ id: SessionID?) -> Session? {
        guard let id, let session = find(id) else { return nil }
        session.lastUse.store(time.now, ordering: .relaxed)
        return session
    }

    // MARK: - Requests

    /// The page at `location` for the session `id`, or for somebody without one.
    ///
    /// - Throws: ``LocationError``, or what a controller throws while it is built or loads.
    public func page(at location: Location, version: Int?, for id: SessionID?) async throws -> Page {
        guard let session = used(id) else {
            var page = try await hosted.page(at: location)
            page.isOfUnknownSession = id != nil
            return page
        }
        return try await session.page(at: location, version: version)
    }

    /// Performs an action in the session `id`, or in a new one if it names none; a new one is kept only if it was performed.
    ///
    /// A numbered state of a session that is gone is not acted on: the visitor sees the page again first (DESIGN).
    /// - Throws: ``SessionError``, ``LocationError``, or what a controller throws while it is built or loads.
    public func act(_ request: ActionRequest, for id: SessionID?) async throws -> ActionOutcome {
        try await repeats.once(request, for: id) { try await perform(request, for: id) }
    }

    private func perform(_ request: ActionRequest, for id: SessionID?) async throws -> ActionOutcome {
        if let session = used(id), let id {
            do {
                return try await session.act(request, isNamed: { self.find(id) === session }) { newID in
                    self.rename(id, to: newID)
                }
            } catch SessionError.renamed {
                // Whoever still has the old name goes on as somebody whose session is not known.
            }
        }
        if case .version = request.at {
            var page = try await hosted.page(at: request.location, submitted: request.submission)
            page.notice = Notice.expired
            return .stale(page)
        }
        let session = try Session(hosted, limits: limits, time: time)
        let outcome = try await session.act(request)
        guard case .done(var done) = outcome else { return outcome }
        let newID = done.newID ?? .random()
        insert(session, as: newID, from: request.network)
        done.newID = newID
        return .done(done)
    }

    /// Makes a session in its first state, as a measurement or test does.
    package func makeSession() async throws -> SessionID {
        let id = SessionID.random()
        insert(try Session(hosted, limits: limits, time: time), as: id)
        return id
    }

    // MARK: - Bounds

    private func insert(_ session: Session, as id: SessionID, from network: UInt64? = nil) {
        if total.load(ordering: .relaxed) >= limits.count { evictOne(near: id.shard) }
        shards[id.shard].entries.withLock { $0.insert(session, as: id) }
        total.wrappingAdd(1, ordering: .relaxed)
        guard let network else { return }
        let oldest = newcomers.add(id, from: network) { self.find($0)?.isYoung ?? false }
        if let oldest { evict(oldest) }
    }

    private func evict(_ id: SessionID) {
        let evicted = shards[id.shard].entries.withLock { $0.remove(id) }
        if evicted != nil { total.wrappingSubtract(1, ordering: .relaxed) }
    }

    private func rename(_ id: SessionID, to newID: SessionID) {
        guard let session = shards[id.shard].entries.withLock({ $0.remove(id) }) else { return }
        shards[newID.shard].entries.withLock { $0.insert(session, as: newID) }
    }

    /// Lets go of the session that was not used for longest among a few drawn by lot: near enough to the oldest, at a
    /// cost that does not grow with their number.
    private func evictOne(near first: Int) {
        for offset in 0..<shards.count {
            let evicted = shards[(first + offset) & 63].entries.withLock { entries -> Session? in
                let drawn = (0..<8).compactMap { _ in entries.sessions.randomElement() }
                let young = drawn.filter(\.session.isYoung)
                let oldest = (young.isEmpty ? drawn : young).min { one, other in
                    one.session.lastUse.load(ordering: .relaxed) < other.session.lastUse.load(ordering: .relaxed)
                }
                return oldest.flatMap { entries.remove($0.id) }
            }
            if evicted != nil {
                total.wrappingSubtract(1, ordering: .relaxed)
                return
            }
        }
    }

    /// Lets go of sessions that were not used for longer than the limit. A timer calls it; no traffic is needed.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func reap() -> Int {
        repeats.reap()
        let now = time.now
        var reaped = 0
        for shard in shards {
            reaped += shard.entries.withLock { entries in
                let idle = entries.sessions.filter { entry in
                    now &- entry.session.lastUse.load(ordering: .relaxed) > limits.idle
                }
                for entry in idle { _ = entries.remove(entry.id) }
                return idle.count
            }
        }
        total.wrappingSubtract(reaped, ordering: .relaxed)
        if reaped > 0 { newcomers.reap { self.find($0)?.isYoung ?? false } }
        return reaped
    }
}

/// What a page tells a visitor beside its content.
public enum Notice {
    /// The session is no longer known.
    public static let expired = "Your earlier visit has ended. Please check this page and press the button once more."
}
