extension Responder {
    /// Shows a message once, on the page after the current action, such as "Ticket closed": the page announces it
    /// politely, and the action's state is kept without it on every later page.
    ///
    /// Call it while an action is performed. A later call in the same action replaces the message, and an action that
    /// throws shows its error instead. Outside of an application's chain nothing happens.
    ///
    /// - Parameter message: one sentence of at most 300 Unicode scalars; a longer one is cut off, and an empty one
    ///   shows nothing. It must not be the only place of something that the visitor needs later.
    public final func flash(_ message: String) {
        nearest(Application.self)?.window?.flash = message.isEmpty ? nil : message.shortened(to: maximumFlashLength)
    }
}

/// The maximum length of a message that is shown once, in Unicode scalars. The version that keeps it stays small.
private let maximumFlashLength = 300
