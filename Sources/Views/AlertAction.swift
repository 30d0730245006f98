/// A button of an alert. Pressing it also dismisses the alert.
///
/// The action is kept as its name and its encoded values, so that an ``Alert`` can be stored. It is performed exactly as
/// it was given: fields of the screen below do not change it. A responder that declares a handler for it, with
/// `actions`, must be in the chain of a visible controller.
///
/// A controller that returns buttons from `ViewController.actions(for:)` must return the same ones each time, because
/// those are not part of the alert.
public struct AlertAction: Codable, Hashable, Sendable {
    /// The text of the button.
    public let title: String
    /// The button's purpose for the visitor.
    public let role: ButtonRole
    /// The action's name on the wire.
    package let name: String
    /// The encoded values of the action; `nil` if they cannot be encoded.
    package let values: [FormSubmission.Value]?
    /// True if the action has used the text that was typed into the screen below, so that the text is not kept.
    package let usesDraft: Bool
    /// The position, among the visible controllers, of the one that sends the action; `nil` for the first one whose chain
    /// performs it. A screen can contain several controllers that perform the same action differently.
    package let sender: Int?
    /// The action itself; `nil` after it was stored.
    package private(set) var action: AnyAction?

    private enum CodingKeys: CodingKey { case title, role, name, values, usesDraft, sender }

    /// - Parameters:
    ///   - title: the text of the button.
    ///   - role: the button's purpose for the visitor.
    ///   - action: the action that the button sends up the chain, from the screen that the alert covers.
    public init(_ title: String, role: ButtonRole = .normal, action: some Action) {
        self.init(title, role: role, action: action, usesDraft: false, sender: nil)
    }

    package init<A: Action>(_ title: String, role: ButtonRole, action: A, usesDraft: Bool, sender: Int?) {
        self.title = title
        self.role = role
        self.usesDraft = usesDraft
        self.sender = sender
        self.action = AnyAction(action)
        name = A.name
        let encoded = try? EncodedAction(action, named: name)
        values = encoded?.values.compactMap { value in
            value.text.map { FormSubmission.Value(name: value.name, text: $0) }
        }
    }

    /// Restores a stored button.
    package init(
        title: String, role: ButtonRole, name: String, values: [FormSubmission.Value]?, usesDraft: Bool, sender: Int?
    ) {
        self.title = title
        self.role = role
        self.name = name
        self.values = values
        self.usesDraft = usesDraft
        self.sender = sender
    }

    /// Compares everything that is stored.
    public static func == (one: AlertAction, other: AlertAction) -> Bool {
        one.title == other.title && one.role == other.role && one.name == other.name && one.values == other.values
            && one.usesDraft == other.usesDraft && one.sender == other.sender
    }

    /// Hashes the title and the action.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(title)
        hasher.combine(name)
        hasher.combine(values)
    }

    /// Returns the action; a stored one is decoded as the type that a handler in one of the chains of `responders` has.
    /// `nil` if there is no such handler, or if the values do not fit its type any more.
    package func action(from responders: [Responder]) -> AnyAction? {
        if let action { return action }
        guard let values else { return nil }
        for responder in responders {
            guard let type = responder.actionType(named: name) else { continue }
            let texts = Dictionary(values.map { ($0.name, String?.some($0.text)) }) { first, _ in first }
            return try? type.erased(from: PropertyDecoder(values: texts))
        }
        return nil
    }
}

extension Action {
    fileprivate static func erased(from decoder: PropertyDecoder) throws -> AnyAction {
        AnyAction(try Self(from: decoder))
    }
}

extension Responder {
    /// The type of the action named `name` that the first handler in the chain has.
    fileprivate func actionType(named name: String) -> (any Action.Type)? {
        for responder in chain {
            if let handler = responder.table.handlers.first(where: { $0.name == name }) { return handler.action }
        }
        return nil
    }
}

extension AlertAction {
    package static var discardingChangesBeforeBack: AlertAction {
        AlertAction(localized("Discard"), role: .destructive, action: GoBackDiscardingChanges())
    }
}
