/// The buttons of the bar above a screen, beside the title.
public struct NavigationItem {
    /// Buttons before the title.
    public var leftBarButtonItems: [BarButtonItem] = []
    /// Buttons after the title.
    public var rightBarButtonItems: [BarButtonItem] = []

    /// Creates an item without buttons.
    public init() {}
}

/// A button without a handler of its own: its action starts at the screen and climbs the responder chain.
public struct BarButtonItem {
    let title: String
    let role: ButtonRole
    let action: AnyAction

    /// - Parameters:
    ///   - title: the text of the button.
    ///   - role: the button's purpose for the visitor.
    ///   - action: the action that the button sends up the chain.
    public init(_ title: String, role: ButtonRole = .normal, action: some Action) {
        self.title = title
        self.role = role
        self.action = AnyAction(action)
    }
}
