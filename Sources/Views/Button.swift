/// A button that sends an action up the responder chain.
public struct Button: View, PrimitiveView {
    @usableFromInline let title: String
    @usableFromInline let icon: Symbol?
    @usableFromInline let role: ButtonRole
    @usableFromInline let action: AnyAction
    @usableFromInline var confirmation: Confirmation?

    /// - Parameters:
    ///   - title: the button's text.
    ///   - icon: a symbol before the text.
    ///   - role: the button's purpose for the visitor.
    ///   - action: the action that the button sends.
    @inlinable
    public init(_ title: String, icon: Symbol? = nil, role: ButtonRole = .normal, action: some Action) {
        self.title = title
        self.icon = icon
        self.role = role
        self.action = AnyAction(action)
    }

    /// Appends a ``Screen/Element/button(_:)`` if a responder in the chain performs the action, its values can be
    /// encoded and no other responder has the same offer. While an alert is presented, appends it without the action.
    public func build(into screen: inout ScreenBuilder) {
        if let element = element(on: &screen) { screen.append(.button(element)) }
    }

    func element(on screen: inout ScreenBuilder) -> Screen.ButtonElement? {
        guard let action = screen.offer(action, title: title, confirmedBy: confirmation) else {
            return screen.isInert ? Screen.ButtonElement(title: title, icon: icon, role: role, action: nil) : nil
        }
        return Screen.ButtonElement(title: title, icon: icon, role: role, action: action)
    }
}
