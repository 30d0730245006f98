/// The root of a visitor's controllers, with the alert that can be shown over them.
///
/// An app can have a subclass of it, see ``Application/makeWindow(rootViewController:)``: for example one that handles
/// actions or errors for all controllers.
open class Window: Responder {
    /// The outermost controller.
    public let rootViewController: ViewController
    private final var application = UpwardReference<Responder>()
    /// The alert that is shown over all controllers.
    var alert: Alert? { presentedAlert?.alert }
    // Without checks of exclusive access: one task at a time uses this object. With the checks of all such
    // objects, a page takes 22 % more instructions, and an action 12 %.
    @exclusivity(unchecked) private var presentedAlert: WindowState.PresentedAlert?
    /// The message of the last action: for the page after it, or, with ``undo``, until the next action.
    @exclusivity(unchecked) final var flash: String?
    /// The action of the button Undo beside the message.
    @exclusivity(unchecked) final var undo: WindowState.Undo?
    @exclusivity(unchecked) private(set) var operation: Operation?
    /// True if a part of the state, such as a route that the program no longer has, could not be restored.
    var hasLostPlaces = false
    /// The cached visible path; `nil` when it can have changed.
    @exclusivity(unchecked) private var knownPath: [ViewController]?
    /// The controllers that are visible on the same page but not on the last visible path, such as embedded ones.
    @exclusivity(unchecked) private(set) var secondary: [ViewController] = []
    /// True if a controller was presented when the visible path was last computed.
    @exclusivity(unchecked) private(set) final var isCovering = false
    /// The controllers that are shown behind a sheet.
    @exclusivity(unchecked) var covered: Covered?
    @exclusivity(unchecked) private var diagnostics: [Diagnostic] = []
    /// Incremented each time the visible path is recomputed.
    @exclusivity(unchecked) private(set) var pathNumber = 0
    /// The query of the opened location, until the visible controllers have read it.
    @exclusivity(unchecked) private var unreadQuery: String?
    /// True if a visible controller had a ``Query`` when the visible path was last computed.
    @exclusivity(unchecked) private(set) var readsQuery = false
    /// The routes that guards refused since the last action began; `nil` unless they are recorded for diagnostics.
    @exclusivity(unchecked) final var redirects: [GuardRedirect]?
    /// The path number of the last rendering; `nil` after an action.
    @exclusivity(unchecked) private var renderedPathNumber: Int?

    /// Creates a window. The application calls it once for each of its instances.
    ///
    /// - Parameter rootViewController: the outermost controller.
    public init(rootViewController: ViewController) {
        self.rootViewController = rootViewController
        super.init()
        rootViewController.window = self
    }

    /// The application, which follows the window in the responder chain.
    override open var next: Responder? { application.target }

    func setApplication(_ application: Responder) { self.application = UpwardReference(application) }

    /// Shows `alert`. Until it is dismissed, only the alert's own buttons are available.
    open func present(_ alert: Alert) { presentedAlert = WindowState.PresentedAlert(alert) }

    /// Shows the error in an alert.
    override open func handle(_ error: any Error) {
        if let error = error as? any PresentableError {
            present(error.alert)
        } else {
            let general = Alert(
                title: localized("That did not work"), message: localized("Nothing was changed. Please try again."))
            present((error as? ContainerError)?.alert ?? (error as? NavigationError)?.alert ?? general)
        }
        super.handle(error)
    }

    override open class var standardActions: [Handler] { [.on(Window.dismissAlert)] }

    private func dismissAlert(_ action: DismissAlert) { presentedAlert = nil }

    override open func canPerform(_ action: any Action.Type) -> Bool {
        if action == DismissAlert.self { return presentedAlert != nil }
        return super.canPerform(action)
    }

    func note(_ operation: Operation?) {
        knownPath = nil
        if let operation { self.operation = operation }
    }

    /// Dismisses the alert before the action of one of its buttons is performed, except `DismissAlert`, whose handler
    /// dismisses it.
    func dismissAlert(before action: any Action) {
        guard presentedAlert != nil else { return }
        if !(action is DismissAlert) { presentedAlert = nil }
    }

    /// Resets what the last action and the last rendering have left.
    func beginAction() {
        operation = nil
        endedFlow = nil
        if flash != nil { (flash, undo) = (nil, nil) }
        renderedPathNumber = nil
        if redirects != nil { redirects = [] }
    }

    /// True if the visible controllers are those of the last rendering, and no action was performed since.
    var isAsRendered: Bool { knownPath != nil && renderedPathNumber == pathNumber }

    /// The location of the flow that the action has ended.
    @exclusivity(unchecked) private(set) var endedFlow: Location?

    func endFlow(of container: ContainerViewController) {
        var isVisible = false
        let prefix = try? Location.printed { printer in
            isVisible = try rootViewController.asContainer?.printSteps(to: container, into: &printer) ?? false
        }
        // Ignore a container at the root: it contains all locations, so the response 410 would have no other one to
        // link to.
        guard let prefix, isVisible, !prefix.path.isEmpty, prefix.isComplete else { return }
        endedFlow = prefix
    }

    // MARK: - State

    var state: WindowState {
        WindowState(root: rootViewController.state, presentedAlert: presentedAlert, flash: flash, undo: undo)
    }

    func restore(_ state: WindowState) throws {
        try rootViewController.restore(state.root)
        knownPath = nil
        presentedAlert = state.presentedAlert
        (flash, undo) = (state.flash, state.undo)
    }

    // MARK: - Visible controllers

    func visiblePath() throws -> [ViewController] { try knownPath ?? findVisiblePath() }

    private func findVisiblePath(asksGuards: Bool = false, asked: [ViewController] = []) throws -> [ViewController] {
        var path = VisiblePath(asksGuards: asksGuards, asked: asked)
        path.line.reserveCapacity(8)
        if let container = rootViewController.asContainer {
            try container.appendVisiblePath(to: &path)
        } else {
            path.append(rootViewController)
        }
        secondary = path.secondary
        isCovering = path.isCovering
        if !path.diagnostics.isEmpty { diagnostics += path.diagnostics }
        knownPath = path.line
        pathNumber += 1
        if QueryUse.isNoted { readQuery() }
        return path.line
    }

    /// Passes the query of the opened location, if there is one, to the visible controllers.
    private func readQuery() {
        guard let path = knownPath else { return }
        readsQuery = path.contains(where: \.hasQueries) || secondary.contains(where: \.hasQueries)
        guard readsQuery, let text = unreadQuery else { return }
        unreadQuery = nil
        let query = LocationQuery(parsing: text.utf8)
        for controller in path + secondary { controller.read(query) }
    }

    /// The query of the visible controllers, in canonical form.
    ///
    /// - Throws: any error of a controller while it is built.
    func query() throws -> LocationQuery {
        // Without a known path, no action was performed since the tree was built, so all queries have their defaults.
        guard readsQuery || knownPath == nil && !(unreadQuery ?? "").isEmpty else { return LocationQuery() }
        let path = try visiblePath()
        return LocationQuery(items(of: path + secondary))
    }

    private func items(of controllers: [ViewController]) -> [LocationQuery.Item] {
        var items: [LocationQuery.Item] = []
        for controller in controllers {
            let outer = items
            items += controller.queryItems.filter { item in !outer.contains { $0.name == item.name } }
        }
        return items
    }

    func addQuery(of controllers: [ViewController], to builder: inout ScreenBuilder) {
        builder.setQuery(LocationQuery(items(of: controllers)), names: controllers.flatMap(\.queryNames))
    }

    /// The query after `container` shows another route, if all that is known beforehand; `nil` if a controller that has
    /// a query now would be hidden, because a link would lose its values.
    func query(afterChangeIn container: ContainerViewController, presents: Bool) -> LocationQuery? {
        guard readsQuery, let path = try? visiblePath() else { return LocationQuery() }
        let controllers = (path + secondary).filter { !$0.queryItems.isEmpty }
        guard controllers.allSatisfy({ !presents && container.keepsVisible($0) }) else { return nil }
        return LocationQuery(items(of: controllers))
    }

    /// Evaluates the guards of the visible controllers, from the outermost inwards. Builds no refused route.
    func reevaluateGuards() throws {
        guard let known = knownPath else {
            _ = try findVisiblePath(asksGuards: true)
            return
        }
        let controllers = secondary.isEmpty ? known : known + secondary
        for index in controllers.indices {
            controllers[index].reevaluateGuard()
            // A guard's result changed, which resets the visible path: recompute it and evaluate the remaining guards.
            guard knownPath != nil else {
                _ = try findVisiblePath(asksGuards: true, asked: Array(controllers[...index]))
                return
            }
        }
    }

    /// The maximum number of routes on a stack.
    final var maximumStackDepth = Window.usualStackDepth

    /// The default maximum, in routes. A deeper stack is usually a mistake or an attempt to exhaust the memory.
    package static let usualStackDepth = 256

    /// The maximum that ``maximumStackDepth`` can be set to, in routes.
    package static let maximumStackDepthSetting = maxStackDepth

    func location() throws -> Location {
        let location = try Location.printed { try rootViewController.asContainer?.printLocation(into: &$0) }
        let query = try query()
        return query.items.isEmpty ? location : location.adding(query)
    }

    /// Shows the state that `location` names.
    ///
    /// - Throws: ``LocationError``, or any error of a controller while it is built.
    func open(_ location: Location) throws {
        var steps = location.steps
        let path = location.path
        guard path.isEmpty || path.hasPrefix("/"), path.utf8.count <= Location.maxPathLength,
            steps.count <= Location.maxSteps
        else {
            throw LocationError(path: path.shortened(to: 64), longestValidPrefix: Location(""))
        }
        presentedAlert = nil
        (flash, undo) = (nil, nil)
        knownPath = nil
        // Also without a query, because the values then have their defaults.
        if QueryUse.isNoted || location.hasQuery { unreadQuery = location.query }
        defer { knownPath = nil }
        do {
            if let container = rootViewController.asContainer { try container.openLocation(&steps) }
            guard steps.isEmpty else { throw LocationError(location, without: steps.count) }
        } catch NavigationError.notFound {
            throw LocationError(location, without: max(steps.count, 1))
        }
    }

    /// True if the views of the visible controllers are loaded and none of them overrides `load()`. Builds them if
    /// necessary.
    var isLoaded: Bool {
        get throws { try visiblePath().allSatisfy(\.isReady) && secondary.allSatisfy(\.isReady) }
    }

    /// True if a visible controller has loaded its content itself.
    var hasLoadedContent: Bool {
        get throws {
            try visiblePath().contains(where: \.hasLoadedItself) || secondary.contains(where: \.hasLoadedItself)
        }
    }

    /// Builds the visible controllers and calls their `viewDidLoad()`, if it was not called yet.
    ///
    /// - Throws: any error of a controller while it is built or loads.
    func loadViews() async throws {
        for controller in try visiblePath() { try await controller.loadViewIfNeeded() }
        // Loading a controller can add children, which must be loaded too. The nesting limit bounds the loop.
        for _ in 0..<maxNesting {
            _ = try visiblePath()
            guard !secondary.allSatisfy(\.isViewLoaded) else { return }
            for controller in secondary { try await controller.loadViewIfNeeded() }
        }
    }

    /// Renders the visible screen and returns it with its offers.
    ///
    /// - Parameter slots: adds the header and the footer.
    /// - Throws: any error of a controller while it is built.
    func screen(_ request: RenderRequest, slots: any SlotProvider) throws -> (Screen, [Offer]) {
        let path = try visiblePath()
        let visible = path.last ?? rootViewController
        // Passed beside the request, because a changed request would be a copy.
        let draft = request.draft ?? visible.draft
        var builder = ScreenBuilder(for: visible, request, draft: draft, keepsRows: visible.table.has(.keepsRows))
        reportDiagnostics(request.report)
        build(visible, path, into: &builder, slots)
        if builder.hasWrittenTooEarly {
            visible.table.note(.keepsRows)
            builder = ScreenBuilder(for: visible, request, draft: draft, keepsRows: true)
            build(visible, path, into: &builder, slots)
        }
        if covered != nil, builder.screen.presentation == .modal {
            builder.screen.covered = coveredScreen(request.coder)
        }
        // Again, for those that building has found: the tree is often dropped after this.
        reportDiagnostics(request.report)
        renderedPathNumber = pathNumber
        return builder.finish()
    }

    /// Renders the visible screen and returns it with its offers and the declined actions.
    ///
    /// - Throws: any error of a controller while it is built.
    func inspect(
        coder: ActionEncoder, report: @escaping (Diagnostic) -> Void, slots: any SlotProvider
    ) throws -> Inspection {
        let path = try visiblePath()
        let visible = path.last ?? rootViewController
        var builder = ScreenBuilder(
            for: visible, RenderRequest(coder: coder, report: report), draft: visible.draft)
        reportDiagnostics(report)
        build(visible, path, into: &builder, slots)
        reportDiagnostics(report)
        return builder.finishInspection()
    }

    /// The offers that `submission` can match, and the draft that it contains.
    ///
    /// - Throws: any error of a controller while it is built.
    func offers(
        for submission: FormSubmission, coder: ActionEncoder, report: @escaping (Diagnostic) -> Void,
        slots: any SlotProvider
    ) throws -> (offers: [Offer], typed: Draft?) {
        let path = try visiblePath()
        let visible = path.last ?? rootViewController
        let request = RenderRequest(for: .acting(submission), coder: coder, report: report)
        var builder = ScreenBuilder(for: visible, request)
        reportDiagnostics(report)
        build(visible, path, into: &builder, slots)
        return builder.finishOffers()
    }

    /// Keeps a diagnostic until it can be reported.
    package func note(_ diagnostic: Diagnostic) {
        if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    }

    func reportDiagnostics(_ report: (Diagnostic) -> Void) {
        guard !diagnostics.isEmpty else { return }
        let found = diagnostics
        diagnostics = []
        for diagnostic in found { report(diagnostic) }
    }
}

extension Window: DiagnosticReporter {}

extension NavigationError {
    fileprivate var alert: Alert {
        Alert(title: localized("There is no such page"), message: localized("This is the nearest page that exists."))
    }
}

extension ContainerError {
    fileprivate var alert: Alert {
        switch self {
        case .noDestination:
            Alert(
                title: localized("No longer available"),
                message: localized("That page or item does not exist. Nothing was changed."))
        case .tooDeep(_, let limit):
            Alert(
                title: localized("Too many pages"),
                message: localized(
                    "At most \(limit) pages can be open on top of one another. Go back first; nothing was changed."))
        }
    }
}
