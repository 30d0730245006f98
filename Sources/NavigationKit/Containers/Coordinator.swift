/// Who leads through a flow of routes, for screens that know no more of it (seed 004). A stack is one.
///
/// ```swift
/// try required((any Coordinator<MapRoute>).self).show(.city(7))
/// ```
/// Which route is shown in the end is its own decision: a guard, ``Container/permits(_:)``, makes it a smart one.
public protocol Coordinator<R>: Responder {
    /// The places of the flow.
    associatedtype R: Route

    /// Shows the first route of the flow, and nothing else.
    func start()
    /// Shows `route` the way the route asks for.
    func show(_ route: R)
    /// Goes one step back.
    func pop()
    /// Goes back to the first route.
    func popToRoot()
    /// Takes away what is presented, or the flow itself if it is presented.
    func dismiss()
}

extension NavigationController: Coordinator {
    /// Shows the root alone, built anew.
    public final func start() { restart() }
}
