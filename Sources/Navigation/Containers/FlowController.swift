/// Shows exactly one route at a time, such as the login or the main part of an app.
///
/// A flow does not depend on the window; it can be placed wherever a container can.
open class FlowController<R: Route>: Container<R> {
    private var entry: StackEntry
    private var controller: ViewController?
    /// The route that a guard refused; its state is restored when the program or a guard shows the route later. Its
    /// text is the printed route, followed by the location's steps within that route, which are parsed only then.
    private var pending: StackEntry?
    /// The steps within the active route that are opened when its controller is built.
    private var unopened: Substring = ""
    /// False until the guard was evaluated for the active route. Guards can use the responder chain, so the guard runs
    /// only when the flow is attached.
    private var isGuarded = false

    /// - Parameter root: the route that is shown at first.
    public override init(root: R) {
        entry = StackEntry(root)
        super.init(root: root)
    }

    /// The route that is shown.
    public final var activeFlow: R { route(of: entry) }

    /// Replaces the active route with `route`. The former controller and its state are dropped.
    ///
    /// If `route` is the one that the guard refused last, restores its state and the location that was requested then.
    override func arrange(_ route: R) {
        let operation: Operation = isBackwardTransition(to: route) ? .flowBack : .flow
        drop()
        isGuarded = true
        if !restoreIfRefused(route) { entry = StackEntry(route) }
        setNeedsState(operation)
    }

    /// Restores `route`, with its state and the requested location, if it is the one that the guard refused.
    ///
    /// - Returns: false if it is not.
    private func restoreIfRefused(_ route: R) -> Bool {
        guard let refused = pending, refused.route as? R == route else { return false }
        entry = StackEntry(route, state: refused.state)
        unopened = refused.text.dropFirst(entry.text.count)
        pending = nil
        return true
    }

    /// Returns true if replacing the active route with `route` is a backward transition, such as from the main part to
    /// the login. The page transition then runs in the opposite direction.
    open func isBackwardTransition(to route: R) -> Bool { false }

    private func drop() {
        controller?.detach()
        controller = nil
        unopened = ""
    }

    override func reevaluateGuard() {
        super.reevaluateGuard()
        isGuarded = false
        redirectIfNeeded()
    }

    /// Evaluates the guard for the active route and shows the route that it returns instead. If that is the route that
    /// the guard refused before, such as the main part after a login, restores it with the location requested then.
    private func redirectIfNeeded() {
        guard !isGuarded else { return }
        isGuarded = true
        guard let other = guardResult(for: activeFlow).other, other != activeFlow else { return }
        noteRedirect(from: activeFlow, to: other)
        drop()
        if !restoreIfRefused(other) {
            pending = entry
            entry = StackEntry(other)
        }
        setNeedsState()
    }

    // MARK: - Container overrides

    override func visibleChild() throws -> ViewController? {
        redirectIfNeeded()
        guard controller == nil else { return controller }
        controller = try controller(for: entry)
        if !unopened.isEmpty { openUnopened() }
        return controller
    }

    /// Opens the location that was requested before the guard permitted it. If that fails, shows an alert instead of
    /// responding with an error, because the action that usually led here, such as a login, was performed.
    private func openUnopened() {
        let path = Location(String(unopened))
        unopened = ""
        var steps = path.steps
        do {
            try openContent(&steps)
            guard steps.isEmpty else { throw NavigationError.notFound }
        } catch {
            if !(error is NavigationError || error is any PresentableError) {
                nearestWindow?.note(.unopenedLocation(path.path, error: "\(error)", container: table.typeName))
            }
            handle(error)
        }
    }

    override var visibleRoute: (any Route)? { activeFlow }

    override var flowText: String? { entry.text }

    override var isRedirected: Bool { pending != nil }

    override func makeState() -> ControllerState? {
        if let controller, controller.isDirty { entry = entry.with(state: controller.state, below: nil) }
        let content: ControllerState.Content =
            if let pending { .redirectedFlow(shown: entry, refused: pending) } else { .stack(top: entry) }
        return ControllerState(
            content, presented: presentedState, embedded: embeddedEntries, saved: savedValues)
    }

    override func restoreArrangement(_ state: ControllerState) throws {
        try super.restoreArrangement(state)
        drop()
        (entry, pending) = (resolved(state.content.top) ?? StackEntry(root), nil)
        if case .redirectedFlow(_, let refused) = state.content { pending = resolvedPending(refused) }
        isGuarded = false
    }

    // MARK: - Locations

    override func printArrangement(showing route: R, into printer: inout LocationPrinter) -> Bool {
        if route != root { printer.step(route.printedSegment) }
        return pending == nil
    }

    override func printArrangement(into printer: inout LocationPrinter) {
        if activeFlow != root { printer.step(entry.text) }
    }

    override func openArrangement(_ steps: inout ArraySlice<Substring>) throws {
        var wanted = root
        if let step = steps.first, let route = try? R.named(by: step).route, route != root,
            canDeepLink(to: route, as: .push)
        {
            steps.removeFirst()
            wanted = route
        }
        if wanted != activeFlow || pending != nil {
            drop()
            entry = StackEntry(wanted)
            pending = nil
            setNeedsState()
        }
        isGuarded = false
        redirectIfNeeded()
        guard let pending else { return }
        // Do not build anything behind the guard to check the remaining steps: the response would reveal to an
        // unauthorized visitor which locations exist.
        self.pending = StackEntry(
            pending.route, text: pending.route.printedSegment + steps.map { "/" + $0 }.joined(), state: pending.state)
        steps = []
    }

    /// The pending entry with its route resolved; `nil` if this flow no longer has such a route.
    private func resolvedPending(_ entry: StackEntry) -> StackEntry? {
        guard entry.isUnread else { return entry }
        let route = entry.text.prefix { $0 != "/" }
        return resolved(StackEntry(unread: String(route), state: entry.state, below: nil)).map {
            StackEntry($0.route, text: $0.text + entry.text.dropFirst(route.count), state: $0.state)
        }
    }
}
