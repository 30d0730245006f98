import NavigationKit
import Synchronization

/// One visitor's place in an app: the versions as data, and the live tree of the newest one, which actions work on.
///
/// An action has its tree for itself during its turn; if it throws, the tree is dropped and the version stands. Reading
/// takes the live tree for a moment if nobody has it, and derives one from a version's data otherwise, so it waits for
/// nobody.
final class Session: Sendable {
    let hosted: HostedApplication
    let limits: SessionLimits
    let time: any TimeSource
    let history: Mutex<History>
    let live = LiveTree()
    let turn = Turn()
    private let footprint = Mutex(Footprint())
    let lastUse: Atomic<UInt64>
    /// The end of its absolute lifetime, by the same clock.
    let lifeEnd: Atomic<UInt64>
    /// How many times users had ended sessions when this one was last compared with them.
    let endingsSeen = Atomic(0)
    /// The last action, if what it led to could not be stored.
    let unstored = Mutex<String?>(nil)

    init(
        _ hosted: HostedApplication, limits: SessionLimits, time: any TimeSource, network: UInt64? = nil
    ) throws {
        self.hosted = hosted
        self.limits = limits
        self.time = time
        let application = try hosted.makeApplication(limits: limits)
        history = Mutex(
            History(
                try Version(number: 0, of: application), saved: application.savedValues,
                owner: SessionOwner(since: time.wallClock, network: network)))
        lastUse = Atomic(time.now)
        lifeEnd = Atomic(.max)
        beginLife()
    }

    /// The session that ``snapshot()`` wrote.
    ///
    /// - Throws: `SnapshotError`.
    init(_ hosted: HostedApplication, limits: SessionLimits, time: any TimeSource, snapshot: [UInt8]) throws {
        self.hosted = hosted
        self.limits = limits
        self.time = time
        history = Mutex(try History(snapshot: snapshot, now: time.wallClock))
        lastUse = Atomic(time.now)
        lifeEnd = Atomic(.max)
        beginLife()
    }

    /// Counts the absolute lifetime from the owner's time.
    func beginLife() {
        guard limits.lifetime > 0 else { return }
        let (now, since) = (time.wallClock, owner.since)
        let left = limits.lifetime - min(now > since ? now - since : 0, limits.lifetime)
        let (end, isTooLong) = time.now.addingReportingOverflow(left)
        lifeEnd.store(isTooLong ? .max : end, ordering: .relaxed)
    }

    /// Fetches what the request will read of the session, while other things are looked at.
    func prefetch() { footprint.withLock { $0.prefetch() } }

    /// About how many bytes the object itself has.
    static let size = 400

    /// Remembers what the next request will read.
    func noteFootprint(of application: Application) {
        // Not under the lock: looking for what is visible may call the app.
        var footprint = Footprint()
        footprint.add(self, bytes: Session.size)
        history.withLock { $0.appendFootprint(to: &footprint) }
        application.appendFootprint(to: &footprint)
        self.footprint.withLock { $0 = footprint }
    }

    /// All there is to it, as bytes.
    func snapshot() -> [UInt8] { history.withLock(\.self).snapshot(limit: limits.bytes) }

    /// Whether an action is under way or waits.
    var isBusy: Bool { turn.isTaken }

    /// Runs `body` in a turn of its own, if nobody has the turn. - Returns: what `body` says, or `false`.
    func whileIdle(_ body: () -> Bool) -> Bool {
        guard let ticket = turn.takeIfFree() else { return false }
        defer { ticket.release() }
        return body()
    }

    /// As ``whileIdle(_:)``, for work that waits.
    func whenIdle(_ body: () async -> Void) async {
        guard let ticket = turn.takeIfFree() else { return }
        defer { ticket.release() }
        await body()
    }

    var newest: Version { history.withLock(\.newest) }

    /// The user, and the network of the first action.
    var owner: SessionOwner { history.withLock(\.owner) }

    /// Whether a submitted form waits for a login.
    var hasWaitingDraft: Bool { history.withLock { $0.waiting != nil } }

    // MARK: - Reading

    /// The page at `location`: of the version called `number`, or of the one that the location stands for, or of the
    /// state that it names. Nothing changes (DESIGN D8).
    ///
    /// - Throws: ``LocationError``, ``EndedFlowError``, or what a controller throws while it is built or loads.
    func page(at location: Location, version number: Int?) async throws -> Page {
        let (version, ended) = history.withLock { history in
            let version = history.version(at: location, number: number)
            return (version, history.endedFlow(at: location, version))
        }
        if let ended { throw EndedFlowError(onward: ended.onward) }
        return try await page(of: version.map(Base.version) ?? .path(location))
    }

    func page(
        of base: Base, submitted: Submission? = nil, problems: InvalidInput? = nil
    ) async throws -> Page {
        let application = try freshTree(of: base)
        let page = try await page(of: base, shownBy: application, submitted: submitted, problems: problems)
        putBack(application, of: base)
        return page
    }

    /// The page of `base`, whose controllers the caller has.
    func page(
        of base: Base, shownBy application: Application, submitted: Submission? = nil, problems: InvalidInput? = nil
    ) async throws -> Page {
        var page: Page
        switch base {
        case .version(let version):
            let (draft, isClean, clearsCache, userTag) = history.withLock {
                (
                    $0.draft(of: version), $0.cleanVersion(at: version.location) === version,
                    $0.clearsCache(at: version), $0.owner.userTag
                )
            }
            page = try await hosted.page(
                of: application, at: version.location, version.number > 0 ? .version(version.number) : .path,
                submitted: submitted, draft: draft, problems: problems)
            page.operation = version.operation
            page.isClean = isClean || version.number == 0
            page.clearsCache = clearsCache
            page.userTag = userTag
            if application.hasLostPlaces { page = page.ofChangedProgram(at: try application.location) }
        case .path(let location):
            page = try await hosted.page(
                of: application, at: try application.location(asked: location), .path, submitted: submitted,
                problems: problems)
            page.userTag = owner.userTag
        }
        return page
    }

    /// Keeps the controllers of `base`, which nothing has changed, for the next request.
    func putBack(_ application: Application, of base: Base) {
        if case .version(let version) = base, newest === version { live.put(application, for: version.number) }
    }

    /// What a page is shown of and an action starts from: a version, or the state that a path names, with what the path
    /// does not show from the newest version (DESIGN D9).
    enum Base {
        case version(Version), path(Location)

        var isPath: Bool { if case .path = self { true } else { false } }
    }

    /// The live tree, or one derived from data where somebody else has that, or another state is meant.
    func tree(of base: Base) throws -> Application {
        // Only the newest version has a live tree.
        if case .version(let version) = base, let application = live.take(for: version.number) {
            try application.reevaluateGuards()
            return application
        }
        return try derivedTree(of: base)
    }

    /// As ``tree(of:)``, to be looked at: the live tree only where it shows what a new one would, since neither it nor
    /// an action of another session can have changed what is shown.
    func freshTree(of base: Base) throws -> Application {
        guard case .version(let version) = base else { return try derivedTree(of: base) }
        let live = live.take(for: version.number) { application in
            application.generation == hosted.generation.load(ordering: .relaxed)
                && (try? application.hasLoadedContent) == false
        }
        guard let live else { return try derivedTree(of: base) }
        try live.reevaluateGuards()
        return live
    }

    /// Controllers of their own, made from the data of a state.
    func derivedTree(of base: Base) throws -> Application {
        let (newest, saved) = history.withLock { ($0.newest, $0.saved) }
        switch base {
        case .version(let version):
            return try hosted.makeApplication(state: version.state, saved: saved, limits: limits)
        case .path(let location):
            let application = try hosted.makeApplication(state: newest.state, saved: saved, limits: limits)
            try application.open(location)
            // What is not there any more is left behind with the first page that a path names.
            application.forgetLostPlaces()
            return application
        }
    }
}

extension HostedApplication {
    /// The page that `location` alone names, for somebody without a session.
    func page(at location: Location, limits: SessionLimits, submitted: Submission? = nil) async throws -> Page {
        let application = try makeApplication(limits: limits)
        try application.open(location)
        return try await page(
            of: application, at: try application.location(asked: location), .path, submitted: submitted)
    }

    fileprivate func page(
        of application: Application, at location: Location, _ origin: Page.Origin, submitted: Submission? = nil,
        draft: Draft? = nil, problems: InvalidInput? = nil
    ) async throws -> Page {
        if try !application.isLoaded { try await application.load() }
        let (screen, _) = try application.screen(
            for: .looking, coder: coder, submitted: submitted, draft: draft, problems: problems, report: report)
        return Page(screen: screen, location: location, at: origin, once: once.nonce())
    }
}
