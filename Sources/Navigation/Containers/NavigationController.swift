/// A stack of routes that shows its top route (UIKit's `UINavigationController`).
open class NavigationController<R: Route>: Container<R> {
    // Without checks of exclusive access: one task at a time uses this object. With the checks of all such
    // objects, a page takes 22 % more instructions, and an action 12 %.
    @exclusivity(unchecked) private(set) final var top: StackEntry
    /// The printed segment of the declared root. Locations omit it at the bottom of the stack.
    final let rootText: String
    @exclusivity(unchecked) private var controllers = BuiltControllers()
    /// The depth of the lowest screen whose state can differ from its entry.
    @exclusivity(unchecked) private var lowestChange = Int.max
    /// The last change of the stack since its top was shown.
    @exclusivity(unchecked) private var change: StackChange?
    /// The screen that was shown last, if it is still on the stack.
    @exclusivity(unchecked) private var shown: ObjectIdentifier?

    /// - Parameter root: the route at the bottom of the stack.
    public override init(root: R) {
        top = StackEntry(root)
        rootText = top.text
        super.init(root: root)
    }

    /// The routes from the bottom of the stack to its top.
    public final var routes: [R] {
        var routes: [R] = []
        var entry: StackEntry? = top
        while let current = entry {
            if let route = current.route as? R { routes.append(route) }
            entry = current.below
        }
        return routes.reversed()
    }

    /// The route at the top of the stack.
    public final var topRoute: R { route(of: top) }

    /// The number of routes on the stack.
    public final var depth: Int { top.depth + 1 }

    /// Called when `controller` is about to be shown on top of this stack because of `change`. Called at most once per
    /// action, and only while an action is performed: not for a stack that is only rendered, restored, or uncovered
    /// (UIKit's `UINavigationControllerDelegate`).
    open func willShow(_ controller: ViewController, after change: StackChange) {}
    /// Called when `controller` is shown, after its `viewDidAppear()`.
    open func didShow(_ controller: ViewController, after change: StackChange) {}

    /// Pushes `route`. If the stack has reached its maximum depth, leaves it unchanged and shows an alert.
    public final func push(_ route: R) {
        guard top.depth + 1 < maximumDepth else {
            return handle(ContainerError.tooDeep(container: table.typeName, limit: maximumDepth))
        }
        let (below, result) = (currentTop, guardResult(for: route))
        top =
            result.isAllowed ? StackEntry(route, below: below) : substitute(redirected(route, by: result), above: below)
        guard top !== below else { return }
        change = .push
        setNeedsState(.push)
    }

    /// Pops the top route. If there is only one route, calls ``ContainerViewController/finish()``; the route stays if
    /// that removes nothing, such as in a tab.
    public final func pop() { top.depth > 0 ? pop(to: top.depth - 1, .pop) : finish() }

    /// Pops all routes except the root.
    public final func popToRoot() { pop(to: 0, .popTo) }

    /// Pops to the highest `route` on the stack; does nothing if the stack does not contain it.
    public final func pop(to route: R) {
        var entry: StackEntry? = top
        while let current = entry {
            if current.route as? R == route { return pop(to: current.depth, .popTo) }
            entry = current.below
        }
    }

    /// Dismisses the controller presented over this stack, then pops to the highest `route` on it.
    public final func unwind(to route: R) {
        if presentedRoute != nil { dismiss() }
        pop(to: route)
    }

    /// Pops to the lowest `depth` routes in one step: `pop(toDepth: 18)` returns to the eighteenth route.
    ///
    /// - Parameter depth: the number of routes to keep. The root is always kept. Nothing happens if the stack has no
    ///   more routes than that.
    public final func pop(toDepth depth: Int) { pop(to: max(depth, 1) - 1, .popTo) }

    /// Replaces all routes of the stack. A route that stays at the same depth keeps its screen.
    ///
    /// - Parameter routes: from the bottom to the top; those above the maximum depth are dropped. An empty list resets
    ///   the stack to its root.
    public final func setRoutes(_ routes: [R]) {
        let old = entries
        var new: StackEntry?
        var gone: [ViewController] = []
        for route in routes.prefix(maximumDepth) {
            let allowed = permitted(route)
            // The substitute of a refused route can equal the route below it: add it once.
            if allowed != route, let new, self.route(of: new) == allowed { continue }
            let (route, depth) = (allowed, new.map { $0.depth + 1 } ?? 0)
            if depth < old.count, old[depth].route as? R == route {
                let kept = old[depth]
                new = kept.below === new ? kept : kept.with(state: kept.state, below: new)
            } else {
                if let controller = controllers.remove(at: depth) { gone.append(controller) }
                new = StackEntry(route, below: new)
            }
        }
        top = new ?? StackEntry(root)
        change = .set
        setNeedsState(.set)
        let highest = new == nil ? -1 : top.depth
        for controller in gone { forget(controller) }
        drop(above: highest)
    }

    override func arrange(_ route: R) { push(route) }

    /// Resets the stack to its root and rebuilds the root's screen without its former state.
    final func restart() {
        if presentedRoute != nil { dismiss() }
        top = StackEntry(permitted(root))
        change = .set
        setNeedsState(.set)
        drop(above: -1)
    }

    private func pop(to depth: Int, _ change: StackChange) {
        guard depth >= 0, depth < top.depth else { return }
        var entry = currentTop
        while entry.depth > depth, let below = entry.below { entry = below }
        top = entry
        self.change = change
        setNeedsState(.pop)
        drop(above: depth)
    }

    private func drop(above depth: Int) {
        while let gone = controllers.popLast(above: depth) { forget(gone) }
    }

    private func forget(_ gone: ViewController) {
        // Forget the identifier, because a later controller can have the same address.
        if shown == ObjectIdentifier(gone) { shown = nil }
        childDidDetach(gone)
    }

    override func returnToRoot() { popToRoot() }

    override func remove(_ child: ContainerViewController) {
        guard let depth = controllers.depth(of: child) else { return }
        depth > 0 ? pop(to: depth - 1, .pop) : finish()
    }

    /// All entries with the current states of their screens, from the bottom up.
    final var entries: [StackEntry] {
        var entries: [StackEntry] = []
        var entry: StackEntry? = currentTop
        while let current = entry {
            entries.append(current)
            entry = current.below
        }
        return entries.reversed()
    }

    /// The top entry with the current states of all screens. Replaces only entries from the lowest changed screen
    /// upwards.
    private var currentTop: StackEntry {
        guard lowestChange <= top.depth else { return top }
        defer { lowestChange = .max }
        var above: [StackEntry] = []
        var entry: StackEntry? = top
        while let current = entry, current.depth >= lowestChange {
            above.append(current)
            entry = current.below
        }
        for current in above.reversed() {
            entry = current.with(state: controllers[current.depth]?.state ?? current.state, below: entry)
        }
        top = entry ?? top
        return top
    }

    override func reevaluateGuard() {
        super.reevaluateGuard()
        reevaluateTop()
    }

    private func reevaluateTop() {
        let result = guardResult(for: topRoute)
        guard !result.isAllowed else { return }
        let gone = controllers.remove(at: top.depth)
        top = substitute(redirected(topRoute, by: result), above: top.below)
        setNeedsState()
        if let gone { forget(gone) }
    }

    /// The entry for the guard's replacement route: `below` if it has that route already, a new entry otherwise.
    private func substitute(_ route: R, above below: StackEntry?) -> StackEntry {
        if let below, self.route(of: below) == route { return below }
        return StackEntry(route, below: below)
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

    // MARK: - Container overrides

    override open class var standardActions: [Handler] { super.standardActions + backActions }

    override var canGoBack: Bool? { top.depth > 0 }

    override func goBack(discardsChanges: Bool) { pop() }

    override func visibleChild() throws -> ViewController? {
        if let controller = controllers[top.depth] { return controller }
        // Evaluate the guard, because it can refuse a route that a pop uncovered.
        reevaluateTop()
        let controller = try controller(for: top)
        controllers.insert(controller, at: top.depth)
        if controller.isDirty { childNeedsState(controller) }
        return controller
    }

    override var visibleRoute: (any Route)? { topRoute }

    override func decorate(_ screen: inout ScreenBuilder) {
        screen.screen.isOnStack = true
        guard top.depth > 0, !screen.isComplete else { return }
        if screen.hidesTabsWhenPushed { screen.hidesTabs = true }
        guard !screen.screen.hidesBar, !screen.hasBackItem else { return }
        screen.addBackItem(leadingTo: locationBelow, titled: titleBelow)
    }

    /// The title of the screen below the top.
    private var titleBelow: String? {
        top.below.flatMap { below in backButtonTitle(of: below, built: controllers[below.depth]) }
    }

    override func makeState() -> ControllerState? {
        ControllerState(
            .stack(top: currentTop), presented: presentedState, embedded: embeddedEntries, saved: savedValues)
    }

    override func restoreArrangement(_ state: ControllerState) throws {
        try super.restoreArrangement(state)
        if let restored = state.content.top {
            top = restored.isUnread ? resolvedStack(restored) ?? StackEntry(root) : restored
        } else if state.isOfContainer {
            noteLostPlace()
        }
        let allowed = permitted(topRoute)
        if allowed != topRoute { top = substitute(allowed, above: top.below) }
    }

    // MARK: - Locations

    override func printArrangement(showing route: R, into printer: inout LocationPrinter) -> Bool {
        guard top.depth + 1 < maximumDepth else { return false }
        printArrangement(into: &printer)
        printer.step(route.printedSegment)
        return true
    }

    /// The location that ``Back`` leads to; `nil` if it is not offered as a link.
    private var locationBelow: Location? {
        guard offersLinks, presentedEntry == nil, let below = top.below else { return nil }
        return location { printer in
            printer.stack(upTo: below, omitting: rootText)
            return below.isWholeLocation
        }
    }

    override func printArrangement(into printer: inout LocationPrinter) {
        printer.stack(upTo: top, omitting: rootText)
    }

    override func openArrangement(_ steps: inout ArraySlice<Substring>) throws {
        // Avoid building the list of entries for a stack that holds only its root.
        var kept = top.depth > 0 || topRoute != root ? entries[...] : [currentTop]
        openBottom(&steps, &kept)
        // Build only the top controller, and after `notFound` a lower one: a location can name many routes, and those
        // below the top are not visible.
        let bottom = (entry: top, steps: steps)
        var below = bottom
        while let step = steps.first, !step.hasPrefix("~") {
            if step == LocationPrinter.mark {
                steps.removeFirst()
                continue
            }
            if step == LocationPrinter.within {
                steps.removeFirst()
                break
            }
            guard let next = nextEntry(step, &kept) else { break }
            below = (top, steps)
            top = next.entry
            setNeedsState()
            steps.removeFirst()
            // The rest of the location is within the route that the guard refused: ignore it.
            if !next.isPermitted { steps = [] }
        }
        drop(above: top.depth)
        for place in [below, bottom] where place.entry !== top {
            do {
                _ = try visibleChild()
                return
            } catch NavigationError.notFound {
                (top, steps) = place
                setNeedsState()
                drop(above: top.depth)
            }
        }
    }

    /// Opens the bottom of the stack: the declared root, or the route of a first step that begins with `=`.
    private func openBottom(_ steps: inout ArraySlice<Substring>, _ kept: inout ArraySlice<StackEntry>) {
        var wanted = root
        if let step = steps.first, step.hasPrefix("=") { wanted = openRoot(step.dropFirst(), &steps) }
        if let bottom = kept.popFirst(), bottom.route as? R == wanted {
            guard bottom !== top else { return }
            top = bottom
        } else {
            kept = []
            drop(above: -1)
            top = StackEntry(wanted)
        }
        setNeedsState()
    }

    private func openRoot(_ step: Substring, _ steps: inout ArraySlice<Substring>) -> R {
        do {
            let (route, _) = try routeOnStack(step)
            guard route != root else { return root }
            let allowed = permitted(route)
            if allowed == route { steps.removeFirst() } else { steps = [] }
            return allowed
        } catch {
            return root
        }
    }

    /// The entry for `step` above the top: the next one of `kept`, with its state, if it has the same route; otherwise
    /// a new one, or `nil` if a location cannot push the route.
    private func nextEntry(
        _ step: Substring, _ kept: inout ArraySlice<StackEntry>
    ) -> (entry: StackEntry, isPermitted: Bool)? {
        if let old = kept.popFirst(), old.text == step, let route = old.route as? R, permitted(route) == route {
            return (old, true)
        }
        kept = []
        guard let new = newEntry(step) else { return nil }
        drop(above: top.depth)
        return new
    }

    private func newEntry(_ step: Substring) -> (entry: StackEntry, isPermitted: Bool)? {
        guard top.depth + 1 < maximumDepth else { return nil }
        do {
            let (route, text) = try routeOnStack(step)
            let allowed = permitted(route)
            guard allowed == route else { return (substitute(allowed, above: top), false) }
            return (StackEntry(route, text: text, below: top), true)
        } catch {
            return nil
        }
    }

    private func routeOnStack(_ step: Substring) throws(NoSuchRoute) -> (route: R, printed: String) {
        let (route, printed) = try R.named(by: step)
        guard canDeepLink(to: route, as: .push) else { throw NoSuchRoute() }
        return (route, printed)
    }

    override var isStack: Bool { true }

    override func takesStep(_ step: Substring) -> Bool { (try? routeOnStack(step)) != nil }

    /// The maximum number of routes on this stack.
    final var maximumDepth: Int { nearestWindow?.maximumStackDepth ?? Window.usualStackDepth }
}
