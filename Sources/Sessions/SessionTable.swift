package import NavigationKit
package import SessionStores
import Synchronization

/// The sessions of one app, by id. A visitor gets a session by an action; reading needs none.
///
/// With a store, memory is a bounded cache of it: each action, except a logout that the store refuses, is committed to
/// the store before its response is sent, and a session that is not in memory is loaded from the store.
package final class SessionTable: Sendable {
    let hosted: HostedApplication
    let limits: SessionLimits
    let time: any TimeSource
    let store: (any SessionStore)?
    let report: @Sendable (String) -> Void
    /// Logs security events, such as evictions, identity changes and reached limits.
    let noteSecurity: @Sendable (SecurityEvent) -> Void
    let shards: [SessionShard]
    let total = Atomic<Int>(0)
    let quota: NetworkQuota
    let userEndings = UserEndings()
    let idempotencyCache: IdempotencyCache
    /// The leases of a shared store that actions in progress hold.
    let leases = HeldLeases()
    /// The time when the store last answered a probe; at first the time of the start, because the store was opened
    /// then.
    let lastAnswer: Atomic<UInt64>
    /// Called with the id of a session that has ended, or has a new id for another user.
    let observers = Mutex<[@Sendable (SessionID) -> Void]>([])
    let recentEnds = RecentEnds()
    /// True while a probe of the store is unanswered.
    let isProbing = Atomic(false)

    /// - Parameters:
    ///   - hosted: the app.
    ///   - limits: the resource limits of sessions.
    ///   - time: the clock.
    ///   - store: keeps sessions across restarts; `nil` keeps them in memory only.
    ///   - report: logs sessions that cannot be restored, and failures of the store that fail no request.
    ///   - noteSecurity: logs security events, such as evictions, identity changes and reached limits.
    package init(
        _ hosted: HostedApplication, limits: SessionLimits = SessionLimits(), time: any TimeSource,
        store: (any SessionStore)? = nil, report: @escaping @Sendable (String) -> Void = { _ in },
        noteSecurity: @escaping @Sendable (SecurityEvent) -> Void = { _ in }
    ) {
        self.hosted = hosted
        self.limits = limits
        self.time = time
        self.store = store
        self.report = report
        self.noteSecurity = noteSecurity
        lastAnswer = Atomic(time.now)
        quota = NetworkQuota(limit: limits.countPerNetwork)
        idempotencyCache = IdempotencyCache(limits: limits, time: time)
        shards = (0..<SessionShard.count).map { _ in SessionShard() }
    }

    /// The number of sessions in memory.
    package var count: Int { total.load(ordering: .relaxed) }

    /// Returns true if `id` names a session that is in memory.
    package func contains(_ id: SessionID) -> Bool { place(of: id) != nil }

    func place(of id: SessionID) -> SessionShard.Place? { shards[id.shard].entries.withLock { $0[id] } }

    /// False if the session has certainly ended. A store can have sessions that are not in memory.
    package func canExist(_ id: SessionID) -> Bool {
        guard let place = place(of: id) else { return store != nil && !recentEnds.contains(id) }
        guard case .live(let session) = place else { return true }
        return time.now < session.lifeEnd.load(ordering: .relaxed) && !userEndings.hasEnded(session.owner)
    }

    // MARK: - Requests

    /// Returns the page at `location` for the session `id`, or for a visitor without a session.
    ///
    /// - Parameters:
    ///   - seen: the number of the newest revision that the visitor has seen: nothing older is returned.
    ///   - isUse: false if this does not keep an idle session alive: a page or a stream that a script requests by itself.
    /// - Throws: ``LocationError``, ``EndedFlowError``, ``SessionLoadError``, or what a controller throws while it is
    ///   built or loads.
    package func page(
        at location: Location, version: Int?, for id: SessionID?, seen: UInt64 = 0, isUse: Bool = true,
        _ options: PageOptions = .shown
    ) async throws -> Page {
        var found = Found.unknown
        while let id {
            found = try await find(id, seen: seen, isUse: isUse)
            guard case .session(let session) = found else { break }
            let page = try await session.page(at: location, version: version, for: id, options)
            // A concurrent login can have re-keyed the session: a request with the old id must not receive the new
            // identity's page.
            if place(of: id)?.session === session { return page }
        }
        var page = try await hosted.page(at: location, limits: limits, time, options)
        page.isOfUnknownSession = id != nil
        if case .ended = found { page.notice = Notice.ended }
        return page
    }

    /// Returns the page that `request` was sent from, with the submitted values. Performs no action and does not wait
    /// for the session's mutex.
    ///
    /// - Returns: `nil` if the state is no longer kept, or was rendered for a different session.
    /// - Throws: the errors of ``page(at:version:for:)``.
    package func page(filledBy request: ActionRequest, for id: SessionID?) async throws -> Page? {
        guard let id else {
            return try await hosted.page(
                at: request.location, limits: limits, time, submitted: request.submission)
        }
        guard request.sessionFingerprint.map({ $0 == id.fingerprint }) ?? true,
            case .session(let session) = try await find(id),
            let page = try await session.page(filledBy: request, for: id)
        else { return nil }
        return place(of: id)?.session === session ? page : nil
    }

    /// Performs an action in the session `id`, or in a new session if `id` is `nil`. A request that is sent twice
    /// within ``SessionLimits/repeated`` is usually performed once, see ``IdempotencyCache``.
    ///
    /// A new session is kept only if the action created a version, or if submitted values in it wait for a login.
    /// If the session no longer exists, or the request names a version but no session, nothing is performed: the
    /// visitor sees the page again first. If the task is cancelled before the commit begins, nothing is committed and
    /// the session's mutex is released at once.
    /// - Throws: ``SessionError``, ``LocationError``, ``EndedFlowError``, ``SessionLoadError``, ``StoreError``,
    ///   ``HandlerNotFoundError``, `CancellationError`, or what a controller throws while it is built or loads.
    package func act(_ request: ActionRequest, for id: SessionID?) async throws -> ActionOutcome {
        try await withTaskCancellationHandler {
            try await idempotencyCache.once(request, for: id) {
                let outcome = try await perform(request, for: id)
                if let ending = outcome.ending { note(ending, from: request.network) }
                return outcome
            }
        } onCancel: {
            request.commitGate.cancel()
        }
    }

    private func perform(_ request: ActionRequest, for id: SessionID?) async throws -> ActionOutcome {
        // Look the session up again if it was re-keyed or left memory while the action waited.
        for _ in 0..<3 {
            let found = if let id { try await find(id, isLeased: true) } else { Found.unknown }
            guard let id, case .session(let session) = found else {
                var outcome = try await performAnew(request, isExpected: id == nil)
                if case .ended = found { outcome.setNotice(Notice.ended) }
                return outcome
            }
            do {
                var outcome = try await session.act(
                    request, as: id,
                    isFromOtherIdentity: request.sessionFingerprint.map { $0 != id.fingerprint } ?? false,
                    persistence: SessionTableEntry(
                        table: self, session: session, id: id, network: request.network, isNew: false))
                outcome.addFingerprint(of: id)
                if session.notes != nil { outcome.note(of: request, in: session) }
                // Setting it copies the outcome.
                if let revision = sharedRevision(of: session) { outcome.setRevision(revision) }
                return outcome
            } catch SessionError.renamed {
                continue
            } catch var error as HandlerNotFoundError {
                error.revision = sharedRevision(of: session)
                session.noteMissingObject(of: request, error.chain)
                throw error
            }
        }
        throw SessionError.busy
    }

    /// Performs an action in a new session. If the request named a session that no longer exists, or a version, nothing
    /// is performed and the visitor sees the page first.
    private func performAnew(_ request: ActionRequest, isExpected: Bool) async throws -> ActionOutcome {
        let session = try Session(hosted, limits: limits, time: time, network: request.network)
        let ownID = SessionID.random()
        let entry = SessionTableEntry(
            table: self, session: session, id: ownID, network: request.network, isNew: true)
        if !isExpected || request.isNumbered {
            var (page, isKept) = try await session.recover(request)
            page.isOfUnknownSession = !isExpected
            guard isKept else { return .stale(page) }
            if let lease = try await session.begin(entry) {
                defer { entry.release(lease) }
                try await session.storeCheckpoint(under: lease, entry)
            }
            insert(session, as: ownID)
            page.newID = ownID
            page.revision = sharedRevision(of: session)
            page.sessionFingerprint = ownID.fingerprint
            return .stale(page)
        }
        // Refuse before the action, which can have effects outside the session.
        try checkRoom(for: request.network)
        var outcome = try await session.act(request, persistence: entry)
        if session.notes != nil { outcome.note(of: request, in: session) }
        guard case .done(var done) = outcome else { return outcome }
        let newID = done.newID ?? ownID
        insert(session, as: newID)
        if let commands = done.taskCommands { perform(commands, for: newID, from: request.network) }
        done.newID = newID
        if let revision = sharedRevision(of: session) { done.revision = revision }
        return .done(done)
    }

    /// The number of the session's revision; `nil` if no other process can change the session.
    func sharedRevision(of session: Session) -> UInt64? {
        guard let store, store.isShared else { return nil }
        return session.history.withLock { $0.log?.revision.number }
    }

    /// - Throws: ``StoreError`` if the store has no room for a new session.
    func checkRoom(for network: UInt64?) throws {
        guard let store, !store.hasRoom(for: network) else { return }
        noteSecurity(SecurityEvent(.limitReached, "\(hosted.name): no room for a new session", from: network))
        throw StoreError(.overQuota, operation: "commit", path: "a new session")
    }

    /// Creates a session in its first state, for measurements and tests.
    package func makeSession() async throws -> SessionID {
        let id = SessionID.random()
        insert(try Session(hosted, limits: limits, time: time), as: id)
        return id
    }
}
