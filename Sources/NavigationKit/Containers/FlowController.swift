/// Exactly one route at a time (seed 003's `activeFlow`): what switches an app between its login and its main part.
///
/// A flow knows no window (seed 002); it stands wherever a controller can stand.
open class FlowController<R: Route>: Container<R> {
    private var node: Node
    private var controller: ViewController?
    /// The route that a guard refused; it is shown once the guard permits it. Its text is the printed route,
    /// followed by the location's steps within that route, which are parsed only then.
    private var pending: Node?
    /// The steps within the active route that are opened when its controller is built.
    private var unopened: Substring = ""
    /// A guard may ask the chain, so it is asked once the flow stands in one.
    private var isGuarded = false

    /// - Parameter root: the route that is shown at first.
    public override init(root: R) {
        node = Node(root)
        super.init(root: root)
    }

    /// The route that is shown.
    public final var activeFlow: R { route(of: node) }

    /// Shows `route` in place of the active one, which is freed with all that it remembered.
    ///
    /// If a guard had turned `route` away before, the place that was asked for then is shown.
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

    /// Whether showing `route` in place of the active one is a way back, as from the main part to the login: pages then come
    /// and go the other way round (seed 003's asymmetric transitions).
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

    /// Asks the guard about the active route and shows what it wants in its place.
    private func divertIfNeeded() {
        guard !isGuarded else { return }
        isGuarded = true
        guard let other = permits(activeFlow).other, other != activeFlow else { return }
        drop()
        pending = node
        node = Node(other)
        setNeedsState()
    }

    // MARK: - What a container answers

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

    /// Goes on to the place that was asked for before the guard permitted it. What is not there is told by an alert, for
    /// the action that brought the visitor here, such as a login, was performed.
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
        // Nothing behind the guard is built to see whether the steps lead anywhere: that would tell who is not let in.
        self.pending = Node(
            pending.route, text: pending.route.printedSegment + steps.map { "/" + $0 }.joined(), state: pending.state)
        steps = []
    }

    /// What waits behind the guard, with its route; `nil` if this flow has no such route any more.
    private func resolvedPending(_ node: Node?) -> Node? {
        guard let node, node.isUnread else { return node }
        let route = node.text.prefix { $0 != "/" }
        return resolved(Node(unread: String(route), state: node.state, below: nil)).map {
            Node($0.route, text: $0.text + node.text.dropFirst(route.count), state: $0.state)
        }
    }
}
