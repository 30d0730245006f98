import NavigationKit

/// The control at which the page after an action begins: after Back or Cancel the row that opened the screen that was left,
/// after an action that stays on its page the action's own control. CSS has it as `:target`. Not stored: without it, a
/// page begins at its top.
struct ScrollTarget: Sendable {
    /// The token of the control; empty if it is unknown.
    private let token: String
    /// The text of the location that the control leads to, if it is a link; empty if it is unknown.
    private let location: String

    /// The maximum length of a kept token in octets. Each version keeps the one that opened its screen, and a client can
    /// lengthen a token with empty pairs, which change nothing.
    private static let maxTokenLength = 256

    /// The token of a sent action, as it is kept; empty if it is too long, as if it were unknown.
    static func kept(_ token: String) -> String { token.utf8.count <= maxTokenLength ? token : "" }

    /// - Parameters:
    ///   - operation: the operation of the action.
    ///   - token: the action's token.
    ///   - left: the location of the page with the action.
    ///   - opener: returns the token of the action that opened a location.
    init?(
        after operation: NavigationKit.Operation?, _ token: String, from left: @autoclosure () -> Location,
        opener: (Location) -> String
    ) {
        switch operation {
        case nil: (self.token, location) = (token, "")
        case .pop?, .dismiss?:
            let left = left()
            (self.token, location) = (opener(left), left.text)
        default: return nil
        }
    }

    /// True if the page after an action with this operation can have a target: then, `init` does not return `nil`.
    static func canFollow(_ operation: NavigationKit.Operation?) -> Bool {
        switch operation {
        case nil, .pop?, .dismiss?: true
        default: false
        }
    }

    /// Returns the control on `screen`; `nil` if there is none.
    func action(on screen: Screen) -> Screen.ActionIndex? {
        if !location.isEmpty {
            let link = screen.actions.firstIndex { $0.location.map { $0.text == location } ?? false }
            if let link { return link }
        }
        return token.isEmpty ? nil : screen.actions.firstIndex { $0.words.token == token }
    }
}
