/// A message that the visitor must dismiss before using the screen below; it is part of a version and is not a route.
public struct Alert: Codable, Hashable, Sendable {
    /// The title: the event in a few words.
    public var title: String
    /// The text: the consequence for the visitor.
    public var message: String
    /// The title of the button that dismisses the alert.
    public var dismissTitle: String
    /// Identifies the alert for controllers that add buttons to it, see `ViewController.actions(for:)`.
    public var identifier: String?

    /// - Parameters:
    ///   - title: the event in a few words.
    ///   - message: the consequence for the visitor.
    ///   - dismissTitle: the title of the button that dismisses the alert.
    ///   - identifier: identifies the alert for controllers that add buttons to it.
    public init(title: String, message: String, dismissTitle: String = "OK", identifier: String? = nil) {
        self.title = title
        self.message = message
        self.dismissTitle = dismissTitle
        self.identifier = identifier
    }
}

/// An additional button of an alert. Pressing it also dismisses the alert.
///
/// An alert is part of a version, but its buttons are not, so a controller must return the same buttons each time.
public struct AlertAction {
    package let title: String
    package let role: ButtonRole
    package let action: AnyAction

    /// - Parameters:
    ///   - title: the text of the button.
    ///   - role: the button's purpose for the visitor.
    ///   - action: the action that the button sends up the chain, from the screen that the alert covers.
    public init(_ title: String, role: ButtonRole = .normal, action: some Action) {
        self.title = title
        self.role = role
        self.action = AnyAction(action)
    }
}

/// An error with an alert for the visitor. For most other errors the visitor sees a general text, and only the log has
/// the details; exposed diagnostics contain those of a ``ResponderError/notFound(type:chain:)``.
///
/// The alert is the same wherever the error is thrown: in `Container.destination(for:)`, `ViewController.load()`,
/// `ViewController.viewDidLoad()` or a handler, on GET and on POST.
public protocol PresentableError: Error {
    /// The alert that the visitor sees.
    var alert: Alert { get }

    /// The status code of an error response, from 400 to 499 (RFC 9110 §15.5); by default 409: the request conflicts
    /// with the present state. Any other number is replaced by 409. A failed action redirects a browser instead.
    var statusCode: Int { get }
}

extension PresentableError {
    /// The default, 409.
    public var statusCode: Int { 409 }
}

extension Alert {
    /// Asks for a confirmation before a dismissal discards the unsaved work of the presented screens.
    public static let discardingChanges = Alert(
        title: "Discard what you typed?", message: "It has not been sent yet, and would be lost.",
        dismissTitle: "Keep editing", identifier: "discard-changes")

    /// Asks for a confirmation before one step back discards the unsaved work of the screens that it removes.
    public static let discardingChangesBeforeBack = Alert(
        title: discardingChanges.title, message: discardingChanges.message,
        dismissTitle: discardingChanges.dismissTitle, identifier: "discard-changes-before-back")
}

extension Alert {
    package var asksBeforeBack: Bool { identifier == Alert.discardingChangesBeforeBack.identifier }
}

extension AlertAction {
    package static var discardingChangesBeforeBack: AlertAction {
        AlertAction("Discard", role: .destructive, action: GoBackDiscardingChanges())
    }
}
