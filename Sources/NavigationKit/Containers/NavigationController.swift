/// A stack of routes, of which the top is seen (UIKit's `UINavigationController`).
open class NavigationController<R: Route>: Container<R> {
    @exclusivity(unchecked) private var top: Node
    /// What the declared root prints, though it never does.
    private let rootText: String
    @exclusivity(unchecked) private var controllers = BuiltControllers()
    /// The lowest place whose screen remembers something that its node does not hold yet.
    @exclusivity(unchecked) private var lowestChange = Int.max
    /// What happened to the stack since its top was last shown.
    @exclusivity(unchecked) private var change: StackChange?
    /// The screen that was shown last, while it is on the stack.
    @exclusivity(unchecked) private var shown: ObjectIdentifier?

    /// - Parameter root: the route at the bottom of the stack.
    public override init(root: R) {
        top = Node(root)
        rootText = top.text
        super.init(root: root)
    }

    /// The routes from the bottom of the stack to its top.
    public final var routes: [R] {
        var routes: [R] = []
        var node: Node? = top
        while let current = node {
            if let route = current.route as? R { routes.append(route) }
            node = current.below
        }
        return routes.reversed()
    }

    /// The route that is seen.
    public final var topRoute: R { route(of: top) }

    /// The number of routes on the stack.
    public final var depth: Int { top.depth + 1 }

    /// `controller` is about to be shown on top of this stack, because of `change`. Called once for an action, whatever it
    /// did, and inside its turn only: not for a stack that is looked at, restored, or uncovered (UIKit's
    /// `UINavigationControllerDelegate`).
    open func willShow(_ controller: ViewController, after change: StackChange) {}
    /// `controller` is shown now; called after all appearance callbacks.
    open func didShow(_ controller: ViewController, after change: StackChange) {}

    /// Puts `route` on top. A stack that is as deep as it may become stays as it is, with an alert.
    public final func push(_ route: R) {
        guard top.depth + 1 < deepestStack else {
            return handle(ContainerError.tooDeep(container: table.typeName))
        }
        top = Node(permitted(route), below: currentTop)
        change = .push
        setNeedsState(.push)
    }

    /// Takes the top away. With its last screen a stack ends, where it stands on another one or is presented
    /// (``ContainerViewController/finish()``); elsewhere the root stays.
    public final func pop() { top.depth > 0 ? pop(to: top.depth - 1, .pop) : finish() }

    /// Takes everything but the root away.
    public final func popToRoot() { pop(to: 0, .popTo) }

    /// Takes away what is above the highest `route` on the stack; nothing if it is not there.
    public final func pop(to route: R) {
        var node: Node? = top
        while let current = node {
            if current.route as? R == route { return pop(to: current.depth, .popTo) }
            node = current.below
        }
    }

    /// Takes away what is presented over this stack, and what is above the highest `route` on it.
    public final func unwind(to route: R) {
        if presentedRoute != nil { dismiss() }
        pop(to: route)
    }

    /// Takes away what is above the lowest `depth` routes, in one step: `pop(toDepth: 18)` leads back to the eighteenth.
    ///
    /// - Parameter depth: how many routes stay, the root in any case; nothing happens if there are no more.
    public final func pop(toDepth depth: Int) { pop(to: max(depth, 1) - 1, .popTo) }

    /// Replaces the stack. Routes that stay at their place keep their screens.
    ///
    /// - Parameter routes: from the bottom to the top; an empty list leaves the root.
    public final func setRoutes(_ routes: [R]) {
        let old = nodes
        var new: Node?
        var gone: [ViewController] = []
        for (depth, route) in routes.prefix(deepestStack).enumerated() {
            let route = permitted(route)
            if depth < old.count, old[depth].route as? R == route {
                let kept = old[depth]
                new = kept.below === new ? kept : kept.with(state: kept.state, below: new)
            } else {
                if let controller = controllers.remove(at: depth) { gone.append(controller) }
                new = Node(route, below: new)
            }
        }
        top = new ?? Node(root)
        change = .set
        setNeedsState(.set)
        let highest = new == nil ? -1 : top.depth
        for controller in gone { forget(controller) }
        drop(above: highest)
    }

    override func arrange(_ route: R) { push(route) }

    /// Shows the root alone; its screen remembers nothing of before.
    final func restart() {
        if presentedRoute != nil { dismiss() }
        top = Node(permitted(root))
        change = .set
        setNeedsState(.set)
        drop(above: -1)
    }

    private func pop(to depth: Int, _ change: StackChange) {
        guard depth >= 0, depth < top.depth else { return }
        var node = currentTop
        while node.depth > depth, let below = node.below { node = below }
        top = node
        self.change = change
        setNeedsState(.pop)
        drop(above: depth)
    }

    private func drop(above depth: Int) {
        while let gone = controllers.popLast(above: depth) { forget(gone) }
    }

    private func drop(at depth: Int) {
        if let gone = controllers.remove(at: depth) { forget(gone) }
    }

    private func forget(_ gone: ViewController) {
        // Another one may get its address.
        if shown == ObjectIdentifier(gone) { shown = nil }
        letGo(gone)
    }

    override func returnToRoot() { popToRoot() }

    override func takeAway(_ child: ContainerViewController) {
        guard let depth = controllers.depth(of: child) else { return }
        depth > 0 ? pop(to: depth - 1, .pop) : finish()
    }

    /// All nodes with what their screens remember now, from the bottom up.
    private var nodes: [Node] {
        var nodes: [Node] = []
        var node: Node? = currentTop
        while let current = node {
            nodes.append(current)
            node = current.below
        }
        return nodes.reversed()
    }

    /// The top with what the screens of the stack remember now. Only nodes above the lowest changed screen are made anew.
    private var currentTop: Node {
        guard lowestChange <= top.depth else { return top }
        defer { lowestChange = .max }
        var above: [Node] = []
        var node: Node? = top
        while let current = node, current.depth >= lowestChange {
            above.append(current)
            node = current.below
        }
        for current in above.reversed() {
            node = current.with(state: controllers[current.depth]?.state ?? current.state, below: node)
        }
        top = node ?? top
        return top
    }

    override func askGuardAgain() {
        let permission = permits(topRoute)
        guard !permission.isAllowed else { return }
        drop(at: top.depth)
        top = Node(permission.other(or: root), below: top.below)
        setNeedsState()
    }

    override func childWillAppear(_ child: ViewController) {
        guard controllers[top.depth] === child else { return }
        if let change, shown != ObjectIdentifier(child) { willShow(child, after: change) }
    }

    override func childDidAppear(_ child: ViewController) {
        guard controllers[top.depth] === child else { return }
        let (news, last) = (change, shown)
        (change, shown) = (nil, ObjectIdentifier(child))
        if let news, last != shown { didShow(child, after: news) }
    }

    override func childNeedsState(_ child: ViewController) {
        if controllers[top.depth] === child {
            lowestChange = min(lowestChange, top.depth)
        } else if let depth = controllers.depth(of: child) {
            lowestChange = min(lowestChange, depth)
        }
    }

    // MARK: - What a container answers

    override package class var standardActions: [Handler] {
        super.standardActions + [.on(NavigationController<R>.goBack)]
    }

    private func goBack(_ action: Back) { pop() }

    override open func canPerform(_ action: any Action.Type) -> Bool {
        if action == Back.self { return top.depth > 0 }
        return super.canPerform(action)
    }

    override func appendFootprint(to footprint: inout Footprint) {
        super.appendFootprint(to: &footprint)
        footprint.add(top, bytes: 104)
        top.appendTail(to: &footprint)
        if let below = top.below {
            footprint.add(below, bytes: 104)
            below.appendTail(to: &footprint)
        }
        controllers.appendFootprint(to: &footprint)
    }

    override func visibleChild() throws -> ViewController? {
        if let controller = controllers[top.depth] { return controller }
        let controller = try controller(for: top)
        controllers.insert(controller, at: top.depth)
        if controller.isDirty { childNeedsState(controller) }
        return controller
    }

    override var visibleRoute: (any Route)? { topRoute }

    override func decorate(_ screen: inout ScreenBuilder) {
        guard top.depth > 0, !screen.hasBackItem else { return }
        if let item = screen.barItem("Back", role: .cancel, action: AnyAction(Back()), leadingTo: locationBelow) {
            screen.screen.leadingItems.insert(item, at: 0)
        }
    }

    override func makeState() -> ControllerState? {
        ControllerState(top: currentTop, tabs: embeddedNodes, presented: presentedState, saved: savedValues)
    }

    override func restoreArrangement(_ state: ControllerState) throws {
        try super.restoreArrangement(state)
        if let restored = state.top {
            top = restored.isUnread ? resolvedStack(restored) ?? Node(root) : restored
        } else if !state.ownTabs.isEmpty {
            noteLostPlace()
        }
        let allowed = permitted(topRoute)
        if allowed != topRoute { top = Node(allowed, below: top.below) }
    }

    // MARK: - Locations

    override func printArrangement(showing route: R, into printer: inout LocationPrinter) -> Bool {
        guard top.depth + 1 < deepestStack else { return false }
        printArrangement(into: &printer)
        printer.step(route.printedSegment)
        return true
    }

    /// Where ``Back`` leads.
    private var locationBelow: Location? {
        guard offersLinks, presentedNode == nil, let below = top.below else { return nil }
        return location { printer in
            print(below, into: &printer)
            return below.isWholeLocation
        }
    }

    override func printArrangement(into printer: inout LocationPrinter) { print(top, into: &printer) }

    private func print(_ top: Node, into printer: inout LocationPrinter) {
        guard let below = top.below else {
            if top.text != rootText { printer.step(top.text, prefix: UInt8(ascii: "=")) }
            return
        }
        // What stands below is printed again and again while screens on top of it come and go.
        let tail = below.tail
        guard let bottom = tail.bottom, top.text.utf8.count <= Segment.longestText,
            tail.steps.utf8.count + 1 + top.text.utf8.count <= min(printer.roomForStack, Tail.longest)
        else { return printHighest(of: top, into: &printer) }
        if bottom != rootText { printer.step(bottom, prefix: UInt8(ascii: "=")) }
        printer.append(tail.steps[...])
        printer.step(top.text)
    }

    /// Prints as many of the highest steps as there is room for.
    private func printHighest(of top: Node, into printer: inout LocationPrinter) {
        let tail = top.tail
        guard let bottom = tail.bottom, tail.steps.utf8.count <= printer.roomForStack else {
            let room = printer.roomForStack
            printer.leaveMark()
            return printer.append(tail.steps[...].droppingSteps(toFit: room))
        }
        if bottom != rootText { printer.step(bottom, prefix: UInt8(ascii: "=")) }
        printer.append(tail.steps[...])
    }

    override func openArrangement(_ steps: inout ArraySlice<Substring>) throws {
        // A stack of its root alone is not taken apart.
        var kept = top.depth > 0 || topRoute != root ? nodes[...] : [currentTop]
        openBottom(&steps, &kept)
        while let step = steps.first, !step.hasPrefix("~") {
            if step == LocationPrinter.mark {
                steps.removeFirst()
                continue
            }
            let old = kept.popFirst()
            if let old, old.text == step, let route = old.route as? R, permitted(route) == route {
                // The screen was on the stack already: what it remembers stays.
                top = old
            } else {
                kept = []
                guard let route = routeOnStack(step) else { break }
                top = Node(route, below: top)
            }
            do {
                if old !== top { drop(above: top.depth - 1) }
                _ = try visibleChild()
            } catch {
                top = top.below ?? top
                break
            }
            steps.removeFirst()
            setNeedsState()
            // A container on the stack takes the steps within it, as far as it knows them.
            if let child = try visibleChild()?.asContainer { try child.openLocation(&steps) }
        }
        drop(above: top.depth)
    }

    /// What was put on the stack took its steps then.
    override func openVisibleChild(_ steps: inout ArraySlice<Substring>) throws {
        if top.depth == 0 { try super.openVisibleChild(&steps) }
    }

    /// The declared root, or the route that a step with `=` puts in its place.
    private func openBottom(_ steps: inout ArraySlice<Substring>, _ kept: inout ArraySlice<Node>) {
        var wanted = root
        if let step = steps.first, step.hasPrefix("="), let segment = Segment(parsing: step.dropFirst()),
            let route = R(segment: segment), route != root, mayOpen(route, as: .push)
        {
            steps.removeFirst()
            wanted = permitted(route)
        }
        if let bottom = kept.popFirst(), bottom.route as? R == wanted {
            guard bottom !== top else { return }
            top = bottom
        } else {
            kept = []
            drop(above: -1)
            top = Node(wanted)
        }
        setNeedsState()
    }

    private func routeOnStack(_ step: Substring) -> R? {
        guard let segment = Segment(parsing: step), let route = R(segment: segment), mayOpen(route, as: .push),
            top.depth + 1 < deepestStack
        else { return nil }
        return permitted(route)
    }
}
