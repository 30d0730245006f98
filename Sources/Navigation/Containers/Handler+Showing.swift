extension Handler {
    /// Handles an action only by showing a route: `.show { (action: OpenBook) in BookRoute.book(action.book) }`.
    ///
    /// If the location is known, HTML and Siren render such an action as a link, which a person can open in a new tab
    /// and a script can GET, unless the screen has fields outside a ``Form``: following a link would lose their text.
    /// Sending the action still works.
    public static func show<R: Route, A: Action>(_ route: @escaping @Sendable (A) -> R) -> Handler {
        var handler = on(A.self) { (container: Container<R>) in { (action: A) in container.show(route(action)) } }
        handler.shown = ShownRoute(
            location: { responder, action in
                guard let container = responder as? Container<R>, let action = action as? A else { return nil }
                return container.location(showing: route(action))
            },
            redirect: { responder, action in
                guard let container = responder as? Container<R>, let action = action as? A else { return nil }
                return container.redirect(of: route(action))
            })
        return handler
    }
}
