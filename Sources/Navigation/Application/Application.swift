/// The application object of one session: it owns the session's data and ends the responder chain, unless it has a
/// delegate.
///
/// Subclass it; the server creates an instance whenever it builds controllers. Its ``Saved`` values hold
/// data such as the signed-in user and the basket; going back does not undo them.
open class Application: Responder {
    /// An optional responder after the application in the chain.
    public var delegate: ApplicationDelegate?
    // Without checks of exclusive access: one task at a time uses this object. With the checks of all such
    // objects, a page takes 22 % more instructions, and an action 12 %.
    /// The window with all controllers; `nil` until the application is started.
    @exclusivity(unchecked) public private(set) var window: Window?
    /// The hosts of other sites to which the app can send visitors.
    package final var outsideHosts: [String] = []
    /// The number of actions that all sessions of the app had performed when the controllers were built. The session's
    /// own actions increment it until another session performs one.
    @exclusivity(unchecked) package private(set) final var generation = 0
    /// The URL of another site to which the action sends the visitor, or a slash and the path of a route of the app.
    package internal(set) final var outsideURL: String? {
        get { storedOutsideURL }
        set { storedOutsideURL = newValue }
    }
    /// The inputs of the current action; `nil` except while an action is performed.
    package final var actionInputs: (any ActionInputs)? {
        get { storedInputs }
        set { storedInputs = newValue }
    }
    // Stored beside them, because an access to a stored property from another module is checked all the same, 60
    // instructions each time; one from this module is not.
    @exclusivity(unchecked) private final var storedOutsideURL: String?
    @exclusivity(unchecked) private final var storedInputs: (any ActionInputs)?
    /// The server's clock; `nil` for an application that no server runs.
    @exclusivity(unchecked) package private(set) final var time: (any TimeSource)?
    /// Tells open pages what has changed; `nil` for an application that no server runs.
    @exclusivity(unchecked) fileprivate final var topicCenter: TopicCenter?
    /// Runs background tasks; `nil` for an application that no server runs.
    @exclusivity(unchecked) final var tasks: (any BackgroundTaskRunner)?
    /// The tasks that the current action starts or cancels.
    @exclusivity(unchecked) final var taskCommands: [TaskCommand] = []
    /// True while a handler of an action or of an error runs, which can start and cancel tasks.
    @exclusivity(unchecked) final var isHandling = false
    @exclusivity(unchecked) private var identityChange = IdentityChange.none
    @exclusivity(unchecked) fileprivate final var endsOtherSessions = false
    /// The responders that received the last traced action, even if it threw an error.
    @exclusivity(unchecked) package private(set) final var askedChain: [ChainTrace.Entry] = []
    @exclusivity(unchecked) final var appeared: [ViewController] = []
    @exclusivity(unchecked) final var appearedNumber = 0

    /// True to record the routes that guards refuse. Set it before ``start(state:saved:stackDepth:)``.
    @exclusivity(unchecked) package final var recordsRedirects = false

    /// The language in which the controllers were built; `nil` for an app without languages.
    private final var builtLocalization: Localization?

    /// The tag of the language that the visitor has chosen, such as `de`; by default `nil`: then the language depends
    /// on `Accept-Language`. Override it with a ``Saved`` value; a tag that the app does not have is ignored.
    open var preferredLanguage: String? { nil }

    /// Views above the bar of each screen, such as a wide logo and a menu. Modals and full-screen modals cover them. An
    /// action in them climbs from the visible screen. Repeat `@ViewBuilder` on an override.
    @ViewBuilder open var header: any View { EmptyView() }
    /// Views below the content of each screen, such as the names and links that a site has to show; otherwise like
    /// ``header``.
    @ViewBuilder open var footer: any View { EmptyView() }

    /// Creates the outermost controller: usually a flow or a tab bar.
    open func makeRootViewController() -> ViewController { ViewController() }

    /// Creates the window; override it to use a subclass of ``Window``.
    open func makeWindow(rootViewController: ViewController) -> Window {
        Window(rootViewController: rootViewController)
    }

    /// The delegate; `nil` without one, because the application ends the chain.
    override open var next: Responder? { delegate }
}

extension Responder {
    /// Gives the session a new identity and a new history after the action: on login and on logout.
    ///
    /// The application in the chain does this. In a chain without one, such as that of the application's delegate,
    /// nothing happens.
    /// - Parameters:
    ///   - user: a key that identifies the user within the app, such as an account number; `nil` on logout, and for an
    ///     app without accounts. Only a hash of it leaves the server.
    ///   - clearsCache: true to make the browser delete its cached pages, as on logout. A change from a user to `nil` is
    ///     a logout in any case.
    public final func changeIdentity(to user: String? = nil, clearsCache: Bool = false) {
        nearest(Application.self)?.noteIdentityChange(.changed(to: user, clearsCache: clearsCache))
    }
}

extension Responder {
    /// Says that topics have changed, so that the open pages that watch them are rendered again. For data outside of
    /// the session; changes of its ``Saved`` values are announced by themselves, as ``Topic/session``.
    ///
    /// The application in the chain does this, see ``TopicCenter/changed(_:)-(Topic...)``.
    public final func changed(_ topics: Topic...) { nearest(Application.self)?.topicCenter?.changed(topics) }
}

extension Responder {
    /// Ends all other sessions of this session's user after the action, such as after a change of password or for "sign
    /// out everywhere else". Visitors in those sessions are notified on their next request.
    ///
    /// The user is the one passed to ``changeIdentity(to:clearsCache:)``; without a user, nothing happens.
    public final func endOtherSessions() { nearest(Application.self)?.endsOtherSessions = true }
}

extension Responder {
    /// A key for the effects of the current action outside the session, such as a payment: 32 hexadecimal digits that
    /// are equal whenever the same press of the same button in the same state is performed again.
    ///
    /// A handler can run again if a fault prevented the commit of its result, such as a process that ended or a store
    /// that did not answer. A service that gets the key with the request, for example as `Idempotency-Key`, then
    /// recognizes the repetition. The key differs between sessions and between presses.
    ///
    /// `nil` outside of a handler, and if the request was not sent by a form of a page.
    public final var idempotencyKey: String? { nearest(Application.self)?.actionInputs?.idempotencyKey() }
}

/// The last responder of the chain. Override `next` to append another one.
open class ApplicationDelegate: Responder {}

extension Application: SlotProvider {
    func addSlots(to builder: inout ScreenBuilder, unless isCovered: @autoclosure () -> Bool) {
        if let edition = topicCenter?.edition { builder.screen.topics.insert(edition.text) }
        let (header, footer) = (header, footer)
        guard !header.isEmptyView || !footer.isEmptyView, !isCovered() else { return }
        builder.endContent()
        header.build(into: &builder)
        builder.endHeader()
        footer.build(into: &builder)
    }
}

// MARK: - For the session

extension Application {
    /// Sets what a server gives to each application. One call: a property that another module sets is checked for
    /// exclusive access, 60 instructions each.
    package final func serve(
        at generation: Int, by time: (any TimeSource)?, _ topicCenter: TopicCenter, _ tasks: any BackgroundTaskRunner
    ) {
        self.generation = generation
        self.time = time
        self.topicCenter = topicCenter
        self.tasks = tasks
    }

    /// Notes that the session's action has made the next generation of the data, if no other session's action came
    /// before: the controllers show their own action.
    package final func noteOwnAction(after generation: Int) {
        if self.generation == generation { self.generation = generation &+ 1 }
    }

    /// Creates the window and the outermost controller, in its initial state or in that of a version. The controllers
    /// within it are built on first use.
    ///
    /// - Parameter stackDepth: the maximum number of routes on a stack.
    package final func start(
        state: WindowState? = nil, saved: SavedValues? = nil, stackDepth: Int = Window.usualStackDepth
    ) throws {
        restoreSavedValues(saved)
        if Localization.isUsed { builtLocalization = chooseLanguage() }
        let window = makeWindow(rootViewController: makeRootViewController())
        window.setApplication(self)
        window.maximumStackDepth = min(max(stackDepth, 1), maxStackDepth)
        self.window = window
        if recordsRedirects { window.redirects = [] }
        if let state { try window.restore(state) }
    }

    /// Chooses the language of the current request; `nil` in an app without languages.
    private func chooseLanguage() -> Localization? {
        LocalizationContext.current?.prefer(preferredLanguage)
        return LocalizationContext.current?.localization
    }

    /// Chooses the language of the current request. Returns true if the controllers, which can have titles in their
    /// language, were built in this one.
    package final func isInLanguageOfRequest() -> Bool {
        guard Localization.isUsed, LocalizationContext.current != nil else { return true }
        return chooseLanguage() === builtLocalization
    }

    /// Shows the state that `location` names.
    ///
    /// - Throws: ``LocationError``, or any error of a controller while it is built.
    package final func open(_ location: Location) throws { try startedWindow.open(location) }

    /// True if a visible flow waits to show a route that its guard refused.
    package final var isRedirected: Bool {
        get throws {
            let window = try startedWindow
            return try window.visiblePath().contains(where: \.isRedirected)
                || window.secondary.contains(where: \.isRedirected)
        }
    }

    /// True if the guard of a visible container refuses the container's root.
    package final var refusesRoot: Bool {
        get throws {
            let window = try startedWindow
            return try window.visiblePath().contains(where: \.refusesRoot)
                || window.secondary.contains(where: \.refusesRoot)
        }
    }

    package final var state: WindowState { get throws { try startedWindow.state } }

    package final var location: Location { get throws { try startedWindow.location() } }

    /// The canonical location of a page that was requested by `path`: the location of the state. While a flow
    /// waits to show a refused route, such as during a login, and if that location is truncated, it is `path` itself.
    package final func location(asked path: Location) throws -> Location {
        guard try !isRedirected else { return path }
        let location = try self.location
        // A stack can parse more steps than it prints, so the requested path can be the complete one.
        return location.isComplete ? location : path
    }

    /// True if a visible controller has a ``Query``.
    package final var readsQuery: Bool { window?.readsQuery ?? false }

    package final var operation: Operation? { window?.operation }

    /// The location of the flow that the action has ended.
    package final var endedFlow: Location? { window?.endedFlow }

    /// The strictest history policy of the visible controllers, and the value of ``isLoaded``.
    package final var readiness: (policy: HistoryPolicy, isLoaded: Bool) {
        get throws {
            var (policy, isLoaded) = (HistoryPolicy.branch, true)
            for controller in try startedWindow.visiblePath() {
                policy = max(policy, controller.visiblePolicy)
                isLoaded = isLoaded && controller.isReady
            }
            for controller in try startedWindow.secondary {
                policy = max(policy, controller.visiblePolicy)
                isLoaded = isLoaded && controller.isReady
            }
            return (policy, isLoaded)
        }
    }

    /// The innermost visible controller.
    package final var visibleViewController: ViewController? {
        get throws { try startedWindow.visiblePath().last }
    }

    /// True if a part of the state, such as a route that the program no longer has, could not be restored. The
    /// controllers then show the longest part that still exists.
    package final var hasLostPlaces: Bool { window?.hasLostPlaces ?? false }

    /// Resets ``hasLostPlaces``, so that the visitor gets no notice.
    package final func forgetLostPlaces() { window?.hasLostPlaces = false }

    /// True if a rendering need not load anything: the views of the visible controllers are loaded, and none of these
    /// controllers overrides `load()`. Builds them if necessary.
    package final var isLoaded: Bool { get throws { try startedWindow.isLoaded } }

    /// True if a visible controller loaded its content itself; that content can have changed since.
    package final var hasLoadedContent: Bool { get throws { try startedWindow.hasLoadedContent } }

    /// Evaluates the guards of the visible controllers again, because their conditions can have changed elsewhere.
    ///
    /// - Throws: any error of a controller while it is built.
    package final func reevaluateGuards() throws { try startedWindow.reevaluateGuards() }

    /// Builds the visible controllers and calls their `viewDidLoad()`, if it was not called yet.
    ///
    /// - Throws: any error of a controller while it is built or loads.
    package final func loadViews() async throws { try await startedWindow.loadViews() }

    /// Calls `load()` of the visible controllers, whose views must be loaded.
    ///
    /// - Parameter deadline: returns when the time is over.
    /// - Throws: ``LoadError``, `CancellationError`, or any error of a controller while it is built or loads.
    package final func loadContent(until deadline: LoadDeadline? = nil) async throws {
        try await startedWindow.loadContent(until: deadline)
    }

    /// Loads all that the next rendering needs, without a time limit.
    ///
    /// - Throws: the errors of ``loadViews()`` and ``loadContent(until:)``.
    package final func load() async throws {
        try await loadViews()
        if try !isLoaded { try await loadContent() }
    }

    /// The draft that `submission` contains, according to the page as it was last rendered, before it is loaded again;
    /// `nil` if other controllers are visible now, or an action was performed since.
    package final func draftBeforeLoading(
        of submission: FormSubmission, coder: ActionEncoder, report: @escaping (Diagnostic) -> Void
    ) -> Draft? {
        guard !submission.values.isEmpty, let window, window.isAsRendered else { return nil }
        return try? window.offers(for: submission, coder: coder, report: report, slots: self).typed
    }

    /// Renders the visible screen. The visible controllers must be loaded.
    package final func screen(_ request: RenderRequest) throws -> (screen: Screen, offers: [Offer]) {
        try startedWindow.screen(request, slots: self)
    }

    /// The offers that `submission` can match, and the draft that it contains. The visible controllers must be loaded.
    package final func offers(
        for submission: FormSubmission, coder: ActionEncoder, report: @escaping (Diagnostic) -> Void
    ) throws -> (offers: [Offer], typed: Draft?) {
        try startedWindow.offers(for: submission, coder: coder, report: report, slots: self)
    }

    /// Renders the visible screen with declined actions. The visible controllers must be loaded.
    package final func inspect(coder: ActionEncoder, report: @escaping (Diagnostic) -> Void = { _ in }) throws
        -> Inspection
    {
        try startedWindow.inspect(coder: coder, report: report, slots: self)
    }

    /// Predicts the result of `submission` without performing it (a dry run).
    package final func explain(_ submission: FormSubmission, coder: ActionEncoder) throws -> Explanation {
        let visible = try visibleViewController ?? startedWindow.rootViewController
        return try inspect(coder: coder).explanation(of: submission, from: visible)
    }

    /// The canonical encoding of the offer that `submission` names, because a submission can be written in several
    /// ways; the submission's own token if it names no offer.
    package final func token(of submission: FormSubmission, offers: [Offer]) -> String {
        offers.first { $0.matches(submission) }?.offered.words.token ?? submission.token
    }

    final var startedWindow: Window {
        get throws {
            guard let window else { throw ApplicationError.notStarted }
            return window
        }
    }

    /// Finds the offer that `submission` names and performs it with the typed values.
    ///
    /// - Parameters:
    ///   - isTraced: true to record the responders that receive the action.
    ///   - report: receives the diagnostics of the handlers. Without it they are reported when a screen is next
    ///     rendered.
    /// - Throws: ``ActionError``, ``InvalidInput``, ``ResponderError/cycle(_:)``, or any error of the handler, of the
    ///   action's `init(from:)`, or of a controller while it is built.
    package final func perform(
        _ submission: FormSubmission, offers: [Offer], typed: Draft? = nil, isTraced: Bool = true,
        report: ((Diagnostic) -> Void)? = nil
    ) async throws -> [ChainTrace.Entry] {
        let index = try index(of: submission, in: offers)
        let action = try offers[index].action(with: submission)
        let start = offers[index].start
        updateAppearance()
        window?.beginAction()
        window?.dismissAlert(before: action)
        if outsideURL != nil { outsideURL = nil }
        let screen = try visibleViewController
        keep(typed, on: screen)
        if let confirmation = offers[index].confirmation, let window {
            return try confirm(action, of: offers[index], by: confirmation, on: window, isTraced: isTraced)
        }
        let isUsed = typed != nil && !offers[index].offered.inputs.isEmpty || offers[index].usesDraft
        let used = isUsed ? screens(with: screen) : []
        // A screen whose draft was used and that is still shown starts without it. One that is covered now keeps its
        // draft, so that the visitor can go back and correct a mistake.
        for screen in used { screen.isDraftInUse = true }
        defer {
            for screen in used { screen.isDraftInUse = false }
            if isUsed { forgetDraft(of: used) }
        }
        // Report the diagnostics here, because the tree is dropped if the handler throws.
        defer { if let report { window?.reportDiagnostics(report) } }
        beginHandling()
        defer { isHandling = false }
        guard isTraced else {
            if try await start.climb(with: action, nil) { return [] }
            throw ActionError.unhandled(submission.name, action, from: start)
        }
        return try await ChainTrace.record { trace in
            // Keep the trace even if the action throws; the return value has it only on success.
            defer { askedChain = trace.entries }
            guard try await start.climb(with: action, trace) else {
                throw ActionError.unhandled(submission.name, trace.entries)
            }
            return trace.entries
        }
    }

    private func index(of submission: FormSubmission, in offers: [Offer]) throws(ActionError) -> Int {
        if let index = offers.firstIndex(where: { $0.matches(submission) }) { return index }
        throw HandlerTable.knows(actionNamed: submission.name)
            ? .notOffered(submission.name) : .unknown(submission.name)
    }

    fileprivate final func noteIdentityChange(_ change: IdentityChange) { identityChange = change }

    /// Returns true if the action called ``Responder/endOtherSessions()``, and resets the flag.
    package final func takeEndingOfOtherSessions() -> Bool {
        defer { if endsOtherSessions { endsOtherSessions = false } }
        return endsOtherSessions
    }

    /// True if the action changes the identity of its session.
    package final var isChangingIdentity: Bool { identityChange != .none }

    final func takeIdentityChange() -> IdentityChange {
        defer { identityChange = .none }
        return identityChange
    }

    /// Stores the draft in the visible screen. On a page with panes each screen stores the draft of the whole page,
    /// because each can outlive the others.
    private func keep(_ typed: Draft?, on screen: ViewController?) {
        guard let window, !window.secondary.isEmpty else { return screen?.keep(typed) ?? () }
        for screen in screens(with: screen) { screen.keep(typed) }
    }

    private func screens(with screen: ViewController?) -> [ViewController] {
        let secondary = (window?.secondary ?? []).filter { $0.asContainer == nil && !$0.isEmbedded }
        return (screen.map { [$0] } ?? []) + secondary
    }

    private func forgetDraft(of used: [ViewController]) {
        let shown = screens(with: try? visibleViewController)
        for screen in used where shown.contains(where: { $0 === screen }) { screen.keep(Draft(values: [])) }
    }

    /// Sends `error` up the chain from the responder at which the action of `submission` started, or from the window if
    /// no offer matches.
    package final func handle(_ error: any Error, of submission: FormSubmission, offers: [Offer], typed: Draft? = nil) {
        keep(typed, on: try? visibleViewController)
        let start = offers.first { $0.matches(submission) }?.start ?? window
        beginHandling()
        defer { isHandling = false }
        // The message of the action before ends with this one too.
        window?.beginAction()
        start?.handle(error)
    }
}
