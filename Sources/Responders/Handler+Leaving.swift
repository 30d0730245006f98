extension Handler {
    /// Handles an action by sending the visitor to another site: `.leaving(readMore)`, where `method` calls
    /// ``Application/open(_:)-(String)``.
    ///
    /// The page announces that the action leaves this site: the description of its button says so, and its Siren action
    /// has the class `external`.
    public static func leaving<R: Responder, A: Action>(
        _ method: @escaping @Sendable (R) -> (A) throws -> Void
    ) -> Handler {
        var handler = on(A.self, method)
        handler.leavesSite = true
        return handler
    }
}
