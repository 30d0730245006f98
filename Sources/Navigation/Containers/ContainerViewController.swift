/// The base class of all containers, independent of their route type. Subclass ``NavigationController``,
/// ``TabBarController``, ``SplitViewController`` or ``FlowController``; these containers act as the app's coordinators.
open class ContainerViewController: ViewController {
    /// The entry of the route that is presented over this container, and the controller that was built for it.
    final var presentedEntry: StackEntry?
    final var presentedController: ViewController?

    package override init() { super.init() }

    /// The history policy of this container's screens: how an action from an older version of a page is handled. The
    /// strictest policy of all visible containers applies.
    open var historyPolicy: HistoryPolicy { .branch }

    override final var visiblePolicy: HistoryPolicy { historyPolicy }

    /// True to render the container's own bars, which are tabs and Back, as links where possible. Visitors can open
    /// links in a new tab. Following a link performs no action, so callbacks such as `viewWillAppear` are not called.
    open var offersLinks: Bool { false }

    /// Marks the flow in this container as finished, such as after a payment: requests for its versions so far receive
    /// 410 with a link to the location where this action ends. So do requests for its locations without a newer
    /// version, unless the session is in the flow again. Does nothing if the container is hidden, except by a presented
    /// controller, or if its location is the root or truncated.
    public final func endFlow() { nearestWindow?.endFlow(of: self) }

    /// Called after the container `child` was removed from this stack, as the detail of this split, or as the presented
    /// controller: by Back, by the program, by a guard or by itself. Called once, usually during an action and with the
    /// new arrangement, after `child` received ``didMove(toParent:)`` with `nil`. Not called for a container that was
    /// visible during no action since its controller was built.
    open func childDidFinish(_ child: ContainerViewController) {}

    /// Removes this container, with everything above it, if it is on a stack, is a split's detail, or is presented. At
    /// the bottom of a stack, finishes the stack instead. The container that held it then receives
    /// ``childDidFinish(_:)``. Elsewhere, such as in a tab, does nothing: the parent cannot exist without this child.
    public final func finish() {
        if presentingViewController != nil { return dismissSelf() }
        parent?.asContainer?.remove(self)
    }

    /// Returns true if an action that unwinds to this container, by ``Handler/unwind(_:)``, can end here now. If false,
    /// the search continues with the containers above it, and the trace records the refusal.
    open func canUnwind(_ action: any Action.Type) -> Bool { true }

    /// Dismisses the controller presented over this container, then does the same in the visible containers within it.
    /// Stacks and splits return to their roots.
    public final func unwind() {
        if presentedEntry != nil { dismissPresentedRoute() }
        returnToRoot()
        (try? visibleChild())?.asContainer?.unwind()
    }

    func dismissPresentedRoute() {}

    /// Returns this container's own arrangement to its root, if it is a stack or a split.
    func returnToRoot() {}

    /// Removes `child` from this container's arrangement, if the container can exist without it.
    func remove(_ child: ContainerViewController) {}

    /// Detaches a child that is already removed. If it is a container that had received ``didMove(toParent:)``, calls
    /// ``childDidFinish(_:)``.
    final func childDidDetach(_ child: ViewController) {
        guard child.detach(), let container = child.asContainer else { return }
        childDidFinish(container)
    }

    final var nearestWindow: Window? {
        var controller: ViewController? = self
        while let current = controller {
            if let window = current.window { return window }
            controller = current.parent ?? current.presentingViewController
        }
        return nil
    }

    /// The visible child; builds it on first use.
    func visibleChild() throws -> ViewController? { nil }

    /// The child that a presented controller covers; `nil` if its guard refuses it now. Unlike ``visibleChild()``, it
    /// changes no state.
    func coveredChild() throws -> ViewController? { nil }

    /// The route of the visible child, for tools that explore the app.
    var visibleRoute: (any Route)? { nil }

    /// The second visible child beside ``visibleChild()``, such as the list of a split.
    func secondaryChild() throws -> ViewController? { nil }

    /// Builds the controller of the presented route.
    func buildPresented(_ entry: StackEntry) throws -> ViewController { ViewController() }

    /// The transition of the presented route.
    var presentedTransition: Transition? { nil }

    /// The detents of the presented sheet.
    final var presentedDetents: [PresentationDetent] { presentedEntry?.route.detents ?? [] }

    /// The routes known at start whose printed segments do not round-trip, with those segments.
    var ambiguousSegments: [(segment: String, route: String)] { [] }

    /// Prints the steps of this container's own arrangement, without those of its visible child.
    func printArrangement(into printer: inout LocationPrinter) {}

    /// Dismisses the presented route before a location is opened, which can present another one.
    func resetPresented() {}

    /// Consumes the `steps` that name a state of this container and shows that state. A part that `steps` do not name
    /// returns to its root.
    func openArrangement(_ steps: inout ArraySlice<Substring>) throws {}

    /// Consumes the `steps` that name a state within the visible child.
    func openVisibleChild(_ steps: inout ArraySlice<Substring>) throws {
        if let child = try visibleChild()?.asContainer { try child.openLocation(&steps) }
    }

    /// True if `child`, which is visible, stays so when this container shows another route.
    func keepsVisible(child: ViewController) -> Bool { false }

    /// True for a stack, which consumes as many of a location's steps as it can parse.
    var isStack: Bool { false }

    /// Returns true if this is a stack that can push the route of `step`.
    func takesStep(_ step: Substring) -> Bool { false }

    /// Presents the route that `segment` names, if this container has such a route and a location can present it.
    ///
    /// - Returns: true if the route, or its replacement, is presented; the step is then removed from `steps`.
    func openPresented(_ segment: Segment, _ steps: inout ArraySlice<Substring>) throws -> Bool { false }

    /// The presented controller; builds it on first use.
    final func presentedChild() throws -> ViewController? {
        guard let presentedEntry else { return nil }
        if presentedController == nil { presentedController = try buildPresented(presentedEntry) }
        return presentedController
    }

    /// True if the presented controller, or one that is visible in it, requires a confirmation before it is dismissed.
    final var isModalPresented: Bool {
        get throws { try presentedChild()?.shows(where: \.isModalInPresentation) ?? false }
    }

    /// True if a visible controller in this container requires a confirmation before Back removes it.
    final var isModalForBack: Bool {
        get throws { try visibleChild()?.shows(where: \.isModalInPresentation) ?? false }
    }

    /// Replaces the presented route; `nil` dismisses it.
    final func setPresented(_ entry: StackEntry?, _ operation: Operation? = nil) {
        let gone = presentedController
        presentedController = nil
        presentedEntry = entry
        setNeedsState(operation)
        // Detach last: `childDidDetach` calls the app, which can call back into this container.
        if let gone { childDidDetach(gone) }
    }
}

extension ContainerViewController {
    /// Prints the location of this container, of the visible controllers in it, and of the presented controller.
    final func printLocation(into printer: inout LocationPrinter) throws {
        printArrangement(into: &printer)
        if let child = try visibleChild()?.asContainer {
            try printer.steps(ofStack: isStack, takesStep: takesStep) { try child.printLocation(into: &$0) }
        }
        if let presentedEntry {
            printer.presentedStep(presentedEntry.text)
            if let child = try presentedChild()?.asContainer { try child.printLocation(into: &printer) }
        }
    }

    /// Prints the steps that lead to `container`.
    ///
    /// - Returns: true if `container` is visible here, or hidden only by a presented controller.
    final func printSteps(to container: ContainerViewController, into printer: inout LocationPrinter) throws -> Bool {
        if self === container { return true }
        if let other = try secondaryChild(), container.isWithin(other) {
            return try other.asContainer?.printSteps(to: container, into: &printer) ?? false
        }
        printArrangement(into: &printer)
        if let child = try visibleChild()?.asContainer {
            var isFound = false
            try printer.steps(ofStack: isStack, takesStep: takesStep) {
                isFound = try child.printSteps(to: container, into: &$0)
            }
            if isFound { return true }
        }
        guard let presentedEntry else { return false }
        printer.presentedStep(presentedEntry.text)
        return try presentedChild()?.asContainer?.printSteps(to: container, into: &printer) ?? false
    }

    /// Shows the state that `steps` name and removes the steps that this container and those within it can parse.
    final func openLocation(_ steps: inout ArraySlice<Substring>) throws {
        resetPresented()
        try openArrangement(&steps)
        try openContent(&steps)
    }

    /// Opens the steps that name a state within this container's arrangement, or presented over it.
    final func openContent(_ steps: inout ArraySlice<Substring>) throws {
        try openVisibleChild(&steps)
        guard let step = steps.first, let segment = LocationPrinter.presentedSegment(of: step),
            try openPresented(segment, &steps)
        else { return }
        if let child = try presentedChild()?.asContainer { try child.openLocation(&steps) }
    }

    /// Appends the visible controllers, from this container inwards. A presented controller hides what it covers.
    ///
    /// If guards are to be evaluated, each is called before a controller that it protects is built.
    final func appendVisiblePath(to path: inout VisiblePath) throws {
        if path.mustAsk(self) { reevaluateGuard() }
        path.append(self)
        guard var next = try presentedChild() ?? visibleChild() else { return }
        if presentedEntry != nil {
            path.secondary = []
            path.isCovering = true
        } else if let other = try secondaryChild() {
            // A presented controller hides both children, whichever of them presents it.
            if try other.asContainer?.isCovered ?? false {
                next = other
            } else {
                try path.appendSecondary(other)
            }
        }
        if let container = next.asContainer {
            try container.appendVisiblePath(to: &path)
        } else {
            path.append(next)
        }
    }

    /// True if a visible part of this container is covered by a presented controller.
    private final var isCovered: Bool {
        get throws {
            if presentedEntry != nil { return true }
            if try visibleChild()?.asContainer?.isCovered ?? false { return true }
            return try secondaryChild()?.asContainer?.isCovered ?? false
        }
    }
}

extension ViewController {
    /// Returns true if `condition` is true for this controller or for one that is visible in it.
    final func shows(where condition: (ViewController) -> Bool) throws -> Bool {
        var path = VisiblePath()
        try path.descend(into: self)
        return path.line.contains(where: condition) || path.secondary.contains(where: condition)
    }

    fileprivate func isWithin(_ other: ViewController) -> Bool {
        var controller: ViewController? = self
        while let current = controller, current !== other {
            controller = current.parent ?? current.presentingViewController
        }
        return controller != nil
    }
}
