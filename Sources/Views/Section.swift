/// A heading and its content. The heading of a nested section is one level lower, down to level 6, so that the document
/// outline is correct.
///
/// A section that directly contains checkboxes or radio buttons is rendered as a group, so that screen readers read its
/// heading with each of them.
public struct Section<Content: View>: View, PrimitiveView {
    let title: String
    let content: Content

    /// - Parameters:
    ///   - title: the heading.
    ///   - content: the views below the heading.
    public init(_ title: String, @ViewBuilder content: () -> Content) {
        self.title = title
        self.content = content()
    }

    /// Appends the content between ``Screen/Element/beginSection(title:)`` and ``Screen/Element/endSection``.
    public func build(into screen: inout ScreenBuilder) {
        screen.append(.beginSection(title: title))
        content.build(into: &screen)
        screen.append(.endSection)
    }
}
