/// A short text with a colour, such as a state or a number. Use it in a table, or beside other views in an ``HStack``; a
/// row has one at its end.
public struct Badge: View, PrimitiveView {
    private let text: String
    private let role: BadgeRole

    /// - Parameters:
    ///   - text: the text, which says what the colour says.
    ///   - role: the meaning, which selects the colour.
    public init(_ text: String, role: BadgeRole = .accent) {
        self.text = text
        self.role = role
    }

    /// Appends a ``Screen/Element/badge(_:_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(.badge(text, role)) }
}
