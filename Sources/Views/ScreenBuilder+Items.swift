/// Adds buttons outside of the content: those of bars and alerts.
extension ScreenBuilder {
    /// True if the leading items contain Back already, such as that of an inner stack.
    package var hasBackItem: Bool {
        screen.leadingItems.contains { screen.actions[$0.action].words.name == Back.name }
    }

    package mutating func barItem(
        _ title: String, icon: Symbol? = nil, role: ButtonRole, action: AnyAction,
        confirmedBy confirmation: Confirmation? = nil, mayBeLink: Bool = true,
        leadingTo location: @autoclosure () -> Location? = nil
    ) -> Screen.BarItem? {
        let index = offer(
            action, title: title, confirmedBy: confirmation, mayBeLink: mayBeLink, leadingTo: location())
        guard let index, keepsElements else { return nil }
        return Screen.BarItem(title: title, icon: icon, role: role, action: index)
    }

    /// Adds a button of an alert. Its encoded form is its name and its index in the alert: values would contradict the
    /// fields of the screen below, which the page still sends, and could be too long for a button.
    ///
    /// - Parameter responders: the visible controllers; the first one whose chain performs the action sends it.
    package mutating func alertItem(
        _ choice: AlertAction, at index: Int, from responders: [Responder]
    ) -> Screen.BarItem? {
        storedItem(choice, marked: .init(name: "_alert", text: String(index)), from: responders)
    }

    /// Adds the button that undoes the last action. Its encoded form is its name and `_undo=1`, as for
    /// ``alertItem(_:at:from:)``.
    package mutating func undoItem(_ undo: AlertAction, from responders: [Responder]) -> Screen.BarItem? {
        storedItem(undo, marked: .init(name: "_undo", text: "1"), from: responders)
    }

    private mutating func storedItem(
        _ choice: AlertAction, marked mark: EncodedAction.Value, from responders: [Responder]
    ) -> Screen.BarItem? {
        guard let action = choice.action(from: responders) else {
            report(.unhandledAction(choice.name, chain: responder.chainDescription))
            return nil
        }
        let performing = responders.first { $0.performer(of: action.type) != nil } ?? responder
        let words = EncodedAction(name: choice.name, values: [mark])
        let outer = responder
        responder = performing
        defer { responder = outer }
        let offered = offer(
            action, title: choice.title, known: words, usesDraft: choice.usesDraft, mayBeLink: false)
        guard let offered, keepsElements else { return nil }
        return Screen.BarItem(title: choice.title, role: choice.role, action: offered)
    }
}
