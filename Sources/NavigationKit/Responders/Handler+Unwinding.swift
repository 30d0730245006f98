extension Handler {
    /// A handler that leads back: all that is above the container is taken away, then `method` is called (UIKit's unwind
    /// segue). Whoever sends the action does not know how far that is; the nearest container that accepts it wins.
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

    /// A handler that leads back and does nothing else: `.unwind(Done.self)`.
    public static func unwind<A: Action>(_ action: A.Type) -> Handler {
        unwind { (_: ContainerViewController) in { (_: A) in } }
    }
}
