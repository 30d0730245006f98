/// The buttons of the bar above a screen, beside the title.
public struct NavigationItem {
    /// Buttons before the title.
    public var leftBarButtonItems: [BarButtonItem] = []
    /// Buttons after the title.
    public var rightBarButtonItems: [BarButtonItem] = []

    /// The text of the button that leads back to this screen from the one above it on a stack, or beside it in a split; by
    /// default `nil`, for the screen's title. An empty text leaves the button its plain text, "Back" (UIKit's
    /// `backButtonTitle`).
    public var backButtonTitle: String?

    /// True to hide the bar: the page then shows neither the title nor the buttons above the content, and offers none of
    /// them, not even Back or Cancel. Screen readers still read the title.
    public var isBarHidden = false
    /// True to hide the tabs of the tab bar around the screen while the screen is pushed on a stack (UIKit's
    /// `hidesBottomBarWhenPushed`).
    public var hidesTabsWhenPushed = false

    /// The animation with which the screen appears after an action; it disappears with the usual one. A container sets it
    /// in `destination(for:)` for a route, a screen in its initializer for all.
    public var animation = AppearanceAnimation.automatic

    /// The button with which the visitor leaves the screen if it is presented. If it is `nil`, as it is initially, the
    /// item of the container around the screen decides, and so on up to the presented controller; if none does, the
    /// button is ``DismissButton/cancel``.
    public var dismissButton: DismissButton?

    /// The buttons that dismiss a presented screen. Later versions can add cases, so a `switch` needs an
    /// `@unknown default`.
    public enum DismissButton: Sendable {
        /// Cancel, before the title: for a form, a choice or a flow that has no effect until it ends.
        case cancel
        /// Done, after the title: for a screen that only shows something, or whose changes have taken effect already.
        case done
        /// None: the content has a button of its own that sends ``Dismiss`` or ends the flow.
        case hidden
    }

    /// Creates an item without buttons.
    public init() {}
}

/// A button without a handler of its own: its action starts at the screen and climbs the responder chain.
public struct BarButtonItem {
    let title: String
    let icon: Symbol?
    let role: ButtonRole
    let action: AnyAction
    private(set) var confirmation: Confirmation?

    /// - Parameters:
    ///   - title: the text of the button.
    ///   - icon: a symbol before the text.
    ///   - role: the button's purpose for the visitor.
    ///   - action: the action that the button sends up the chain.
    public init(_ title: String, icon: Symbol? = nil, role: ButtonRole = .normal, action: some Action) {
        self.title = title
        self.icon = icon
        self.role = role
        self.action = AnyAction(action)
    }
    /// Asks before the action, as `Button.confirms` does.
    ///
    /// - Parameters:
    ///   - title: the question.
    ///   - message: the consequence for the visitor.
    ///   - button: the title of the button that performs the action; by default that of this button.
    ///   - cancel: the title of the button that dismisses the alert.
    public func confirms(
        _ title: String, message: String = "", button: String? = nil, cancel: String = localized("Cancel")
    ) -> BarButtonItem {
        var asking = self
        asking.confirmation = Confirmation(
            title: title, message: message, button: button ?? self.title, cancel: cancel, role: role)
        return asking
    }
}

extension ScreenBuilder {
    mutating func barItem(_ button: BarButtonItem) -> Screen.BarItem? {
        barItem(
            button.title, icon: button.icon, role: button.role, action: button.action, confirmedBy: button.confirmation)
    }
}
