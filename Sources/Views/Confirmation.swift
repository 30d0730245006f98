/// The question before an action: the texts of the alert that the first press shows.
///
/// A class, so that a button without a confirmation is not larger than with a reference.
@usableFromInline
package final class Confirmation: Sendable {
    private let title: String
    private let message: String
    private let button: String
    private let cancel: String
    private let role: ButtonRole

    package init(title: String, message: String, button: String, cancel: String, role: ButtonRole) {
        self.title = title
        self.message = message
        self.button = button
        self.cancel = cancel
        self.role = role
    }

    /// Returns the alert whose button performs `action`; without an action, only the question.
    ///
    /// - Parameters:
    ///   - usesDraft: true if the action contains typed text.
    ///   - sender: the position of the controller with the button among the visible ones.
    package func alert(confirming action: (any Action)?, usesDraft: Bool, sentBy sender: Int?) -> Alert {
        let actions = action.map { [button(performing: $0, usesDraft: usesDraft, sentBy: sender)] } ?? []
        return Alert(title: title, message: message, dismissTitle: cancel, actions: actions)
    }

    private func button(performing action: some Action, usesDraft: Bool, sentBy sender: Int?) -> AlertAction {
        AlertAction(button, role: role, action: action, usesDraft: usesDraft, sender: sender)
    }
}
