import NavigationKit
import Synchronization

/// One visitor's place in an app: the newest version as data, and the live tree that belongs to it.
///
/// Only the holder of the turn touches the live tree. If an action throws, the tree is dropped and the version stands.
actor Session {
    /// One state the visitor was in.
    private struct Version {
        var number: Int
        var state: WindowState
        var location: Location
    }

    private let hosted: HostedApplication
    private let limits: SessionLimits
    private let time: any TimeSource
    private var newest: Version
    /// What belongs to the session and is never rolled back.
    private var saved: SavedValues?
    private var live: Application?
    private var turn = Turn()
    nonisolated let lastUse: Atomic<UInt64>

    init(_ hosted: HostedApplication, limits: SessionLimits, time: any TimeSource) throws {
        self.hosted = hosted
        self.limits = limits
        self.time = time
        let application = try hosted.makeApplication()
        newest = Version(number: 0, state: try application.state, location: try application.location)
        lastUse = Atomic(time.now)
        // Not `live = application`: an actor's initializer cannot hand a tree into its own isolation.
    }

    // MARK: - Reading

    /// The page at `location`, or of the newest version if `at` names it. Nothing changes (DESIGN D8).
    ///
    /// - Throws: ``LocationError``, or what a controller throws while it is built or loads.
    func page(at location: Location, version: Int?) async throws -> Page {
        let isNewest = version.map { $0 == newest.number } ?? (location == newest.location && newest.number > 0)
        guard isNewest else {
            return try await hosted.page(at: location, in: newest.state, saved: saved)
        }
        guard turn.takeIfFree() else {
            let application = try hosted.makeApplication(state: newest.state, saved: saved)
            return try await page(of: application, newest)
        }
        defer { turn.release() }
        let application = try liveApplication()
        return try await page(of: application, newest)
    }

    private func page(
        of application: Application, _ version: Version, submitted: Submission? = nil, problems: InvalidInput? = nil
    ) async throws -> Page {
        let (screen, _) = try await application.screen(
            for: .looking, coder: hosted.coder, submitted: submitted, problems: problems, report: hosted.report)
        return Page(
            screen: screen, location: version.location, at: version.number > 0 ? .version(version.number) : .path,
            once: hosted.once.nonce())
    }

    private func liveApplication() throws -> Application {
        if let live { return live }
        let application = try hosted.makeApplication(state: newest.state, saved: saved)
        live = application
        return application
    }

    // MARK: - Acting

    /// Performs one action in its turn: the offer is found, climbs the chain, and what follows is the newest version.
    ///
    /// - Throws: ``SessionError/busy``, ``LocationError``, or what a controller throws while it is built or loads.
    func act(_ request: ActionRequest) async throws -> ActionOutcome {
        try await takeTurn()
        defer { turn.release() }
        if case .version(let number) = request.at, number != newest.number {
            return .stale(try await page(of: try liveApplication(), newest))
        }
        let application = try self.application(for: request)
        let offers: [Offer]
        do {
            offers = try await self.offers(of: application, for: request)
            let chain = try await application.perform(request.submission, offers: offers)
            return .done(try await commit(application, chain: chain))
        } catch let error as ActionError {
            return try await refuse(request, because: error)
        } catch let error as InvalidInput {
            // The handler may have changed the tree before it refused the input.
            live = nil
            let fresh = try self.application(for: request)
            let page = try await self.page(of: fresh, request, submitted: request.submission, problems: error)
            return .invalid(page, error)
        } catch {
            live = nil
            return .done(try await showFailure(error, of: request))
        }
    }

    /// The tree that the request acts on: the live one, or one built from the path with what the path does not show
    /// kept from the newest version (DESIGN D9).
    private func application(for request: ActionRequest) throws -> Application {
        let isNewest =
            switch request.at {
            case .version: true
            case .path: false
            case nil: request.location == newest.location
            }
        if isNewest { return try liveApplication() }
        let application = try hosted.makeApplication(state: newest.state, saved: saved)
        try application.open(request.location)
        return application
    }

    private func commit(
        _ application: Application, chain: [ChainTrace.Entry], failure: (any Error)? = nil
    ) async throws -> ActionOutcome.Done {
        let changesIdentity = application.changesIdentity
        try await application.settle()
        newest = Version(
            number: newest.number + 1, state: try application.state, location: try application.location)
        saved = application.savedValues
        live = application
        return ActionOutcome.Done(
            location: newest.location, version: newest.number, operation: application.operation,
            chain: chain.map { ActionOutcome.Step(name: $0.name, disposition: $0.disposition.rawValue) },
            newID: changesIdentity ? .random() : nil, failure: failure)
    }

    /// The action threw: its changes are gone with its tree, and the error climbs a fresh one (seed 000).
    private func showFailure(_ error: any Error, of request: ActionRequest) async throws -> ActionOutcome.Done {
        let application = try self.application(for: request)
        let offers = try await self.offers(of: application, for: request)
        application.handle(error, of: request.submission, offers: offers)
        return try await commit(application, chain: [], failure: error)
    }

    private func offers(of application: Application, for request: ActionRequest) async throws -> [Offer] {
        try await application.screen(
            for: .acting(request.submission), coder: hosted.coder, report: hosted.report
        ).offers
    }

    private func refuse(_ request: ActionRequest, because error: ActionError) async throws -> ActionOutcome {
        let application = try self.application(for: request)
        let page = try await page(of: application, request)
        switch error {
        case .notOffered: return .stale(page)
        case .unknown: return .unknown(page)
        case .unhandled(_, let chain):
            live = nil
            let steps = chain.map { ActionOutcome.Step(name: $0.name, disposition: $0.disposition.rawValue) }
            return .unhandled(page, chain: steps)
        }
    }

    private func page(
        of application: Application, _ request: ActionRequest, submitted: Submission? = nil,
        problems: InvalidInput? = nil
    ) async throws -> Page {
        guard application !== live else {
            return try await page(of: application, newest, submitted: submitted, problems: problems)
        }
        let (screen, _) = try await application.screen(
            for: .looking, coder: hosted.coder, submitted: submitted, problems: problems, report: hosted.report)
        return Page(screen: screen, location: request.location, at: .path, once: hosted.once.nonce())
    }

    // MARK: - The turn

    private func takeTurn() async throws {
        if turn.takeIfFree() { return }
        guard turn.waitingCount < limits.waitingActions else { throw SessionError.busy }
        let number = turn.nextNumber()
        let timeOut = Task { [time, limits] in
            try await time.sleep(nanoseconds: limits.longestWait)
            self.giveUp(number)
        }
        defer { timeOut.cancel() }
        let isMine = await withCheckedContinuation { turn.wait(number, $0) }
        guard isMine else { throw SessionError.busy }
    }

    private func giveUp(_ number: Int) { turn.giveUp(number) }
}

extension HostedApplication {
    /// The page that `location` alone names, with what it does not show from `state`.
    func page(
        at location: Location, in state: WindowState?, saved: SavedValues?, submitted: Submission? = nil
    ) async throws -> Page {
        let application = try makeApplication(state: state, saved: saved)
        try application.open(location)
        let (screen, _) = try await application.screen(
            for: .looking, coder: coder, submitted: submitted, report: report)
        return Page(screen: screen, location: location, at: .path, once: once.nonce())
    }
}
