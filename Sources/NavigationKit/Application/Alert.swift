/// A message that must be read before anything else is done; part of a version, not a route (DESIGN D7).
public struct Alert: Codable, Hashable, Sendable {
    /// What happened, in a few words.
    public var title: String
    /// What it means for the visitor.
    public var message: String
    /// What the button says that takes it away.
    public var dismissTitle: String
    /// What controllers know it by who give it more buttons, see ``ViewController/actions(for:)``.
    public var identifier: String?

    /// - Parameters:
    ///   - title: what happened, in a few words.
    ///   - message: what it means for the visitor.
    ///   - dismissTitle: what the button says.
    ///   - identifier: what controllers know it by who give it more buttons.
    public init(title: String, message: String, dismissTitle: String = "OK", identifier: String? = nil) {
        self.title = title
        self.message = message
        self.dismissTitle = dismissTitle
        self.identifier = identifier
    }
}

/// A button of an alert beside the one that takes it away; pressing it takes the alert away too.
///
/// An alert is part of a version and its buttons are not: who is asked for them gives the same ones each time.
public struct AlertAction {
    let title: String
    let role: ButtonRole
    let action: AnyAction

    /// - Parameters:
    ///   - title: what it says.
    ///   - role: what it means to the visitor.
    ///   - action: what it sends up the chain, from the screen that the alert covers.
    public init(_ title: String, role: ButtonRole = .normal, action: some Action) {
        self.title = title
        self.role = role
        self.action = AnyAction(action)
    }
}

/// An error with an alert for the visitor. Other errors are shown in general words, and in full in the log only.
///
/// The alert is the same wherever it is thrown: in ``Container/destination(for:)``, ``ViewController/viewDidLoad()`` or a
/// handler, on GET and on POST.
public protocol PresentableError: Error {
    /// What the visitor reads.
    var alert: Alert { get }

    /// The status code of the response, from 400 to 499 (RFC 9110 §15.5); by default 409: the request conflicts with the
    /// present state. Any other number counts as 409.
    var statusCode: Int { get }
}

extension PresentableError {
    /// 409.
    public var statusCode: Int { 409 }
}

extension Alert {
    /// Asks before what is presented goes with what was typed there.
    public static let discardingChanges = Alert(
        title: "Discard what you typed?", message: "It has not been sent yet, and would be lost.",
        dismissTitle: "Keep editing", identifier: "discard-changes")

    /// Asks before one step back discards what was typed on the screen.
    public static let discardingChangesBeforeBack = Alert(
        title: discardingChanges.title, message: discardingChanges.message,
        dismissTitle: discardingChanges.dismissTitle, identifier: "discard-changes-before-back")
}

extension Alert {
    var asksBeforeBack: Bool { identifier == Alert.discardingChangesBeforeBack.identifier }
}

extension AlertAction {
    static var discardingChangesBeforeBack: AlertAction {
        AlertAction("Discard", role: .destructive, action: GoBackDiscardingChanges())
    }
}
