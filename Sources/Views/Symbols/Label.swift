/// A paragraph with a symbol in front of it: `Label("Arrives tomorrow", icon: .truck)`.
public struct Label: View, PrimitiveView {
    private let title: String
    private let icon: Symbol

    /// - Parameters:
    ///   - title: the text, which says what the symbol shows.
    ///   - icon: the symbol.
    public init(_ title: String, icon: Symbol) {
        self.title = title
        self.icon = icon
    }

    /// Appends a ``Screen/Element/label(_:_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(.label(title, icon)) }
}
