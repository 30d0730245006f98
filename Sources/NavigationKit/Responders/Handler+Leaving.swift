extension Handler {
    /// A handler that sends the visitor to another site: `.leaving(readMore)`, where `method` calls
    /// ``Application/open(_:)-(String)``.
    ///
    /// Whoever is offered the action learns beforehand that it leaves this site: a button describes itself so, and a Siren
    /// action has the class `external`.
    public static func leaving<R: Responder, A: Action>(
        _ method: @escaping @Sendable (R) -> (A) throws -> Void
    ) -> Handler {
        var handler = on(A.self, method)
        handler.leavesSite = true
        return handler
    }
}
