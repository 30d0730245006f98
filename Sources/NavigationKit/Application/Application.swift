/// One visitor's app: the end of the responder chain but for its delegate, and what belongs to the session.
///
/// Subclass it; the server makes one for each session. Its ``Saved`` values say who is signed in and what is in the
/// basket, and going back does not undo them (DESIGN D9).
open class Application: Responder {
    /// An object after the application in the chain, if the app wants one (seed 001).
    public var delegate: ApplicationDelegate?
    /// Where the controllers stand; there once the session has started.
    @exclusivity(unchecked) public private(set) var window: Window?
    /// The hosts that the app may send visitors to.
    package final var outsideHosts: [String] = []
    /// How many actions the sessions of the app had performed when the controllers were made.
    @exclusivity(unchecked) package final var generation = 0
    /// Where the action sends the visitor, if that is another site.
    @exclusivity(unchecked) package internal(set) final var outsideURL: String?
    @exclusivity(unchecked) private var identityChange = IdentityChange.none
    @exclusivity(unchecked) fileprivate final var endsOtherSessions = false
    /// Who was asked to perform the last action that was traced, also if it threw.
    @exclusivity(unchecked) package private(set) final var askedChain: [ChainTrace.Entry] = []
    @exclusivity(unchecked) private var appeared: [ViewController] = []
    @exclusivity(unchecked) private var appearedNumber = 0

    /// The outermost controller of a new session: usually a flow or a tab bar.
    open func makeRootViewController() -> ViewController { ViewController() }

    /// The delegate.
    override open var next: Responder? { delegate }
}

extension Responder {
    /// Gives the session a new identity and a new history when the action is done: on login and on logout (DESIGN D9).
    ///
    /// The application at the end of the chain does so; where there is none, there is no session either.
    /// - Parameters:
    ///   - user: what tells this user from all others of the app, such as the key of an account; `nil` on logout, and
    ///     for an app that does not know its users. It never leaves the server.
    ///   - clearsCache: whether the browser is told to forget the pages it keeps, as on logout.
    public final func changeIdentity(to user: String? = nil, clearsCache: Bool = false) {
        nearest(Application.self)?.noteIdentityChange(.changed(to: user, clearsCache: clearsCache))
    }
}

extension Responder {
    /// Ends all other sessions of this session's user when the action is done, as after a change of password or for "sign
    /// out everywhere else". Visitors in those sessions see on their next request that they were ended.
    ///
    /// The user is the one given to ``changeIdentity(to:clearsCache:)``; a session without one has no others.
    public final func endOtherSessions() { nearest(Application.self)?.endsOtherSessions = true }
}

/// The last object of the chain. Override `next` to append another one (seed 001's scene manager).
open class ApplicationDelegate: Responder {}

// MARK: - For the session

extension Application {
    /// Builds the tree in its first state or in that of a version.
    ///
    /// - Parameter stackDepth: how many routes a stack may have.
    package final func start(
        state: WindowState? = nil, saved: SavedValues? = nil, stackDepth: Int = Window.usualStackDepth
    ) throws {
        restoreSavedValues(saved)
        let window = Window(rootViewController: makeRootViewController())
        window.application = self
        window.maximumStackDepth = min(max(stackDepth, 1), deepestStack)
        self.window = window
        if let state { try window.restore(state) }
    }

    /// Shows the state that `location` names.
    ///
    /// - Throws: ``LocationError``.
    package final func open(_ location: Location) throws { try startedWindow.open(location) }

    /// True if a guard shows a substitute for the requested route.
    package final var isDiverted: Bool {
        get throws {
            let window = try startedWindow
            return try window.visiblePath().contains(where: \.isDiverted) || window.beside.contains(where: \.isDiverted)
        }
    }

    package final var state: WindowState { get throws { try startedWindow.state } }

    package final var location: Location { get throws { try startedWindow.location() } }

    /// Where a page built from `path` stands: the state's own location, or still `path` where that says more: while a guard
    /// shows a login in its place (DESIGN D7), and of a stack too deep to be printed.
    package final func location(asked path: Location) throws -> Location {
        guard try !isDiverted else { return path }
        let location = try self.location
        // Of a stack less is printed than is read; what was asked for says all of it.
        return location.isComplete ? location : path
    }

    package final var operation: Operation? { window?.operation }

    /// Where the flow stood that the action has ended.
    package final var endedFlow: Location? { window?.endedFlow }

    /// The strictest policy of the visible containers, and whether all that is visible is loaded.
    package final var readiness: (policy: HistoryPolicy, isLoaded: Bool) {
        get throws {
            var (policy, isLoaded) = (HistoryPolicy.branch, true)
            for controller in try startedWindow.visiblePath() {
                policy = max(policy, controller.visiblePolicy)
                isLoaded = isLoaded && controller.isViewLoaded
            }
            for controller in try startedWindow.beside {
                policy = max(policy, controller.visiblePolicy)
                isLoaded = isLoaded && controller.isViewLoaded
            }
            return (policy, isLoaded)
        }
    }

    /// The screen that is visible.
    package final var visibleViewController: ViewController? {
        get throws { try startedWindow.visiblePath().last }
    }

    /// Whether the state that was restored names places that the program does not have any more; what was built of it
    /// so far shows the longest part that it has (feature B16).
    package final var hasLostPlaces: Bool { window?.hasLostPlaces ?? false }

    /// Says that the visitor knows.
    package final func forgetLostPlaces() { window?.hasLostPlaces = false }

    /// Whether all that is visible is built and has loaded what it shows. Mostly it has, and then a request waits for nothing.
    package final var isLoaded: Bool { get throws { try startedWindow.isLoaded } }

    /// Whether something visible shows what it loaded itself, which may have changed since.
    package final var hasLoadedContent: Bool { get throws { try startedWindow.hasLoadedContent } }

    /// Asks the guards of what is visible anew, since what they depend on may have changed elsewhere.
    ///
    /// - Throws: what a controller throws while it is built.
    package final func reevaluateGuards() throws { try startedWindow.reevaluateGuards() }

    /// Loads what is visible. - Throws: what a controller throws while it is built or loads.
    package final func load() async throws { try await startedWindow.load() }

    /// What is visible, once it is loaded.
    package final func screen(
        for purpose: ScreenBuilder.Purpose = .everything, coder: ActionCoder, submitted: Submission? = nil,
        draft: Draft? = nil, problems: InvalidInput? = nil, report: @escaping (Misuse) -> Void
    ) throws -> (screen: Screen, offers: [Offer]) {
        try startedWindow.screen(
            for: purpose, coder: coder, submitted: submitted, draft: draft, problems: problems, report: report)
    }

    /// The offers that `submission` may mean once what is visible is loaded, and what it brings of what was typed.
    package final func offers(
        for submission: Submission, coder: ActionCoder, report: @escaping (Misuse) -> Void
    ) throws -> (offers: [Offer], typed: Draft?) {
        try startedWindow.offers(for: submission, coder: coder, report: report)
    }

    /// All there is to the screen that is visible, once it is loaded.
    package final func inspect(coder: ActionCoder, report: @escaping (Misuse) -> Void = { _ in }) throws -> Inspection {
        try startedWindow.inspect(coder: coder, report: report)
    }

    /// What would become of `submission`; nobody is asked to perform it (feature B25).
    package final func explain(_ submission: Submission, coder: ActionCoder) throws -> Explanation {
        let visible = try visibleViewController ?? startedWindow.rootViewController
        return try inspect(coder: coder).explanation(of: submission, from: visible)
    }

    /// The words of the offer that `submission` names: one spelling of what may be sent in several.
    package final func token(of submission: Submission, offers: [Offer]) -> String {
        offers.first { $0.matches(submission) }?.offered.words.token ?? submission.token
    }

    private var startedWindow: Window {
        get throws {
            guard let window else { throw ApplicationError.notStarted }
            return window
        }
    }

    /// Finds the offer that `submission` names and performs it with what was typed.
    ///
    /// - Parameters:
    ///   - isTraced: whether to tell who was asked.
    ///   - report: told what is wrong with what the handlers did; without it who looks at the screen next is told.
    /// - Throws: ``ActionError``, ``InvalidInput``, or what the handler throws.
    package final func perform(
        _ submission: Submission, offers: [Offer], typed: Draft? = nil, isTraced: Bool = true,
        report: ((Misuse) -> Void)? = nil
    ) async throws -> [ChainTrace.Entry] {
        guard let index = offers.firstIndex(where: { $0.matches(submission) }) else {
            let isKnown = HandlerTable.knows(actionNamed: submission.name)
            throw isKnown ? ActionError.notOffered(submission.name) : ActionError.unknown(submission.name)
        }
        let action = try offers[index].action(with: submission)
        let start = offers[index].start
        updateAppearance()
        window?.forgetOperation()
        window?.dismissAlert(before: action)
        if outsideURL != nil { outsideURL = nil }
        let screen = try visibleViewController
        keep(typed, on: screen)
        let isUsed = typed != nil && !offers[index].offered.inputs.isEmpty
        let used = isUsed ? screens(with: screen) : []
        // A screen that is still shown after it was used begins anew; one that is covered now may have a slip to mend.
        for screen in used { screen.isDraftInUse = true }
        defer {
            for screen in used { screen.isDraftInUse = false }
            if isUsed { forgetDraft(of: used) }
        }
        // Here, because the tree is dropped if the handler throws.
        defer { if let report { window?.tellMisuses(report) } }
        guard isTraced else {
            if try await start.climb(with: action, nil) { return [] }
            let asked = start.chain.map {
                ChainTrace.Entry(
                    name: $0.table.typeName, disposition: .none, action: ObjectIdentifier(type(of: action)))
            }
            throw ActionError.unhandled(submission.name, asked)
        }
        return try await ChainTrace.record { trace in
            // For an action that throws; the others give it back.
            defer { askedChain = trace.entries }
            guard try await start.climb(with: action, trace) else {
                throw ActionError.unhandled(submission.name, trace.entries)
            }
            return trace.entries
        }
    }

    /// Builds and loads what is visible now, and tells the controllers that come and go (DESIGN D4).
    ///
    /// - Throws: what a controller throws while it is built or loads.
    /// - Returns: whether the action changed who the visitor is.
    @discardableResult
    package final func settle() async throws -> IdentityChange {
        if let identity = try settleIfLoaded() { return identity }
        try await load()
        return settleAfterLoading()
    }

    /// As ``settle()``, where nothing has to be loaded; otherwise `nil`.
    package final func settleIfLoaded() throws -> IdentityChange? {
        let window = try startedWindow
        try window.reevaluateGuards()
        let path = try window.visiblePath()
        guard path.allSatisfy(\.isViewLoaded), window.beside.allSatisfy(\.isViewLoaded) else { return nil }
        updateAppearance(along: path, of: window)
        return takeIdentityChange()
    }

    /// What is left to do of ``settle()`` once what is visible is loaded: its guards were asked, and are not asked again.
    package final func settleAfterLoading() -> IdentityChange {
        updateAppearance()
        return takeIdentityChange()
    }

    fileprivate final func noteIdentityChange(_ change: IdentityChange) { identityChange = change }

    /// Whether the action ended the user's other sessions; asked once.
    package final func takeEndingOfOtherSessions() -> Bool {
        defer { if endsOtherSessions { endsOtherSessions = false } }
        return endsOtherSessions
    }

    private func takeIdentityChange() -> IdentityChange {
        defer { identityChange = .none }
        return identityChange
    }

    private func updateAppearance() {
        guard let window, let path = try? window.visiblePath() else { return }
        updateAppearance(along: path, of: window)
    }

    private func updateAppearance(along line: [ViewController], of window: Window) {
        guard window.pathNumber != appearedNumber else { return }
        appearedNumber = window.pathNumber
        let path = window.beside.isEmpty ? line : line + window.beside
        let change = Appearance(before: appeared, after: path)
        appeared = path
        change.forEachComing { $0.moveIfNeeded() }
        change.forEachLeaving { $0.viewWillDisappear() }
        change.forEachComing {
            $0.parent?.childWillAppear($0)
            $0.viewWillAppear()
        }
        change.forEachLeaving { $0.viewDidDisappear() }
        change.forEachComing {
            $0.viewDidAppear()
            $0.parent?.childDidAppear($0)
        }
    }

    /// The screens of the panes on one page keep all that was typed on it: each outlives the others.
    private func keep(_ typed: Draft?, on screen: ViewController?) {
        guard let window, !window.beside.isEmpty else { return screen?.keep(typed) ?? () }
        for screen in screens(with: screen) { screen.keep(typed) }
    }

    private func screens(with screen: ViewController?) -> [ViewController] {
        let beside = (window?.beside ?? []).filter { $0.asContainer == nil && !$0.isEmbedded }
        return (screen.map { [$0] } ?? []) + beside
    }

    private func forgetDraft(of used: [ViewController]) {
        let shown = screens(with: try? visibleViewController)
        for screen in used where shown.contains(where: { $0 === screen }) { screen.keep(Draft(values: [])) }
    }

    /// Sends `error` up the chain from where the action that `submission` names started.
    package final func handle(_ error: any Error, of submission: Submission, offers: [Offer], typed: Draft? = nil) {
        keep(typed, on: try? visibleViewController)
        let start = offers.first { $0.matches(submission) }?.start ?? window
        start?.handle(error)
    }
}

/// Whether an action changed who the visitor is.
package enum IdentityChange: Sendable, Equatable {
    case none
    case changed(to: String?, clearsCache: Bool)
}

/// Who leaves and who comes when one visible path follows another. Paths are short: looking costs less than lists.
private struct Appearance {
    private let before: ArraySlice<ViewController>
    private let after: ArraySlice<ViewController>

    init(before: [ViewController], after: [ViewController]) {
        // The outer containers mostly stay.
        var shared = 0
        while shared < min(before.count, after.count), before[shared] === after[shared] { shared += 1 }
        self.before = before.dropFirst(shared)
        self.after = after.dropFirst(shared)
    }

    func forEachComing(_ body: (ViewController) -> Void) {
        for controller in after where !before.contains(where: { $0 === controller }) { body(controller) }
    }

    func forEachLeaving(_ body: (ViewController) -> Void) {
        for controller in before where !after.contains(where: { $0 === controller }) { body(controller) }
    }
}

/// Why an action was not performed.
package enum ActionError: Error {
    /// Some class performs it, but the screen does not offer it, or not with these values.
    case notOffered(String)
    /// No class met so far performs it.
    case unknown(String)
    /// An override of `perform` gave it back and nobody took it.
    case unhandled(String, [ChainTrace.Entry])
}

/// Misuse of an application.
enum ApplicationError: Error {
    case notStarted
}
