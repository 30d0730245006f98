extension Button {
    /// Asks before the action: the first press shows an alert, whose button performs the action with the values that
    /// were typed. Passwords and files are not kept, so an action with such a field cannot be confirmed.
    ///
    /// A responder in the chain of the screen must declare a handler for the action; a ``ViewResponder`` of a part of
    /// the screen is not reached from an alert.
    ///
    /// - Parameters:
    ///   - title: the question, such as “Close the ticket?”.
    ///   - message: the consequence for the visitor.
    ///   - button: the title of the button that performs the action; by default that of this button.
    ///   - cancel: the title of the button that dismisses the alert.
    public func confirms(
        _ title: String, message: String = "", button: String? = nil, cancel: String = localized("Cancel")
    ) -> Button {
        var asking = self
        asking.confirmation = Confirmation(
            title: title, message: message, button: button ?? self.title, cancel: cancel, role: role)
        return asking
    }
}

extension Row {
    /// Asks before the row's action, as ``Button/confirms(_:message:button:cancel:)`` does; the row's other buttons are
    /// not concerned.
    ///
    /// - Parameters:
    ///   - title: the question.
    ///   - message: the consequence for the visitor.
    ///   - button: the title of the button that performs the action.
    ///   - cancel: the title of the button that dismisses the alert.
    public func confirms(
        _ title: String, message: String = "", button: String = localized("Continue"),
        cancel: String = localized("Cancel")
    ) -> some View {
        ConfirmedRow(
            row: self,
            confirmation: Confirmation(title: title, message: message, button: button, cancel: cancel, role: .normal))
    }
}

/// A row with a confirmation. A separate view, because long lists consist of rows without one.
struct ConfirmedRow: View, PrimitiveView {
    let row: Row
    let confirmation: Confirmation

    func build(into screen: inout ScreenBuilder) {
        withUnsafePointer(to: row) { Row.build($0, confirmedBy: confirmation, into: &screen) }
    }
}
