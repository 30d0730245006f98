/// Exactly one route at a time (seed 003's `activeFlow`): what switches an app between its login and its main part.
///
/// A flow knows no window (seed 002); it stands wherever a controller can stand.
open class FlowController<R: Route>: Container<R> {
    private var node: Node
    private var controller: ViewController?
    /// What a guard turned away: it is shown, with all that was within it, once it is permitted.
    private var pending: Node?
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
            node = pending
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
    }

    override func askGuardAgain() {
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
        if controller == nil { controller = try controller(for: node) }
        return controller
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
        pending = resolved(state.pending)
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
        if let step = steps.first, let segment = Segment(parsing: step), let route = R(segment: segment), route != root,
            mayOpen(route, as: .push)
        {
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
        if let pending { try openPending(pending, &steps) }
    }

    /// Remembers the place that `steps` name within what the guard turned away, without showing it.
    private func openPending(_ wanted: Node, _ steps: inout ArraySlice<Substring>) throws {
        let controller = try controller(for: wanted)
        if let container = controller.asContainer { try container.openLocation(&steps) }
        let keep = { self.pending = wanted.with(state: controller.state, below: nil) }
        keep()
        if let window = nearestWindow, window.isRecovering {
            var path = VisiblePath()
            if let container = controller.asContainer { try container.appendVisiblePath(to: &path) }
            window.hidden = Window.HiddenScreen(controller: path.line.last ?? controller) {
                keep()
                controller.detach()
            }
        } else {
            controller.detach()
        }
        guard steps.first?.hasPrefix("~") ?? true else {
            throw ContainerError.noDestination(route: String(steps.first ?? ""), container: table.typeName)
        }
    }
}
