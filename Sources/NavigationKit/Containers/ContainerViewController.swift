/// What all containers have in common, whatever their routes. Subclass ``NavigationController``, ``TabBarController``,
/// ``SplitViewController`` or ``FlowController``; they are the coordinators (DESIGN idea 1).
open class ContainerViewController: ViewController {
    /// The route that is presented over this container, as data and as the controller built from it.
    final var presentedNode: Node?
    final var presentedController: ViewController?

    package override init() { super.init() }

    override final var asContainer: ContainerViewController? { self }

    /// What going back in the browser may do with this container's screens (DESIGN D9).
    open var historyPolicy: HistoryPolicy { .branch }

    override final var visiblePolicy: HistoryPolicy { historyPolicy }

    /// Whether the container's own bars lead elsewhere by links where they can: tabs, and the way back. Links can be opened
    /// in a new tab; who follows one is not led by an action, so that nobody is told of it, as by `viewWillAppear`.
    open var offersLinks: Bool { false }

    /// Says that the flow in this container is over, as after a payment: its locations cannot be returned to, and who
    /// tries is led on to where this action ends (DESIGN D9).
    public final func endFlow() { nearestWindow?.endFlow(of: self) }

    /// `child` is over: a container that stood on this one's stack, or was presented, was taken away, by Back, by the
    /// program or by itself. Called once, in the action's turn, after `child` was told that it has no parent any more
    /// and when this container stands as it will stand (seed 002).
    open func childDidFinish(_ child: ContainerViewController) {}

    /// Ends this container where it stands on a stack or is presented: it is taken away, with all that is above it, and
    /// the container below is told by ``childDidFinish(_:)``. Elsewhere it is another one's to decide, and nothing happens.
    public final func finish() {
        if presentingViewController != nil { return dismissSelf() }
        parent?.asContainer?.takeAway(self)
    }

    /// Whether an action that unwinds to this container, by ``Handler/unwind(_:)``, may end here now. If not, those
    /// above it are asked, and the trace says that it refused.
    open func canUnwind(_ action: any Action.Type) -> Bool { true }

    /// Takes away all that is above this container: what is presented over it, and what its stacks hold above their roots.
    public final func unwind() {
        if presentedNode != nil { dismissPresentedRoute() }
        returnToRoot()
        (try? visibleChild())?.asContainer?.unwind()
    }

    func dismissPresentedRoute() {}

    /// Brings this container's own arrangement back to its root.
    func returnToRoot() {}

    /// Takes `child` out of this container's arrangement, if that may be without it.
    func takeAway(_ child: ContainerViewController) {}

    /// Detaches what was taken out before, and tells this container if that was one too.
    final func letGo(_ child: ViewController) {
        guard child.detach(), let container = child.asContainer else { return }
        childDidFinish(container)
    }

    final var nearestWindow: Window? {
        var responder: Responder? = self
        for _ in 0..<Responder.longestChain {
            guard let current = responder else { return nil }
            if let window = current as? Window { return window }
            responder = current.next
        }
        return nil
    }

    /// The child that is seen, built when it is first asked for.
    func visibleChild() throws -> ViewController? { nil }

    /// The route of the child that is seen, for who walks through the app.
    var visibleRoute: (any Route)? { nil }

    /// What is seen beside that child, as a split's list is.
    func besideChild() throws -> ViewController? { nil }

    /// Builds the controller of what this container presents.
    func buildPresented(_ node: Node) throws -> ViewController { ViewController() }

    /// How the presented child covers this container.
    var presentedTransition: Transition? { nil }

    /// The heights at which it rests.
    final var presentedDetents: [PresentationDetent] { presentedNode?.route.detents ?? [] }

    /// The routes known at start whose segments do not lead back to them: segment and route.
    var ambiguousSegments: [(segment: String, route: String)] { [] }

    /// Prints the steps that lead to what is visible within this container.
    func printArrangement(into printer: inout LocationPrinter) {}

    /// Takes away what is presented, before a location is opened that may say otherwise.
    func resetPresented() {}

    /// Takes from `steps` what names a state of this container and shows it; what they do not name returns to its root.
    func openArrangement(_ steps: inout ArraySlice<Substring>) throws {}

    /// Takes from `steps` what names a state within the child that is seen.
    func openVisibleChild(_ steps: inout ArraySlice<Substring>) throws {
        if let child = try visibleChild()?.asContainer { try child.openLocation(&steps) }
    }

    /// Whether this is a stack, which takes as many of a location's steps as it can read.
    var isStack: Bool { false }

    /// Whether a stack would take `step` for a place of its own.
    func takesStep(_ step: Substring) -> Bool { false }

    /// Presents the route that `segment` names, if this container has such a route.
    ///
    /// - Returns: whether it has; then the step is taken from `steps`.
    func openPresented(_ segment: Segment, _ steps: inout ArraySlice<Substring>) throws -> Bool { false }

    /// What covers this container, built when it is first asked for.
    final func presentedChild() throws -> ViewController? {
        guard let presentedNode else { return nil }
        if presentedController == nil { presentedController = try buildPresented(presentedNode) }
        return presentedController
    }

    /// Whether something visible in what is presented wants the visitor to be asked before it goes.
    final var isModalPresented: Bool {
        get throws { try presentedChild()?.shows(where: \.isModalInPresentation) ?? false }
    }

    /// True if a visible controller in this container requires a confirmation before Back removes it.
    final var isModalForBack: Bool {
        get throws { try visibleChild()?.shows(where: \.isModalInPresentation) ?? false }
    }

    final func dropPresented() {
        let gone = presentedController
        // First taken out: what leaves calls the app, which may come back here.
        presentedController = nil
        presentedNode = nil
        if let gone { letGo(gone) }
    }
}

extension ContainerViewController {
    /// Prints this container, what is visible in it, and what it presents.
    final func printLocation(into printer: inout LocationPrinter) throws {
        printArrangement(into: &printer)
        if let child = try visibleChild()?.asContainer {
            try printer.steps(within: self) { try child.printLocation(into: &$0) }
        }
        if let presentedNode {
            printer.step(presentedNode.text, prefix: UInt8(ascii: "~"))
            if let child = try presentedChild()?.asContainer { try child.printLocation(into: &printer) }
        }
    }

    /// Prints the steps that lead to `container`, if it is visible here. - Returns: whether it is.
    final func printSteps(to container: ContainerViewController, into printer: inout LocationPrinter) throws -> Bool {
        if self === container { return true }
        if let other = try besideChild(), container.isWithin(other) {
            return try other.asContainer?.printSteps(to: container, into: &printer) ?? false
        }
        printArrangement(into: &printer)
        if let child = try visibleChild()?.asContainer {
            var isFound = false
            try printer.steps(within: self) { isFound = try child.printSteps(to: container, into: &$0) }
            if isFound { return true }
        }
        guard let presentedNode else { return false }
        printer.step(presentedNode.text, prefix: UInt8(ascii: "~"))
        return try presentedChild()?.asContainer?.printSteps(to: container, into: &printer) ?? false
    }

    /// Shows the state that `steps` name, as far as this container and those in it know them; the rest is left.
    final func openLocation(_ steps: inout ArraySlice<Substring>) throws {
        resetPresented()
        try openArrangement(&steps)
        try openContent(&steps)
    }

    /// Opens what `steps` name within this container's arrangement, and over it.
    final func openContent(_ steps: inout ArraySlice<Substring>) throws {
        try openVisibleChild(&steps)
        guard let step = steps.first, step.hasPrefix("~"), let segment = Segment(parsing: step.dropFirst()),
            try openPresented(segment, &steps)
        else { return }
        if let child = try presentedChild()?.asContainer { try child.openLocation(&steps) }
    }

    /// The controllers on the way to what is seen, this one first. What is presented hides what it covers.
    ///
    /// Where guards are asked, each answers before anything behind it is built.
    final func appendVisiblePath(to path: inout VisiblePath) throws {
        if path.mustAsk(self) { reevaluateGuard() }
        path.append(self)
        guard var next = try presentedChild() ?? visibleChild() else { return }
        if presentedNode != nil {
            path.beside = []
        } else if let other = try besideChild() {
            // What is presented hides both, wherever it is presented.
            if try other.asContainer?.isCovered ?? false {
                next = other
            } else {
                try path.appendBeside(other)
            }
        }
        if let container = next.asContainer {
            try container.appendVisiblePath(to: &path)
        } else {
            path.append(next)
        }
    }

    /// Whether something is presented over what is seen of this container.
    private final var isCovered: Bool {
        get throws {
            if presentedNode != nil { return true }
            if try visibleChild()?.asContainer?.isCovered ?? false { return true }
            return try besideChild()?.asContainer?.isCovered ?? false
        }
    }
}

extension ViewController {
    /// Whether `condition` holds for this controller or one that is visible in it.
    final func shows(where condition: (ViewController) -> Bool) throws -> Bool {
        var path = VisiblePath()
        try path.descend(into: self)
        return path.line.contains(where: condition) || path.beside.contains(where: condition)
    }

    fileprivate func isWithin(_ other: ViewController) -> Bool {
        var controller: ViewController? = self
        while let current = controller, current !== other {
            controller = current.parent ?? current.presentingViewController
        }
        return controller != nil
    }
}

/// What may be done from an older version of a container's screens (DESIGN D9).
public enum HistoryPolicy: Int, Sendable, Comparable {
    /// Acting there goes on from that state.
    case branch
    /// Each action is performed once from each state, however often and however late it is sent: a payment.
    case once
    /// Only the newest version can be acted on.
    case reject

    /// By strictness.
    public static func < (one: HistoryPolicy, other: HistoryPolicy) -> Bool { one.rawValue < other.rawValue }
}
