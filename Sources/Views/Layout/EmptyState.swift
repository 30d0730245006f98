/// A text in place of missing content: the title says what is missing, and buttons offer a way on.
public struct EmptyState<Content: View>: View, PrimitiveView {
    private let title: String
    private let icon: Symbol?
    private let message: String
    private let content: Content

    /// - Parameters:
    ///   - title: what is missing, such as “No tickets”.
    ///   - icon: a symbol above the title.
    ///   - message: the reason, or what would appear here; empty for none.
    ///   - content: what the visitor can do, usually a button.
    public init(
        _ title: String, icon: Symbol? = nil, message: String = "", @ViewBuilder content: () -> Content
    ) {
        self.title = title
        self.icon = icon
        self.message = message
        self.content = content()
    }

    /// Appends the heading, the message and the content as a group.
    public func build(into screen: inout ScreenBuilder) {
        screen.append(.beginGroup(.emptyState(icon: icon)))
        screen.append(.heading(title))
        if !message.isEmpty { screen.append(.text(message, .secondary)) }
        content.build(into: &screen)
        screen.append(.endGroup)
    }
}

extension EmptyState where Content == EmptyView {
    /// Creates one without anything to do.
    ///
    /// - Parameters:
    ///   - title: what is missing.
    ///   - icon: a symbol above the title.
    ///   - message: the reason, or what would appear here; empty for none.
    public init(_ title: String, icon: Symbol? = nil, message: String = "") {
        self.init(title, icon: icon, message: message) { EmptyView() }
    }
}
