import NavigationKit
import SessionStores
import Synchronization

/// One visitor's session in an app: its versions as data, and a cache of the newest version's controllers.
///
/// An action owns its controllers while it holds the mutex; if it throws, they are dropped and the version stays as it
/// was. Reading takes the cached controllers if they are available and up to date, and builds new ones from a version's
/// data otherwise, so it never waits for an action.
final class Session: Sendable {
    let hosted: HostedApplication
    let limits: SessionLimits
    let time: any TimeSource
    let history: Mutex<History>
    let live = ControllerCache()
    let mutex = AsyncMutex()
    let lastUse: Atomic<UInt64>
    /// The time of the last commit or touch in the store, by the same clock.
    let touched: Atomic<UInt64>
    /// The time at which the session was last known to be the same in the store, by the same clock.
    let proven: Atomic<UInt64>
    /// The end of the absolute lifetime, by the same clock as ``lastUse``.
    let lifeEnd: Atomic<UInt64>
    /// The value of ``UserEndings/count`` when this session was last checked against the endings.
    let endingsSeen = Atomic(0)
    /// The token of the last action whose result could not be stored, until the store works for a retry of it.
    let unstored = Mutex<String?>(nil)
    /// The notes for the inspector; `nil` without diagnostics.
    let notes: SessionNotes?

    init(
        _ hosted: HostedApplication, limits: SessionLimits, time: any TimeSource, network: UInt64? = nil
    ) throws {
        self.hosted = hosted
        self.limits = limits
        self.time = time
        notes = hosted.inspection.isEnabled ? SessionNotes(hosted.inspection) : nil
        let application = try hosted.makeApplication(limits: limits, time: time)
        history = Mutex(
            History(
                try Version(number: 0, of: application), saved: application.savedValues,
                owner: SessionOwner(since: time.wallClock, network: network)))
        lastUse = Atomic(time.now)
        touched = Atomic(time.now)
        proven = Atomic(time.now)
        lifeEnd = Atomic(.max)
        beginLife()
    }

    /// Restores the session with its history.
    init(_ hosted: HostedApplication, limits: SessionLimits, time: any TimeSource, history: History) {
        self.hosted = hosted
        self.limits = limits
        self.time = time
        notes = hosted.inspection.isEnabled ? SessionNotes(hosted.inspection) : nil
        self.history = Mutex(history)
        lastUse = Atomic(time.now)
        touched = Atomic(time.now)
        proven = Atomic(time.now)
        lifeEnd = Atomic(.max)
        beginLife()
    }

    /// Sets ``lifeEnd``: the absolute lifetime starts at the owner's `since`.
    func beginLife() {
        let lifetime = limits.nanoseconds.lifetime
        guard lifetime > 0 else { return }
        let (now, since) = (time.wallClock, owner.since)
        let left = lifetime - min(now > since ? now - since : 0, lifetime)
        let (end, isTooLong) = time.now.addingReportingOverflow(left)
        lifeEnd.store(isTooLong ? .max : end, ordering: .relaxed)
    }

    /// Returns the session's snapshot, within ``SessionLimits/bytes`` unless it is larger even without older versions.
    func snapshot() -> [UInt8] {
        history.withLock(\.self).snapshot(limit: limits.bytes, report: hosted.report)
    }

    /// True while the session's mutex is held, such as by an action.
    var isBusy: Bool { mutex.isTaken }

    /// Runs `body` under the session's mutex if it is free.
    ///
    /// - Returns: the result of `body`; `false` if the mutex is held.
    func whileIdle(_ body: () -> Bool) -> Bool {
        guard let ticket = mutex.takeIfFree() else { return false }
        defer { ticket.release() }
        return body()
    }

    /// True if the store has the session.
    var isInStore: Bool { history.withLock { $0.log != nil } }

    var newest: Version { history.withLock(\.newest) }

    /// The user and the network of the session, and the start of its lifetime.
    var owner: SessionOwner { history.withLock(\.owner) }

    /// True if a submitted form waits for a login.
    var hasWaitingDraft: Bool { history.withLock { $0.waiting != nil } }

    // MARK: - Reading

    /// Returns the page at `location`: of version `number`; without a number, of the canonical version. If there is no
    /// such version, the page of the state that the path describes. Changes nothing but what the first page after an
    /// action shows.
    ///
    /// - Parameter id: the ID of the session, for the fingerprint of the page.
    /// - Throws: ``LocationError``, ``EndedFlowError``, or what a controller throws while it is built or loads.
    func page(
        at location: Location, version number: Int?, for id: SessionID, _ options: PageOptions = .shown
    ) async throws -> Page {
        let (version, isSuccessor, isNewest, ended) = history.withLock { history in
            let found = history.version(at: location, number: number)
            let shown = history.shown(found)
            return (shown, shown !== found, shown === history.newest, history.endedFlow(at: location, shown))
        }
        if let ended { throw EndedFlowError(onward: ended.onward) }
        // A constant, because returning a variable copies the page.
        let page = try await page(of: version.map(Base.version) ?? .path(location), for: id, options)
        // No screen reads this query, so it names no state of its own.
        if version == nil, location.hasQuery, !page.readsQuery {
            return try await self.page(at: location.with(query: ""), version: number, for: id, options)
        }
        let flash = isNewest ? version?.state.flash : nil
        guard isSuccessor || flash != nil || !isNewest && page.screen.undo != nil else { return page }
        var changed = page
        changed.addMessage(flash, isNewest: isNewest)
        changed.isSuccessor = isSuccessor
        return changed
    }

    func page(
        of base: Base, for id: SessionID? = nil, _ options: PageOptions = PageOptions(),
        submitted: FormSubmission? = nil, problems: InvalidInput? = nil
    ) async throws -> Page {
        let application = try freshTree(of: base)
        // The caller loads, because `page(of:shownBy:)` is also used for controllers that have just been loaded.
        if try !application.isLoaded { try await load(application) }
        if application.isSheetPresented { await application.loadCovered(within: limits, time) }
        let page = try page(
            of: base, shownBy: application, for: id, options, submitted: submitted, problems: problems)
        putBack(application, of: base)
        return page
    }

    /// Returns the page of `base`, rendered with `application`, which the caller owns and has loaded.
    func page(
        of base: Base, shownBy application: Application, for id: SessionID? = nil,
        _ options: PageOptions = PageOptions(), submitted: FormSubmission? = nil, problems: InvalidInput? = nil
    ) throws -> Page {
        var request = hosted.renderRequest(options, submitted: submitted, problems: problems)
        switch base {
        case .version(let version):
            let (draft, isCanonical, clearsCache, userFingerprint, change) = history.withLock {
                (
                    $0.draft(of: version), $0.canonicalVersion(at: version.location) === version,
                    $0.clearsCache(at: version), $0.owner.userFingerprint,
                    options.isShown ? $0.takeScrollTarget(at: version) : nil
                )
            }
            request.draft = draft
            request.needsActions = change?.scrollTarget != nil || notes != nil
            let screen = try application.screen(request).screen
            let target = change?.scrollTarget?.action(on: screen)
            // Made in one step, see ``Page``.
            let page = Page(
                screen: consume screen, location: version.location,
                at: version.number > 0 ? .version(version.number) : .path,
                isCanonical: isCanonical || version.number == 0, versionSalt: version.salt,
                nonce: hosted.nonces.nonce(), operation: change?.operation,
                scrollTarget: target, sessionFingerprint: id?.fingerprint,
                userFingerprint: userFingerprint, clearsCache: clearsCache, readsQuery: application.readsQuery)
            if notes != nil { noteOffers(of: page, at: version) }
            return application.hasLostPlaces ? try page.moved(inChangedProgramTo: application.location) : page
        case .path(let location):
            let canonical = try application.location(asked: location)
            return Page(
                screen: try application.screen(request).screen, location: canonical, at: .path,
                nonce: hosted.nonces.nonce(), sessionFingerprint: id?.fingerprint,
                userFingerprint: owner.userFingerprint, readsQuery: application.readsQuery)
        }
    }

    /// Keeps the unchanged controllers of `base` for the next request, if `base` is the newest version.
    func putBack(_ application: Application, of base: Base) {
        if case .version(let version) = base, newest === version { live.put(application, for: version.number) }
    }

    /// The state that a page shows or an action starts from: a version, or the state that a path describes. The parts
    /// that the path does not describe come from the newest version.
    enum Base {
        case version(Version), path(Location)

        var isPath: Bool { if case .path = self { true } else { false } }

        /// The number of the version.
        var number: Int? { if case .version(let version) = self { version.number } else { nil } }
    }

    /// Returns the cached controllers of `base` if they are available; builds new ones otherwise.
    func tree(of base: Base) throws -> Application {
        // Only the newest version has cached controllers.
        if case .version(let version) = base,
            let application = live.take(for: version.number, where: { $0.isInLanguageOfRequest() })
        {
            try application.reevaluateGuards()
            return application
        }
        return try derivedTree(of: base)
    }

    /// Returns controllers that show no outdated data: the cached ones if they have no loaded content and no other
    /// session has committed an action since; otherwise new ones.
    func freshTree(of base: Base) throws -> Application {
        guard case .version(let version) = base else { return try derivedTree(of: base) }
        let live = live.take(for: version.number) { application in
            application.isInLanguageOfRequest()
                && application.generation == hosted.generation.number.load(ordering: .relaxed)
                && (try? application.hasLoadedContent) == false
        }
        guard let live else { return try derivedTree(of: base) }
        try live.reevaluateGuards()
        return live
    }

    /// Builds new controllers from the data of a state.
    func derivedTree(of base: Base) throws -> Application {
        let (newest, saved) = history.withLock { ($0.newest, $0.saved) }
        switch base {
        case .version(let version):
            return try hosted.makeApplication(state: version.state, saved: saved, limits: limits, time: time)
        case .path(let location):
            let application = try hosted.makeApplication(state: newest.state, saved: saved, limits: limits, time: time)
            try application.open(location)
            // A path needs no notice about routes of the newest version that the program no longer has.
            application.forgetLostPlaces()
            return application
        }
    }
}

extension HostedApplication {
    /// Returns the page that `location` alone describes, for a visitor without a session.
    func page(
        at location: Location, limits: SessionLimits, _ time: any TimeSource,
        _ options: PageOptions = PageOptions(), submitted: FormSubmission? = nil
    ) async throws -> Page {
        let application = try makeApplication(limits: limits, time: time)
        try application.open(location)
        if try !application.isLoaded { try await application.load(within: limits, time) }
        if application.isSheetPresented { await application.loadCovered(within: limits, time) }
        let request = renderRequest(options, submitted: submitted, problems: nil)
        let canonical = try application.location(asked: location)
        return Page(
            screen: try application.screen(request).screen, location: canonical, at: .path, nonce: nonces.nonce(),
            readsQuery: application.readsQuery)
    }

    /// Returns the request to render a page, without its draft.
    fileprivate func renderRequest(
        _ options: PageOptions, submitted: FormSubmission?, problems: InvalidInput?
    ) -> RenderRequest {
        RenderRequest(
            for: .looking, coder: coder, submitted: submitted, problems: problems, rowFormat: options.rowFormat,
            report: report)
    }
}
