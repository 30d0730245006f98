import NavigationKit
import SessionStores
import Synchronization

/// Performs the action of a POST.
extension Session {
    /// Performs one action under the session's mutex: finds the offer, sends it up the responder chain and commits the
    /// resulting state as the newest version.
    ///
    /// - Parameters:
    ///   - id: the session id that the request sent.
    ///   - isFromOtherIdentity: true if the page was rendered for a different session identity.
    ///   - persistence: the session's entry in the table and in the store.
    /// - Throws: ``SessionError``, ``LocationError``, ``EndedFlowError``, ``StoreError``, ``HandlerNotFoundError``,
    ///   `CancellationError`, or what a controller throws while it is built or loads.
    func act(
        _ request: ActionRequest, as id: SessionID? = nil, isFromOtherIdentity: Bool = false,
        persistence: some SessionPersistence
    ) async throws -> ActionOutcome {
        let ticket = try await mutex.take(
            behindAtMost: limits.waitingActions, within: limits.nanoseconds.maxWait, time, counters: hosted.counters)
        defer { ticket.release() }
        try request.commitGate.hold(ticket, as: .session)
        guard persistence.isCurrent else { throw SessionError.renamed }
        let lease = try await begin(persistence)
        var isLeaseUsed = false
        let digest = lease == nil ? nil : request.digest
        defer { if let lease, !isLeaseUsed { persistence.release(lease) } }
        if let lease {
            // Cancelling releases the mutex, so another request can hold it after a wait.
            guard !request.commitGate.isCancelled else { throw CancellationError() }
            if unstored.withLock(\.self) == request.submission.token {
                // The last attempt at this action could not be stored. Probe the store first, so that retries do not
                // repeat effects outside the session while no result can be stored.
                try await storeCheckpoint(under: lease, keepsLease: true, persistence)
                unstored.withLock { $0 = nil }
                guard !request.commitGate.isCancelled else { throw CancellationError() }
            }
            if let digest, let done = repeatedResult(ofRequest: digest) {
                try await persistence.confirm()
                return .done(done)
            }
        }
        guard !isFromOtherIdentity else { return .stale(try await pageOfAnother(request)) }
        guard var base = try base(of: request) else { return try await lost(request) }
        let version = base.number
        let inputs = recordedInputs(of: request, in: id, from: base, persistence)
        var attempt = Attempt()
        do {
            // If a later call throws, the tree is not put back, because it can be half changed.
            // A precondition is compared with the page that a GET would return now, so it needs a fresh tree.
            let application = try request.precondition == nil ? tree(of: base) : freshTree(of: base)
            if let inputs { application.actionInputs = inputs }
            let (policyBefore, isLoaded) = try application.readiness
            var policy = policyBefore
            if !isLoaded {
                attempt.typed = draftBeforeLoading(application, for: request)
                attempt.isLoading = true
                try await load(application)
                attempt.isLoading = false
                policy = try application.readiness.policy
            }
            if let precondition = request.precondition {
                let page = try pageToCompare(of: base, shownBy: application, for: id)
                guard precondition(page) else {
                    application.actionInputs = nil
                    putBack(application, of: base)
                    return .changed(page)
                }
            }
            let offers: [Offer]
            (offers, attempt.typed) = try self.offers(of: application, for: request)
            if let inputs { inputs.note(request.submission, offers: offers, typed: attempt.typed) }
            let token = policy == .once ? application.token(of: request.submission, offers: offers) : nil
            // An answer loads a page, too.
            attempt.isLoading = policy > .branch
            if policy > .branch,
                let answer = try await answer(by: policy, to: request, token, from: base, shownBy: application)
            {
                attempt.isLoading = false
                if lease != nil, case .done = answer { try await persistence.confirm() }
                guard case .outcomeUnknown = answer, let lease, let token, !application.hasLostPlaces else {
                    return answer
                }
                return try await offerAgain(
                    token, from: base, shownBy: application, request, typed: attempt.typed, under: lease, &isLeaseUsed,
                    persistence)
            }
            attempt.isLoading = false
            guard !application.hasLostPlaces || base.isPath else {
                attempt.isLoading = true
                return .stale(try await page(of: base, submitted: request.submission))
            }
            var leaving = try leavingVersion(base, application, persistence)
            // The browser does not know the id of a new session yet, so nothing could find its intent.
            if let token, let lease, id != nil, offers.contains(where: { $0.matches(request.submission) }) {
                try await recordIntent(of: token, from: &base, &leaving, request, under: lease, persistence)
                attempt.intent = token
            }
            attempt.performing = application
            let chain = try await perform(
                request, offers: offers, typed: attempt.typed, as: id, from: version, on: application)
            let act = Act(
                request: request, base: base, leaving: leaving, typed: attempt.typed, digest: digest, onceToken: token)
            let done = try await commit(application, act, chain: chain, lease, persistence)
            isLeaseUsed = true
            if hosted.topicCenter.isWatched { tellOtherPages(of: id) }
            return .done(done)
        } catch _ where request.commitGate.isCancelled {
            // Commit no alert: cancelling released the mutex, so another request can hold it now.
            throw CancellationError()
        } catch let error where attempt.isLoading {
            // Show no alert: the page below it would have to load again.
            isLeaseUsed = try await keep(attempt.typed, from: base, of: request, nil, under: lease, persistence)
            throw error
        } catch let error as LocationError {
            throw error
        } catch let error as SessionError {
            throw error
        } catch let error as NavigationError {
            isLeaseUsed = try await keep(
                attempt.typed, from: base, of: request, attempt.intent, under: lease, persistence)
            guard let performing = attempt.performing else { throw error }
            throw HandlerNotFoundError(chain: performing.askedChain)
        } catch let error as StoreError {
            unstored.withLock { $0 = request.submission.token }
            throw error
        } catch let error as ActionError {
            isLeaseUsed = try await keep(nil, from: base, of: request, attempt.intent, under: lease, persistence)
            return try await refuse(request, from: base, because: error)
        } catch let error as InvalidInput {
            isLeaseUsed = try await keep(
                attempt.typed, from: base, of: request, attempt.intent, under: lease, persistence)
            var page = try await page(of: base, submitted: request.submission, problems: error)
            page.chain = attempt.performing?.askedChain ?? []
            return .invalid(page, error)
        } catch {
            let done = try await showFailure(
                error, of: request, from: base, attempt.intent, typed: attempt.typed,
                chain: attempt.performing?.askedChain ?? [], inputs, lease, persistence)
            isLeaseUsed = true
            return .done(done)
        }
    }

    /// Makes the other open pages of the session show its new saved values.
    private func tellOtherPages(of id: SessionID?) {
        if let id { hosted.topicCenter.changed(.session(id.description)) }
    }

    /// The variables of an action that its error handling needs. One value, because each variable of an asynchronous
    /// function that lives across a suspension point can cost an allocation.
    private struct Attempt {
        var typed: Draft?
        /// True while the state before the action is loaded.
        var isLoading = false
        /// The idempotency key of the recorded intent.
        var intent: String?
        var performing: Application?
    }

    /// Returns the page of `base` as a GET would show it now.
    private func pageToCompare(
        of base: Base, shownBy application: Application, for id: SessionID?
    ) throws -> Page {
        var page = try page(of: base, shownBy: application, for: id)
        guard case .version(let version) = base else { return page }
        let isNewest = newest === version
        page.addMessage(isNewest ? version.state.flash : nil, isNewest: isNewest)
        return page
    }

    /// Returns the page that `request` was sent from, with the submitted values; `nil` if its version is not kept.
    func page(filledBy request: ActionRequest, for id: SessionID) async throws -> Page? {
        guard let base = try base(of: request) else { return nil }
        return try await page(of: base, for: id, submitted: request.submission)
    }

    /// Returns the state that the request acts on; `nil` if the version it names is not kept at its location. A
    /// request with a precondition and without `at` acts on the state that its URL shows.
    ///
    /// - Throws: ``EndedFlowError``.
    func base(of request: ActionRequest) throws -> Base? {
        let (version, ended) = history.withLock { history in
            let version: Version? =
                switch request.at {
                case .version(let number):
                    history.version(at: request.location, number: number, salt: request.versionSalt)
                case .path: nil
                case nil where request.precondition != nil:
                    history.shown(history.canonicalVersion(at: request.location))
                case nil: history.latestVersion(at: request.location)
                }
            return (version, history.endedFlow(at: request.location, version))
        }
        if let ended { throw EndedFlowError(onward: ended.onward) }
        if let version { return .version(version) }
        if case .version = request.at { return nil }
        return .path(request.location)
    }

    /// Returns the outcome that the history policy requires instead of performing the action; `nil` to perform it.
    /// `.once` repeats the first result, or says that there can be one; `.reject` refuses every version except the newest.
    func answer(
        by policy: HistoryPolicy, to request: ActionRequest, _ token: String?, from base: Base,
        shownBy application: Application
    ) async throws -> ActionOutcome? {
        let newest = newest
        if let token {
            let version: Version? = if case .version(let version) = base { version } else { nil }
            // Results are noted at the canonical location, and a path can have several forms.
            let location = try application.location(asked: request.location)
            return switch history.withLock({ $0.performed(token, from: version, at: location) }) {
            case .done(let done): .done(history.withLock { $0.withFlash(done) })
            case .intent: .outcomeUnknown(try await page(of: base, submitted: request.submission))
            case nil: nil
            }
        }
        guard case .version(let version) = base, version.number != newest.number else { return nil }
        return .stale(try await page(of: .version(newest)))
    }

    /// Returns the result of this request if the session's log contains it: another process performed it, or this one
    /// before a restart.
    func repeatedResult(ofRequest digest: UInt64) -> ActionOutcome.Done? {
        let now = time.wallClock
        return history.withLock { $0.result(ofRequest: digest, at: now, within: limits.nanoseconds.repeated) }
    }

    /// Returns a version of the state before the action if only a path names that state, so that Back can restore it.
    func leavingVersion(
        _ base: Base, _ application: Application, _ persistence: some SessionPersistence
    ) throws -> Version? {
        guard case .path(let location) = base else { return nil }
        return Version(
            number: newest.number + 1, state: try application.state,
            location: try application.location(asked: location), salt: newSalt(persistence))
    }

    func offers(
        of application: Application, for request: ActionRequest
    ) throws -> (offers: [Offer], typed: Draft?) {
        try application.offers(for: request.submission, coder: hosted.coder, report: hosted.report)
    }

    /// An action, performed or failed, that is about to be committed.
    struct Act {
        let request: ActionRequest
        let base: Base
        /// A new version for the state before the action, if the action started from a path; otherwise `nil`.
        let leaving: Version?
        let typed: Draft?
        /// The hash by which a repeat is recognized in the log; `nil` without a store or a nonce.
        let digest: UInt64?
        /// The idempotency key of an action under the policy `.once`; `nil` under others, or if it failed and no intent
        /// was recorded.
        var onceToken: String?
        var source = Source.form

        /// The source of a change.
        enum Source { case form, stack, task }
    }

    /// Commits the state after the action as the newest version.
    ///
    /// - Throws: ``StoreError``, ``SessionError/renamed``, any error of a controller while it is built or loads, or
    ///   `CancellationError` if the request was cancelled and its mutex released.
    func commit(
        _ application: Application, _ act: Act, chain: [ChainTrace.Entry], failure: (any Error)? = nil,
        _ lease: Lease?, _ persistence: some SessionPersistence
    ) async throws -> ActionOutcome.Done {
        let change: IdentityChange
        if let settled = try application.settleIfLoaded() {
            change = settled
        } else {
            try await application.loadViews()
            change = application.settleAfterLoading()
        }
        // Without a user, the session of a user is logged out.
        let isLogout = if case .changed(to: nil, clearsCache: false) = change { owner.user != nil } else { false }
        let identity = isLogout ? .logout : change
        let left: Version? = if case .version(let version) = act.base { version } else { act.leaving }
        let isForAnother = owner.isForAnother(after: identity)
        // After a change of the user, keep the navigation stacks but discard the former user's drafts.
        let state = isForAnother ? try application.state.withoutDrafts : try application.state
        let location = try application.location
        let number = (act.leaving ?? newest).number + 1
        let newID: SessionID? = identity == .none ? nil : persistence.makeNewID()
        let endsOthers = application.takeEndingOfOtherSessions()
        let now = identity == .none && !endsOthers ? 0 : time.wallClock
        let clearsCache = identity.clearsCache
        let (ended, saved, operation) = (application.endedFlow, application.savedValues, application.operation)
        let outside = failure == nil ? application.outsideURL : nil
        let token = ScrollTarget.kept(act.request.submission.token)
        let tasks = application.takeTaskCommands()
        let waited = hasWaitingDraft ? try await waitingDraft(for: application, at: location) : .none
        let salt = lease == nil ? VersionSalt.none : newSalt(persistence)
        func append(to history: inout History) -> ActionOutcome.Done {
            let version = Version(
                number: number, state: state, location: history.known(location), operation: operation,
                opener: operation == .push || operation == .present ? token : "", salt: salt)
            if let leaving = act.leaving {
                history.append(leaving, saved: history.saved, from: nil, limits: limits)
            }
            if let left, let typed = act.typed { history.keep(typed, of: left, limits: limits) }
            if let ended { history.end(ended, onward: version.location) }
            history.scrollTarget =
                failure == nil
                ? ScrollTarget(after: operation, token, from: (left ?? version).location, opener: history.opener(of:))
                : nil
            let isCanonical = history.append(version, saved: saved, from: act.request.location, limits: limits)
            if act.source == .task, let left { history.noteReplacement(of: left.number) }
            if identity != .none { history.change(identity, at: now) }
            history.endWaiting(waited, at: version, hasNewIdentity: identity != .none, limits: limits)
            let done = ActionOutcome.Done(
                location: version.location, version: version.number, isCanonical: isCanonical, operation: operation,
                chain: chain, newID: newID, clearsCache: clearsCache, failure: failure,
                outside: outside, hasFlash: state.flash != nil)
            // Note the result without the ending: a repetition must not end sessions that have begun meanwhile.
            if let token = act.onceToken, let left {
                if failure == nil {
                    history.note(.done(done), of: token, from: left)
                } else {
                    history.withdrawIntent(of: token, from: left)
                }
            }
            // A constant, because a variable that is returned is copied.
            guard endsOthers || tasks != nil else { return done }
            var extended = done
            if endsOthers { extended.ending = history.owner.endOthers(at: now) }
            extended.taskCommands = tasks
            return extended
        }
        // Begin the commit before the first write to the store: a request that is cancelled while it stores the ending
        // would leave an ending without a commit.
        try act.request.commitGate.begin()
        if endsOthers {
            // Store the ending first: if that fails, nothing is committed. `append` later makes the same change.
            var owner = self.owner
            if identity != .none { owner.change(identity, at: now) }
            if let ending = owner.endOthers(at: now) { try await persistence.store(ending) }
        }
        let done: ActionOutcome.Done
        if let lease {
            let before = history.withLock(\.self)
            var next = before
            done = append(to: &next)
            if let digest = act.digest { note(digest, done, in: &next) }
            let base: Version? = if case .version(let version) = act.base { version } else { nil }
            let commit = Commit(
                base: base, left: left, onceToken: act.onceToken, newID: newID, isLeaving: clearsCache,
                action: hosted.recordsActions ? application.recordedAction : nil)
            try await store(&next, after: before, commit, under: lease, persistence)
            if let newID {
                persistence.rename(to: newID, isIdentified: identity.isIdentified, isForAnother: isForAnother)
            }
            replaceHistory(with: next, after: before)
        } else {
            if let newID {
                persistence.rename(to: newID, isIdentified: identity.isIdentified, isForAnother: isForAnother)
            }
            done = history.withLock { append(to: &$0) }
        }
        if identity != .none { beginLife() }
        if application.actionInputs != nil { application.actionInputs = nil }
        if notes != nil { noteVersion(done, of: act, from: left, by: application) }
        // The tree reflects its own action, but not the actions of other sessions since it was built.
        let generation = hosted.generation.number.wrappingAdd(1, ordering: .relaxed).oldValue
        application.noteOwnAction(after: generation)
        if !isForAnother { live.put(application, for: number) }
        // Under the mutex, so that no later action comes before.
        guard let commands = done.taskCommands, persistence.perform(commands, as: newID) else { return done }
        var performed = done
        performed.taskCommands = nil
        return performed
    }

    /// Notes a performed request, so that a repeat of it is recognized on other nodes and after a restart.
    private func note(_ digest: UInt64, _ done: ActionOutcome.Done, in history: inout History) {
        let now = time.wallClock
        history.note(
            PerformedRequest(
                digest: digest, time: now / 1_000_000, version: done.version, operation: done.operation,
                outside: done.outside), at: now, keptFor: limits.nanoseconds.repeated)
    }

    /// Returns the part of the waiting draft that the form at `location` has fields for.
    private func waitingDraft(for application: Application, at location: Location) async throws -> WaitingDraft.Part {
        guard let waiting = history.withLock(\.waiting), waiting.location.text == location.text,
            try !application.isRedirected
        else { return .none }
        // The action must be committed although its page does not load.
        guard (try? await load(application)) != nil else { return .unknown }
        let offers = try application.offers(for: waiting.submission, coder: hosted.coder, report: hosted.report)
        return offers.typed.map { .draft($0) } ?? .none
    }
}
