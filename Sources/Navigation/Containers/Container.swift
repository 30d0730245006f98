/// A container with routes of type `R`: builds the controller for a route and handles the actions of its screens.
/// Subclasses arrange their routes differently; each can also present one route over its arrangement.
open class Container<R: Route>: ContainerViewController {
    /// The initial route. Locations do not print the root of a stack, a flow or a split.
    public let root: R
    // Without checks of exclusive access: one task at a time uses this object. With the checks of all such
    // objects, a page takes 22 % more instructions, and an action 12 %.
    /// The text of the button that leads back to a screen that is not built.
    @exclusivity(unchecked) final var unbuiltTitle: (entry: StackEntry, text: String?)?

    package init(root: R) {
        self.root = root
        super.init()
    }

    /// Builds the controller for `route`. Override it with an exhaustive switch over all routes.
    ///
    /// - Throws: the reason why there is no controller, such as ``NavigationError/notFound`` for a friend who does not
    ///   exist.
    open func destination(for route: R) throws -> ViewController {
        throw ContainerError.noDestination(route: String(describing: route), container: table.typeName)
    }

    /// The guard: decides if `route` can be shown now, or which route replaces it. Called for the visible routes on
    /// every request, and for each route that an action, a link or a tab bar shows.
    open func guardResult(for route: R) -> GuardResult { .allowed }

    /// Returns true if a location can show `route` with `transition`: by default with its own, where `modal` and
    /// `fullScreen` count as one. Override it for a route that the program always shows in another way, with `push` or
    /// ``present(_:)``; otherwise its location responds with 404, except in a session in which an action led to it.
    open func canDeepLink(to route: R, as transition: Transition) -> Bool {
        (route.transition == .push) == (transition == .push)
    }

    /// The result of a guard.
    ///
    /// Stores a pointer instead of an `R?`, so that calling a guard needs no metadata lookup.
    public struct GuardResult {
        private final class Redirect {
            let route: R
            init(_ route: R) { self.route = route }
        }

        private let redirect: Redirect?

        /// Shows the requested route.
        public static var allowed: GuardResult { GuardResult(redirect: nil) }

        /// Shows another route instead, such as a login.
        public static func redirect(to route: R) -> GuardResult { GuardResult(redirect: Redirect(route)) }

        /// Shows the requested route if `condition` is true, and `route` otherwise.
        public static func allowed(if condition: Bool, otherwise route: R) -> GuardResult {
            condition ? .allowed : .redirect(to: route)
        }

        var isAllowed: Bool { redirect == nil }
        var other: R? { redirect?.route }

        /// The replacement, or `route`. Not an `R?`, because each request would pay for the lookup of its metadata.
        func other(or route: R) -> R { if let redirect { redirect.route } else { route } }
    }

    /// Shows `route` with the route's own transition: in this container's arrangement, or presented over it.
    open func show(_ route: R) {
        switch route.transition {
        case .push: arrange(permitted(route))
        case .modal, .fullScreen: present(route)
        }
    }

    /// Presents `route` over this container, regardless of the route's own transition.
    public final func present(_ route: R) {
        setPresented(StackEntry(permitted(route)), .present)
    }

    /// Dismisses the controller that this container presents, and all controllers presented over that one.
    ///
    /// If this container presents nothing, dismisses it, or the nearest presented container around it, as in UIKit.
    ///
    /// An override is called for each way to dismiss: by the visitor, by the app, or because an action unwinds. Call
    /// `super`, except to keep the presented controller.
    open func dismiss() {
        if presentedEntry != nil {
            setPresented(nil, .dismiss)
        } else {
            nearestPresenter?.dismissPresented()
        }
    }

    /// The route that is presented over this container.
    public final var presentedRoute: R? { presentedEntry?.route as? R }

    /// Shows `route` in this container's arrangement, such as by pushing it or selecting its tab.
    func arrange(_ route: R) {}

    /// Prints the arrangement that would result from showing `route`. Returns false if that is unknown or impossible.
    func printArrangement(showing route: R, into printer: inout LocationPrinter) -> Bool { false }

    override final var refusesRoot: Bool { !guardResult(for: root).isAllowed }

    override final func coveredChild() throws -> ViewController? {
        if let route = visibleRoute as? R, !guardResult(for: route).isAllowed { return nil }
        return try visibleChild()
    }

    final func permitted(_ route: R) -> R {
        let result = guardResult(for: route)
        return result.isAllowed ? route : redirected(route, by: result)
    }

    // MARK: - Building controllers

    final func controller(for entry: StackEntry, presented: Bool = false) throws -> ViewController {
        try controller(for: entry, route: entry.route(or: lookUpRoute(of: entry)), presented: presented)
    }

    /// The route of `entry`; the root if `entry` holds a route of another type.
    final func route(of entry: StackEntry) -> R { entry.route(or: otherRoute(of: entry)) }

    private func otherRoute(of entry: StackEntry) -> R { (try? lookUpRoute(of: entry)) ?? root }

    private func lookUpRoute(of entry: StackEntry) throws -> R {
        guard let route = entry.route as? R else {
            throw ContainerError.noDestination(route: String(describing: entry.route), container: table.typeName)
        }
        return route
    }

    final func controller(for entry: StackEntry, route: R, presented: Bool = false) throws -> ViewController {
        guard nesting < maxNesting else {
            throw ContainerError.tooDeep(container: table.typeName, limit: maxNesting)
        }
        let controller = try destination(for: route)
        controller.attach(to: self, presented: presented)
        try controller.restore(entry.state)
        return controller
    }

    // MARK: - Standard actions

    override open class var standardActions: [Handler] {
        [.on(Container<R>.performDismiss), .on(Container<R>.discardChanges)]
    }

    private func performDismiss(_ action: Dismiss) throws {
        guard try isModalPresented, let window = nearestWindow else { return dismiss() }
        window.present(.discardingChanges)
    }

    private func discardChanges(_ action: DiscardChanges) { dismiss() }

    // MARK: - One step back

    /// The handlers of ``Back`` and ``GoBackDiscardingChanges``, for a container that supports them.
    final class var backActions: [Handler] {
        [.on(Container<R>.performBack), .on(Container<R>.performBackDiscardingChanges)]
    }

    /// True if ``Back`` is possible now; `nil` if this container does not support it. A subclass that overrides this
    /// also overrides ``goBack(discardsChanges:)`` and adds ``backActions`` to its standard actions.
    var canGoBack: Bool? { nil }

    /// Goes one step back within this container.
    ///
    /// - Parameter discardsChanges: true to drop drafts of the removed screen that a split otherwise keeps.
    func goBack(discardsChanges: Bool) {}

    private func performBack(_ action: Back) throws {
        guard try isModalForBack, let window = nearestWindow else { return goBack(discardsChanges: false) }
        window.present(.discardingChangesBeforeBack)
    }

    private func performBackDiscardingChanges(_ action: GoBackDiscardingChanges) { goBack(discardsChanges: true) }

    // MARK: - Alerts and actions

    override open func actions(for alert: Alert) -> [AlertAction] {
        if canGoBack == true, alert.asksBeforeBack { return [.discardingChangesBeforeBack] }
        guard presentedEntry != nil, alert.identifier == Alert.discardingChanges.identifier else { return [] }
        return [AlertAction("Discard", role: .destructive, action: DiscardChanges())]
    }

    override open func canPerform(_ action: any Action.Type) -> Bool {
        if action == Dismiss.self || action == DiscardChanges.self { return presentedEntry != nil }
        if action == Back.self || action == GoBackDiscardingChanges.self, let canGoBack { return canGoBack }
        guard super.canPerform(action) else { return false }
        return !table.unwinds(ObjectIdentifier(action)) || canUnwind(action)
    }

    override var ambiguousSegments: [(segment: String, route: String)] { [root].ambiguousSegments }

    override func reevaluateGuard() {
        if presentedEntry != nil { reevaluatePresented() }
    }

    /// A separate function: an optional of a generic type costs a metadata lookup at function entry, which takes 500
    /// instructions for each container of each request.
    @inline(never)
    private func reevaluatePresented() {
        guard let route = presentedRoute else { return }
        let allowed = permitted(route)
        guard allowed != route else { return }
        setPresented(StackEntry(allowed))
    }

    override func buildPresented(_ entry: StackEntry) throws -> ViewController {
        try controller(for: entry, presented: true)
    }

    override var presentedTransition: Transition? {
        guard let route = presentedRoute else { return nil }
        return route.transition == .fullScreen ? .fullScreen : .modal
    }

    override func dismissPresentedRoute() { dismiss() }

    override func resetPresented() {
        if presentedEntry != nil { setPresented(nil) }
    }

    override func openPresented(_ segment: Segment, _ steps: inout ArraySlice<Substring>) throws -> Bool {
        guard presentedEntry == nil, let route = R(segment: segment), canDeepLink(to: route, as: .modal) else {
            return false
        }
        let allowed = permitted(route)
        // A location cannot present a container's root over it, except over a stack.
        guard allowed != root || self is NavigationController<R> else { return false }
        presentedEntry = StackEntry(allowed)
        setNeedsState()
        do {
            _ = try presentedChild()
        } catch NavigationError.notFound {
            presentedEntry = nil
            return false
        }
        steps.removeFirst()
        // The rest of the location is within the route that the guard refused: ignore it.
        if allowed != route { steps = [] }
        return true
    }

    final var presentedState: StackEntry? {
        if let controller = presentedController, controller.isDirty, let entry = presentedEntry {
            presentedEntry = entry.with(state: controller.state, below: nil)
        }
        return presentedEntry
    }

    override func restoreArrangement(_ state: ControllerState) throws {
        presentedEntry = resolved(state.presented)
        if presentedEntry != nil { permitRestored() }
    }

    /// Replaces the restored presented route if the guard refuses it. A separate function for the same reason as
    /// `reevaluatePresented()`.
    @inline(never)
    private func permitRestored() {
        guard let route = presentedRoute else { return }
        let allowed = permitted(route)
        if allowed != route { presentedEntry = StackEntry(allowed) }
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
    /// The presenter of this controller; if it is not presented, that of the nearest presented controller around it.
    var nearestPresenter: (any Presenter)? {
        var controller: ViewController? = self
        while let current = controller {
            if let presenter = current.presentingViewController {
                // While a controller is detached, its presenter can already present another one.
                guard presenter.asContainer?.presentedController === current else { return nil }
                return presenter as? any Presenter
            }
            controller = current.parent
        }
        return nil
    }

    /// Dismisses this controller, or the nearest presented controller around it. Does nothing if there is none.
    public final func dismissSelf() { nearestPresenter?.dismissPresented() }
}
