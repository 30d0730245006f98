extension Handler {
    /// Handles an action by sending the visitor to another site: `.leaving(readMore)`, where `method` calls
    /// `Application.open(_:)`.
    ///
    /// The page marks the action as external: in the `title` attribute of its button, and with the class `external` of
    /// its Siren action.
    public static func leaving<R: Responder, A: Action>(
        _ method: @escaping @Sendable (R) -> (A) throws -> Void
    ) -> Handler {
        var handler = on(A.self, method)
        handler.leavesSite = true
        return handler
    }
}
