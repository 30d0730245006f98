import NavigationKit
import Synchronization

/// One visitor's place in an app: the newest version as data, and the live tree that actions work on.
///
/// An action has the live tree for itself during its turn; if it throws, the tree is dropped and the version stands.
/// Reading takes the live tree for a moment if nobody has it, and derives one from the version's data otherwise, so it
/// waits for nobody.
final class Session: Sendable {
    /// One state the visitor was in.
    private final class Version: Sendable {
        let number: Int
        let state: WindowState
        let location: Location
        /// What belongs to the session, and is never rolled back.
        let saved: SavedValues?

        init(number: Int, of application: Application) throws {
            self.number = number
            state = try application.state
            location = try application.location
            saved = application.savedValues
        }
    }

    private let hosted: HostedApplication
    private let limits: SessionLimits
    private let time: any TimeSource
    private let published: Mutex<Version>
    private let live = LiveTree()
    private let turn = Turn()
    let lastUse: Atomic<UInt64>

    /// Whether it has seen no more than one action; such sessions make room first (DESIGN D10).
    var isYoung: Bool { newest.number <= 1 }

    init(_ hosted: HostedApplication, limits: SessionLimits, time: any TimeSource) throws {
        self.hosted = hosted
        self.limits = limits
        self.time = time
        published = Mutex(try Version(number: 0, of: try hosted.makeApplication()))
        lastUse = Atomic(time.now)
    }

    private var newest: Version { published.withLock(\.self) }

    // MARK: - Reading

    /// The page at `location`, or of the newest version if `number` names it. Nothing changes (DESIGN D8).
    ///
    /// - Throws: ``LocationError``, or what a controller throws while it is built or loads.
    func page(at location: Location, version number: Int?) async throws -> Page {
        let newest = newest
        let isNewest =
            location.path == newest.location.path && newest.number > 0 && (number ?? newest.number) == newest.number
        return isNewest ? try await page(of: newest) : try await page(at: location, from: newest)
    }

    private func page(
        of version: Version, submitted: Submission? = nil, problems: InvalidInput? = nil
    ) async throws -> Page {
        let application = try tree(of: version)
        let page = try await hosted.page(
            of: application, at: version.location, version.number > 0 ? .version(version.number) : .path,
            submitted: submitted, problems: problems)
        live.put(application, for: version.number)
        return page
    }

    /// The live tree, or one derived from the version's data while somebody else has that.
    private func tree(of version: Version) throws -> Application {
        try live.take(for: version.number) ?? hosted.makeApplication(state: version.state, saved: version.saved)
    }

    /// The page of a path, with what the path does not show from `version` (DESIGN D9).
    private func page(
        at location: Location, from version: Version, submitted: Submission? = nil, problems: InvalidInput? = nil
    ) async throws -> Page {
        let application = try hosted.makeApplication(state: version.state, saved: version.saved)
        try application.open(location)
        return try await hosted.page(
            of: application, at: try application.location(asked: location), .path, submitted: submitted,
            problems: problems)
    }

    // MARK: - Acting

    /// Performs one action in its turn: the offer is found, climbs the chain, and what follows is the newest version.
    ///
    /// - Parameters:
    ///   - isNamed: whether the name it was found by still is its name; asked in the turn.
    ///   - rename: gives it a new name; called in the turn, before anybody can read what the old one must not see.
    /// - Throws: ``SessionError``, ``LocationError``, or what a controller throws while it is built or loads.
    func act(
        _ request: ActionRequest, isNamed: @Sendable () -> Bool = { true },
        rename: @Sendable (SessionID) -> Void = { _ in }
    ) async throws -> ActionOutcome {
        try await turn.take(limits, time)
        defer { turn.release() }
        guard isNamed() else { throw SessionError.renamed }
        if case .version(let number) = request.at,
            number != newest.number || request.location.path != newest.location.path
        {
            return .stale(try await page(of: newest))
        }
        do {
            // If anything throws from here on, the tree is not put back: it may be half changed.
            let application = try self.application(for: request)
            let offers = try await self.offers(of: application, for: request)
            let chain = try await application.perform(
                request.submission, offers: offers, isTraced: request.isTraced)
            return .done(try await commit(application, chain: chain, rename: rename))
        } catch let error as LocationError {
            throw error
        } catch let error as ActionError {
            return try await refuse(request, because: error)
        } catch let error as InvalidInput {
            return .invalid(try await page(for: request, problems: error), error)
        } catch {
            return .done(try await showFailure(error, of: request, rename: rename))
        }
    }

    private func isOfNewest(_ request: ActionRequest) -> Bool {
        switch request.at {
        case .version: true
        case .path: false
        case nil: request.location.path == newest.location.path
        }
    }

    /// The tree that the request acts on: the live one, or one built from the path with what the path does not show
    /// kept from the newest version (DESIGN D9).
    private func application(for request: ActionRequest) throws -> Application {
        let newest = newest
        if isOfNewest(request) { return try tree(of: newest) }
        let application = try hosted.makeApplication(state: newest.state, saved: newest.saved)
        try application.open(request.location)
        return application
    }

    private func offers(of application: Application, for request: ActionRequest) async throws -> [Offer] {
        try await application.offers(for: request.submission, coder: hosted.coder, report: hosted.report)
    }

    /// Makes what the action led to the newest version. - Throws: what a controller throws while it is built or loads.
    private func commit(
        _ application: Application, chain: [ChainTrace.Entry], failure: (any Error)? = nil,
        rename: @Sendable (SessionID) -> Void
    ) async throws -> ActionOutcome.Done {
        let changesIdentity = try await application.settle()
        let version = try Version(number: newest.number + 1, of: application)
        let newID: SessionID? = changesIdentity ? .random() : nil
        if let newID { rename(newID) }
        published.withLock { $0 = version }
        live.put(application, for: version.number)
        return ActionOutcome.Done(
            location: version.location, version: version.number, operation: application.operation, chain: chain,
            newID: newID, failure: failure)
    }

    /// The action threw: its changes are gone with its tree, and the error climbs a fresh one (seed 000).
    private func showFailure(
        _ error: any Error, of request: ActionRequest, rename: @Sendable (SessionID) -> Void
    ) async throws -> ActionOutcome.Done {
        let application = try self.application(for: request)
        let offers = try await self.offers(of: application, for: request)
        application.handle(error, of: request.submission, offers: offers)
        return try await commit(application, chain: [], failure: error, rename: rename)
    }

    private func refuse(_ request: ActionRequest, because error: ActionError) async throws -> ActionOutcome {
        switch error {
        case .notOffered: return .stale(try await page(for: request))
        case .unknown: return .unknown(try await page(for: request))
        case .unhandled(_, let chain): return .unhandled(try await page(for: request), chain: chain)
        }
    }

    /// The page that the request was sent from, as it is now.
    private func page(for request: ActionRequest, problems: InvalidInput? = nil) async throws -> Page {
        let submitted = problems == nil ? nil : request.submission
        guard isOfNewest(request) else {
            return try await page(at: request.location, from: newest, submitted: submitted, problems: problems)
        }
        return try await page(of: newest, submitted: submitted, problems: problems)
    }
}

extension HostedApplication {
    /// The page that `location` alone names, for somebody without a session.
    func page(at location: Location, submitted: Submission? = nil) async throws -> Page {
        let application = try makeApplication()
        try application.open(location)
        return try await page(
            of: application, at: try application.location(asked: location), .path, submitted: submitted)
    }

    fileprivate func page(
        of application: Application, at location: Location, _ origin: Page.Origin, submitted: Submission? = nil,
        problems: InvalidInput? = nil
    ) async throws -> Page {
        let (screen, _) = try await application.screen(
            for: .looking, coder: coder, submitted: submitted, problems: problems, report: report)
        return Page(screen: screen, location: location, at: origin, once: once.nonce())
    }
}
