/// A title that shows and hides its content, which is on the page in any case: it needs no request.
public struct DisclosureGroup<Content: View>: View, PrimitiveView {
    private let title: String
    private let isExpanded: Bool
    private let content: Content

    /// - Parameters:
    ///   - title: the title, which the visitor presses.
    ///   - isExpanded: true if the content is shown when the page opens.
    ///   - content: the views that are shown and hidden.
    public init(_ title: String, isExpanded: Bool = false, @ViewBuilder content: () -> Content) {
        self.title = title
        self.isExpanded = isExpanded
        self.content = content()
    }

    /// Appends the content as a group with a title.
    public func build(into screen: inout ScreenBuilder) {
        screen.append(group: .disclosure(title: title, isExpanded: isExpanded), content)
    }
}
