/// A container is an arrangement of routes (DESIGN D7): it builds the controller for a route and decides what an action
/// of its screens means. Its subclasses differ only in how they arrange the routes; any may present one more on top.
open class Container<R: Route>: ContainerViewController {
    /// What it shows first; a stack's or flow's root is not printed in locations.
    public let root: R

    package init(root: R) {
        self.root = root
        super.init()
    }

    /// The controller for `route`: an exhaustive switch.
    ///
    /// - Throws: why there is none, as for a friend who does not exist.
    open func destination(for route: R) throws -> ViewController {
        throw ContainerError.noDestination(route: String(describing: route), container: table.typeName)
    }

    /// Whether `route` may be shown now, or what is shown in its place. Asked on every restore, link and action.
    open func permits(_ route: R) -> Permission { .allowed }

    /// Whether a location may show `route` that way: by default the way that the route itself asks for. Override it for a
    /// route that the program insists on showing otherwise, with `push` or ``present(_:)``; its location is 404 else, except
    /// to who was led there.
    open func mayOpen(_ route: R, as transition: Transition) -> Bool {
        (route.transition == .push) == (transition == .push)
    }

    /// A guard's answer.
    ///
    /// It is a pointer whatever the route is, so that asking costs no look-up of a type.
    public struct Permission {
        private final class Diversion {
            let route: R
            init(_ route: R) { self.route = route }
        }

        private let diversion: Diversion?

        /// The route is shown.
        public static var allowed: Permission { Permission(diversion: nil) }

        /// Another one is shown in its place, as a login.
        public static func instead(_ route: R) -> Permission { Permission(diversion: Diversion(route)) }

        /// The route is shown if `condition` holds, else `route`.
        public static func allowed(if condition: Bool, otherwise route: R) -> Permission {
            condition ? .allowed : .instead(route)
        }

        var isAllowed: Bool { diversion == nil }
        var other: R? { diversion?.route }

        /// Without an optional of a type that is only known at run time, whose look-up each request would pay.
        func other(or route: R) -> R { if let diversion { diversion.route } else { route } }
    }

    /// Shows `route` the way the route asks for: on this container's arrangement, or presented over it.
    open func show(_ route: R) {
        switch route.transition {
        case .push: arrange(permitted(route))
        case .modal, .fullScreen: present(route)
        }
    }

    /// Presents `route` over this container, whatever the route's own transition is.
    public final func present(_ route: R) {
        dropPresented()
        presentedNode = Node(permitted(route))
        setNeedsState(.present)
    }

    /// Takes away what this container presents, and everything presented on top of that.
    ///
    /// Where nothing is presented, what presents this container is asked to dismiss it, as in UIKit.
    public final func dismiss() {
        if presentedNode != nil {
            setNeedsState(.dismiss)
            dropPresented()
        } else {
            nearestPresenter?.dismissPresented()
        }
    }

    /// The route that is presented over this container.
    public final var presentedRoute: R? { presentedNode?.route as? R }

    /// Brings `route` into this container's own arrangement.
    func arrange(_ route: R) {}

    /// Prints the arrangement as it would be with `route` brought into it. - Returns: whether that is known.
    func printArrangement(showing route: R, into printer: inout LocationPrinter) -> Bool { false }

    final func permitted(_ route: R) -> R {
        let permission = permits(route)
        return permission.isAllowed ? route : permission.other(or: route)
    }

    // MARK: - Building controllers

    final func controller(for node: Node, presented: Bool = false) throws -> ViewController {
        try controller(for: node, route: node.route(or: lookUpRoute(of: node)), presented: presented)
    }

    /// The route of `node`; the root where that is none of this container's.
    final func route(of node: Node) -> R { node.route(or: otherRoute(of: node)) }

    private func otherRoute(of node: Node) -> R { (try? lookUpRoute(of: node)) ?? root }

    private func lookUpRoute(of node: Node) throws -> R {
        guard let route = node.route as? R else {
            throw ContainerError.noDestination(route: String(describing: node.route), container: table.typeName)
        }
        return route
    }

    final func controller(for node: Node, route: R, presented: Bool = false) throws -> ViewController {
        guard nesting < deepestNesting else {
            throw ContainerError.tooDeep(container: table.typeName, limit: deepestNesting)
        }
        let controller = try destination(for: route)
        controller.attach(to: self, presented: presented)
        try controller.restore(node.state)
        return controller
    }

    // MARK: - What every container answers

    override package class var standardActions: [Handler] {
        [.on(Container<R>.performDismiss), .on(Container<R>.discardChanges)]
    }

    private func performDismiss(_ action: Dismiss) throws {
        guard try isModalPresented, let window = nearestWindow else { return dismiss() }
        window.present(.discardingChanges)
    }

    private func discardChanges(_ action: DiscardChanges) { dismiss() }

    // MARK: - One step back

    /// The handlers of a container that goes back within itself.
    final class var backActions: [Handler] {
        [.on(Container<R>.performBack), .on(Container<R>.performBackDiscardingChanges)]
    }

    /// Whether there is a step back within this container now; `nil` if it has no steps.
    var canGoBack: Bool? { nil }

    /// Goes one step back within this container.
    ///
    /// - Parameter discardsChanges: whether the visitor agreed to lose what was typed on the screen that is left.
    func goBack(discardsChanges: Bool) {}

    private func performBack(_ action: Back) throws {
        guard try isModalForBack, let window = nearestWindow else { return goBack(discardsChanges: false) }
        window.present(.discardingChangesBeforeBack)
    }

    private func performBackDiscardingChanges(_ action: GoBackDiscardingChanges) { goBack(discardsChanges: true) }

    // MARK: - Alerts and actions

    override open func actions(for alert: Alert) -> [AlertAction] {
        if canGoBack == true, alert.asksBeforeBack { return [.discardingChangesBeforeBack] }
        guard presentedNode != nil, alert.identifier == Alert.discardingChanges.identifier else { return [] }
        return [AlertAction("Discard", role: .destructive, action: DiscardChanges())]
    }

    override open func canPerform(_ action: any Action.Type) -> Bool {
        if action == Dismiss.self || action == DiscardChanges.self { return presentedNode != nil }
        if action == Back.self || action == GoBackDiscardingChanges.self, let canGoBack { return canGoBack }
        guard super.canPerform(action) else { return false }
        return !table.unwinds(ObjectIdentifier(action)) || canUnwind(action)
    }

    override var ambiguousSegments: [(segment: String, route: String)] { [root].ambiguousSegments }

    override func reevaluateGuard() {
        if presentedNode != nil { reevaluatePresented() }
    }

    /// A function of its own: an optional of a generic type is looked up where a function begins, which takes 500
    /// instructions, for each container of each request.
    @inline(never)
    private func reevaluatePresented() {
        guard let route = presentedRoute else { return }
        let allowed = permitted(route)
        guard allowed != route else { return }
        dropPresented()
        presentedNode = Node(allowed)
        setNeedsState()
    }

    override func buildPresented(_ node: Node) throws -> ViewController {
        try controller(for: node, presented: true)
    }

    override var presentedTransition: Transition? {
        guard let route = presentedRoute else { return nil }
        return route.transition == .fullScreen ? .fullScreen : .modal
    }

    override func dismissPresentedRoute() { dismiss() }

    override func resetPresented() {
        guard presentedNode != nil else { return }
        dropPresented()
        setNeedsState()
    }

    override func openPresented(_ segment: Segment, _ steps: inout ArraySlice<Substring>) throws -> Bool {
        guard presentedNode == nil, let route = R(segment: segment), mayOpen(route, as: .modal) else { return false }
        let allowed = permitted(route)
        // A location says nothing of a root, so one that is presented could not be found again.
        guard allowed != root || self is NavigationController<R> else { return false }
        presentedNode = Node(allowed)
        setNeedsState()
        do {
            _ = try presentedChild()
        } catch NavigationError.notFound {
            presentedNode = nil
            return false
        }
        steps.removeFirst()
        // What the location names within a place that the guard turned away is not looked at.
        if allowed != route { steps = [] }
        return true
    }

    final var presentedState: Node? {
        if let controller = presentedController, controller.isDirty, let node = presentedNode {
            presentedNode = node.with(state: controller.state, below: nil)
        }
        return presentedNode
    }

    override func restoreArrangement(_ state: ControllerState) throws {
        presentedNode = resolved(state.presented)
        guard let route = presentedRoute else { return }
        let allowed = permitted(route)
        if allowed != route { presentedNode = Node(allowed) }
    }
}

protocol Presenter: ViewController {
    func dismissPresented()
}

extension Container: Presenter {
    final func dismissPresented() {
        guard presentedRoute != nil else { return }
        dismiss()
    }
}

extension ViewController {
    /// The container that presented this controller or the one it stands in.
    var nearestPresenter: (any Presenter)? {
        var controller: ViewController? = self
        while let current = controller {
            if let presenter = current.presentingViewController { return presenter as? any Presenter }
            controller = current.parent
        }
        return nil
    }

    /// Takes this controller away if it, or the container it stands in, is presented; the presenter does so (seed 000).
    public final func dismissSelf() { nearestPresenter?.dismissPresented() }
}

/// Why a container cannot show a route.
public enum ContainerError: Error, Equatable, CustomStringConvertible {
    /// The container builds no controller for the route.
    case noDestination(route: String, container: String)
    /// The stack is as deep as it may become.
    case tooDeep(container: String, limit: Int)

    /// What was tried and what would have worked.
    public var description: String {
        switch self {
        case .noDestination(let route, let container):
            "\(container) has no destination for \(route). Override destination(for:) with a switch over all routes."
        case .tooDeep(let container, let limit):
            "\(container) holds \(limit) screens already, and no more are allowed. Go back before going on."
        }
    }
}

/// The most routes of a stack that any setting allows: a stored stack that is deeper is damaged.
package let deepestStack = 4_096

/// The most containers within or over one another; the walk along the tree is recursive and its chain has an end.
let deepestNesting = 128
