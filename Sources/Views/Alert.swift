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
    /// The buttons besides the one that dismisses the alert; only those whose action a responder performs are shown.
    /// At most ``maxActions``.
    public private(set) var actions: [AlertAction] = []

    /// The maximum number of ``actions``.
    public static let maxActions = 8

    /// - Parameters:
    ///   - title: the event in a few words.
    ///   - message: the consequence for the visitor; can be empty.
    ///   - dismissTitle: the title of the button that dismisses the alert.
    ///   - identifier: identifies the alert for controllers that add buttons to it.
    ///   - actions: further buttons, of which the first ``maxActions`` are kept. They are part of the alert, so they
    ///     are the same after a restart.
    public init(
        title: String, message: String, dismissTitle: String = localized("OK"), identifier: String? = nil,
        actions: [AlertAction] = []
    ) {
        self.title = title
        self.message = message
        self.dismissTitle = dismissTitle
        self.identifier = identifier
        self.actions = Array(actions.prefix(Self.maxActions))
    }

    /// Decodes an alert, also one that was encoded before alerts had actions.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try container.decode(String.self, forKey: .title),
            message: try container.decode(String.self, forKey: .message),
            dismissTitle: try container.decode(String.self, forKey: .dismissTitle),
            identifier: try container.decodeIfPresent(String.self, forKey: .identifier),
            actions: try container.decodeIfPresent([AlertAction].self, forKey: .actions) ?? [])
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
    public static var discardingChanges: Alert { asking("discard-changes") }

    /// Asks for a confirmation before one step back discards the unsaved work of the screens that it removes.
    public static var discardingChangesBeforeBack: Alert { asking(beforeBack) }

    private static let beforeBack = "discard-changes-before-back"

    private static func asking(_ identifier: String) -> Alert {
        Alert(
            title: localized("Discard what you typed?"),
            message: localized("It has not been sent yet, and would be lost."),
            dismissTitle: localized("Keep editing"), identifier: identifier)
    }
}

extension Alert {
    package var asksBeforeBack: Bool { identifier == Self.beforeBack }
}
