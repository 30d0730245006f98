extension Handler {
    /// A handler that does nothing but show a route: `.show { (action: OpenBook) in BookRoute.book(action.book) }`.
    ///
    /// What sends such an action is a link, in HTML and in Siren, on screens where nothing typed could be lost by following
    /// it: a person can open it in a new tab, and a script can GET it. Sending the action does the same as ever.
    public static func show<R: Route, A: Action>(_ route: @escaping @Sendable (A) -> R) -> Handler {
        var handler = on(A.self) { (container: Container<R>) in { (action: A) in container.show(route(action)) } }
        handler.destination = { responder, action in
            guard let container = responder as? Container<R>, let action = action as? A else { return nil }
            return container.location(showing: route(action))
        }
        return handler
    }
}
