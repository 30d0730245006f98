/// Navigates between routes of one type (the coordinator pattern), so that screens do not depend on a container class.
/// ``NavigationController`` conforms.
///
/// ```swift
/// try required((any Coordinator<MapRoute>).self).show(.city(7))
/// ```
/// The coordinator's guard, ``Container/guardResult(for:)``, can replace the route.
public protocol Coordinator<R>: Responder {
    /// The routes of the flow.
    associatedtype R: Route

    /// Shows only the first route of the flow.
    func start()
    /// Shows `route` with the route's own transition.
    func show(_ route: R)
    /// Goes one step back.
    func pop()
    /// Goes back to the first route.
    func popToRoot()
    /// Dismisses the controller presented over the flow; without one, the flow or the nearest presented one around it.
    func dismiss()
}

extension NavigationController: Coordinator {
    /// Resets the stack to its root and rebuilds the root's screen.
    public final func start() { restart() }
}
