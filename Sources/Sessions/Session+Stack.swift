import NavigationKit
import SessionStores
import Synchronization

/// Shows and changes the visible stack of a state as a whole.
extension Session {
    /// Returns the visible stack of the state that a GET of `location` shows. Changes nothing.
    ///
    /// - Throws: ``StackError/noStack``, ``LocationError``, ``EndedFlowError``, or what a controller throws while it is
    ///   built or loads.
    func stack(at location: Location, version number: Int?) async throws -> StackPage {
        try await stackPage(of: try shownBase(at: location, version: number) ?? .path(location))
    }

    /// Changes a stack under the session's mutex, and commits the resulting state as the newest version.
    ///
    /// - Parameter persistence: the session's entry in the table and in the store.
    /// - Throws: ``StackError``, ``SessionError``, ``LocationError``, ``EndedFlowError``, ``StoreError``,
    ///   `CancellationError`, or what a controller throws while it is built or loads.
    func change(_ request: StackRequest, persistence: some SessionPersistence) async throws -> StackOutcome {
        let ticket = try await mutex.take(
            behindAtMost: limits.waitingActions, within: limits.nanoseconds.maxWait, time, counters: hosted.counters)
        defer { ticket.release() }
        try request.action.commitGate.hold(ticket, as: .session)
        guard persistence.isCurrent else { throw SessionError.renamed }
        let lease = try await begin(persistence)
        do {
            // Cancelling releases the mutex, so another request can hold it after a wait.
            guard !request.action.commitGate.isCancelled else { throw CancellationError() }
            let outcome = try await perform(request, lease, persistence)
            // A commit ends the lease.
            if let lease, !outcome.isCommitted {
                persistence.release(lease)
                if case .done = outcome.outcome { try await persistence.confirm() }
            }
            return outcome.outcome
        } catch {
            if let lease { persistence.release(lease) }
            throw request.action.commitGate.isCancelled ? CancellationError() : error
        }
    }

    private func perform(
        _ request: StackRequest, _ lease: Lease?, _ persistence: some SessionPersistence
    ) async throws -> (outcome: StackOutcome, isCommitted: Bool) {
        let location = request.action.location
        guard let base = try shownBase(at: location, version: request.version) else {
            return (.stale(location, version: nil), false)
        }
        // The entity tag of a stack depends on its screens, so a precondition needs new ones.
        let application = try request.precondition == nil ? tree(of: base) : derivedTree(of: base)
        try await load(application)
        let policy = try application.readiness.policy
        if let precondition = request.precondition {
            let page = try stackPage(of: base, shownBy: application)
            guard precondition(page) else { return (.failed(page), false) }
        }
        let token = policy == .once ? request.onceToken : nil
        if policy > .branch,
            let answer = try await answer(by: policy, to: request.action, token, from: base, shownBy: application)
        {
            return (StackOutcome(answer, at: location), false)
        }
        guard !application.hasLostPlaces || base.isPath else { return (.stale(location, version: nil), false) }
        let leaving = try leavingVersion(base, application, persistence)
        guard try application.apply(request.edit, discardsChanges: request.discardsChanges) else {
            return (.unchanged(try await stackPage(of: base)), false)
        }
        try await load(application, after: request.edit)
        if let repeated = try repeatedChange(application) { return (.done(repeated), false) }
        let act = Act(
            request: request.action, base: base, leaving: leaving, typed: nil, digest: nil, onceToken: token,
            source: .stack)
        return (.done(try await commit(application, act, chain: [], lease, persistence)), true)
    }

    /// Returns the state that a GET of `location` shows; `nil` if it names a version that is not kept.
    private func shownBase(at location: Location, version number: Int?) throws -> Base? {
        let (version, ended) = history.withLock { history in
            let version = history.shown(history.version(at: location, number: number))
            return (version, history.endedFlow(at: location, version))
        }
        if let ended { throw EndedFlowError(onward: ended.onward) }
        if let version { return .version(version) }
        return number == nil ? .path(location) : nil
    }

    /// Builds and loads the new top. A route of the request whose screen does not exist is a mistake of the request.
    private func load(_ application: Application, after edit: StackEdit) async throws {
        do {
            try await load(application)
        } catch let error as NavigationError {
            guard case .set(let routes) = edit, let top = routes.last else { throw error }
            throw StackError.noSuchRoute(top, at: routes.count)
        }
    }

    /// Returns the newest version if it shows the state of `application`: the request is then a repeat, which makes no
    /// second version.
    private func repeatedChange(_ application: Application) throws -> ActionOutcome.Done? {
        let (location, state) = (try application.location, try application.state)
        return history.withLock { history in
            let newest = history.newest
            guard newest.number > 0, location.isComplete, newest.location == location, newest.state.looksLike(state)
            else { return nil }
            return ActionOutcome.Done(
                location: location, version: newest.number,
                isCanonical: history.canonicalVersion(at: location) === newest, operation: newest.operation, chain: [],
                newID: nil, clearsCache: false, failure: nil)
        }
    }

    private func stackPage(of base: Base) async throws -> StackPage {
        let application = try derivedTree(of: base)
        try await load(application)
        return try stackPage(of: base, shownBy: application)
    }

    private func stackPage(of base: Base, shownBy application: Application) throws -> StackPage {
        guard case .version(let version) = base, !application.hasLostPlaces else {
            let location =
                if case .path(let asked) = base { try application.location(asked: asked) } else {
                    try application.location
                }
            return try application.stackPage(at: location, notice: base.isPath ? nil : Notice.changed)
        }
        let isCanonical = history.withLock { $0.canonicalVersion(at: version.location) === version }
        return try application.stackPage(at: version.location, .version(version.number), isCanonical: isCanonical)
    }
}

extension Application {
    /// Returns the visible stack. The visible controllers must be loaded.
    func stackPage(
        at location: Location, _ origin: Page.Origin = .path, isCanonical: Bool = true, notice: String? = nil
    ) throws -> StackPage {
        StackPage(
            stack: try routeStack, location: location, at: origin, isCanonical: isCanonical,
            isEditable: try state.alert == nil, notice: notice)
    }
}

extension StackOutcome {
    /// The outcome that a history policy requires instead of the change.
    fileprivate init(_ answer: ActionOutcome, at location: Location) {
        switch answer {
        case .done(let done): self = .done(done)
        case .stale(let page):
            let number: Int? = if case .version(let number) = page.at { number } else { nil }
            self = .stale(page.location, version: page.isCanonical ? nil : number)
        default: self = .stale(location, version: nil)
        }
    }
}
