/// Navigates within a flow of routes, for screens that do not depend on a container class. A stack conforms.
///
/// ```swift
/// try required((any Coordinator<MapRoute>).self).show(.city(7))
/// ```
/// The coordinator decides which route is shown in the end: its guard, ``Container/permits(_:)``, can replace the
/// route.
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
    /// Dismisses what is presented, or the flow itself if it is presented.
    func dismiss()
}

extension NavigationController: Coordinator {
    /// Resets the stack to its root, which is built anew.
    public final func start() { restart() }
}
