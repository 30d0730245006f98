/// Shows exactly one route at a time, such as the login or the main part of an app.
///
/// A flow does not depend on the window; it can be placed wherever a controller can.
open class FlowController<R: Route>: Container<R> {
    private var node: Node
    private var controller: ViewController?
    /// The route that a guard refused; it is shown once the guard permits it. Its text is the printed route,
    /// followed by the location's steps within that route, which are parsed only then.
    private var pending: Node?
    /// The steps within the active route that are opened when its controller is built.
    private var unopened: Substring = ""
    /// False until the guard was evaluated for the active route. Guards can use the responder chain, so the guard runs
    /// only when the flow is attached.
    private var isGuarded = false

    /// - Parameter root: the route that is shown at first.
    public override init(root: R) {
        node = Node(root)
        super.init(root: root)
    }

    /// The route that is shown.
    public final var activeFlow: R { route(of: node) }

    /// Replaces the active route with `route`. The former controller and its state are freed.
    ///
    /// If the guard had refused `route`, the location that was requested then is opened.
    override func arrange(_ route: R) {
        let operation: Operation = comesBack(to: route) ? .flowBack : .flow
        drop()
        isGuarded = true
        if let pending, pending.route as? R == route {
            node = Node(route, state: pending.state)
            unopened = pending.text.dropFirst(node.text.count)
            self.pending = nil
        } else {
            node = Node(route)
        }
        setNeedsState(operation)
    }

    /// Returns true if replacing the active route with `route` is a backward transition, such as from the main part to
    /// the login. The page transition then runs in the opposite direction.
    open func comesBack(to route: R) -> Bool { false }

    private func drop() {
        controller?.detach()
        controller = nil
        unopened = ""
    }

    override func reevaluateGuard() {
        super.reevaluateGuard()
        isGuarded = false
        divertIfNeeded()
    }

    /// Evaluates the guard for the active route and shows the route that it returns instead.
    private func divertIfNeeded() {
        guard !isGuarded else { return }
        isGuarded = true
        guard let other = permits(activeFlow).other, other != activeFlow else { return }
        drop()
        pending = node
        node = Node(other)
        setNeedsState()
    }

    // MARK: - Container overrides

    override func appendFootprint(to footprint: inout Footprint) {
        super.appendFootprint(to: &footprint)
        footprint.add(node, bytes: 104)
    }

    override func visibleChild() throws -> ViewController? {
        divertIfNeeded()
        guard controller == nil else { return controller }
        controller = try controller(for: node)
        if !unopened.isEmpty { openUnopened() }
        return controller
    }

    /// Opens the location that was requested before the guard permitted it. If that fails, shows an alert instead of
    /// responding with an error, because the action that led here, such as a login, was performed.
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

    override var flowText: String? { node.text }

    override var isDiverted: Bool { pending != nil }

    override func makeState() -> ControllerState? {
        if let controller, controller.isDirty { node = node.with(state: controller.state, below: nil) }
        return ControllerState(
            top: node, tabs: embeddedNodes, pending: pending, presented: presentedState, saved: savedValues)
    }

    override func restoreArrangement(_ state: ControllerState) throws {
        try super.restoreArrangement(state)
        drop()
        node = resolved(state.top) ?? Node(root)
        pending = resolvedPending(state.pending)
        isGuarded = false
    }

    // MARK: - Locations

    override func printArrangement(showing route: R, into printer: inout LocationPrinter) -> Bool {
        if route != root { printer.step(route.printedSegment) }
        return pending == nil
    }

    override func printArrangement(into printer: inout LocationPrinter) {
        if activeFlow != root { printer.step(node.text) }
    }

    override func openArrangement(_ steps: inout ArraySlice<Substring>) throws {
        var wanted = root
        if let step = steps.first, let route = try? R.named(by: step).route, route != root, mayOpen(route, as: .push) {
            steps.removeFirst()
            wanted = route
        }
        if wanted != activeFlow || pending != nil {
            drop()
            node = Node(wanted)
            pending = nil
            setNeedsState()
        }
        isGuarded = false
        divertIfNeeded()
        guard let pending else { return }
        // Do not build anything behind the guard to check the remaining steps: the response would reveal to an
        // unauthorized visitor which places exist.
        self.pending = Node(
            pending.route, text: pending.route.printedSegment + steps.map { "/" + $0 }.joined(), state: pending.state)
        steps = []
    }

    /// The pending node with its route resolved; `nil` if this flow no longer has such a route.
    private func resolvedPending(_ node: Node?) -> Node? {
        guard let node, node.isUnread else { return node }
        let route = node.text.prefix { $0 != "/" }
        return resolved(Node(unread: String(route), state: node.state, below: nil)).map {
            Node($0.route, text: $0.text + node.text.dropFirst(route.count), state: $0.state)
        }
    }
}
