extension Responder {
    /// Shows a message once, on the page after the current action, such as "Ticket closed": the page announces it
    /// politely, and the action's state is kept without it on every later page.
    ///
    /// Call it while an action is performed. A later call in the same action replaces the message, and an action that
    /// throws shows its error instead. Outside of an application's chain nothing happens.
    ///
    /// - Parameter message: one sentence of at most 300 Unicode scalars; a longer one is cut off, and an empty one
    ///   shows nothing. It must not be the only place of something that the visitor needs later.
    public final func flash(_ message: String) { show(message, undo: nil) }

    /// Shows a message like ``flash(_:)``, with the button Undo. Both stay on the page until the next action.
    ///
    /// - Parameters:
    ///   - message: one sentence of at most 300 Unicode scalars.
    ///   - undo: the action that restores what the current one has removed. The values must be those of before, such as
    ///     the removed item itself, because the action is kept with the page and can be performed later, also after
    ///     other actions and more than once. A responder that declares a handler for it must be in the chain of a visible
    ///     controller; otherwise there is no button.
    public final func flash(_ message: String, undo: some Action) {
        show(message, undo: AlertAction(localized("Undo"), action: undo))
    }

    private func show(_ message: String, undo: AlertAction?) {
        guard let window = nearest(Application.self)?.window else { return }
        window.flash = message.isEmpty ? nil : message.shortened(to: maximumFlashLength)
        window.undo = message.isEmpty ? nil : undo.map(WindowState.Undo.init)
    }
}

/// The maximum length of a message that is shown once, in Unicode scalars. The version that keeps it stays small.
private let maximumFlashLength = 300
