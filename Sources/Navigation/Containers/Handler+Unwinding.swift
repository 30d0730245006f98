extension Handler {
    /// Handles an action by unwinding: calls ``ContainerViewController/unwind()`` on the container, then `method`
    /// (UIKit's unwind segue). The sender does not need to know the distance; the nearest container that accepts the
    /// action handles it.
    public static func unwind<C: ContainerViewController, A: Action>(
        _ method: @escaping @Sendable (C) -> (A) throws -> Void
    ) -> Handler {
        var handler = on(A.self) { (container: C) in
            { (action: A) in
                container.unwind()
                try method(container)(action)
            }
        }
        handler.unwinds = true
        return handler
    }

    /// Handles an action only by unwinding: `.unwind(Done.self)`.
    public static func unwind<A: Action>(_ action: A.Type) -> Handler {
        unwind { (_: ContainerViewController) in { (_: A) in } }
    }
}
