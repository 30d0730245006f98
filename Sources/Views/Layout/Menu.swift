/// Actions behind one button, for those that are needed less often.
public struct Menu<Content: View>: View, PrimitiveView {
    private let title: String
    private let icon: Symbol?
    private let content: Content

    /// - Parameters:
    ///   - title: the title of the button that opens the menu.
    ///   - icon: a symbol before the title.
    ///   - content: the buttons of the menu.
    public init(_ title: String, icon: Symbol? = nil, @ViewBuilder content: () -> Content) {
        self.title = title
        self.icon = icon
        self.content = content()
    }

    /// Appends the content as a group with a title.
    public func build(into screen: inout ScreenBuilder) {
        screen.append(group: .menu(title: title, icon: icon), content)
    }
}
