/// A heading and what belongs to it. Sections within sections have smaller headings, so that the outline is always right.
///
/// A section that holds boxes or radio buttons is a group of theirs, so that its heading is read with each of them.
public struct Section<Content: View>: View, PrimitiveView {
    let title: String
    let content: Content

    /// - Parameters:
    ///   - title: its heading.
    ///   - content: what belongs to it.
    public init(_ title: String, @ViewBuilder content: () -> Content) {
        self.title = title
        self.content = content()
    }

    /// Adds heading and content.
    public func lower(into screen: inout ScreenBuilder) {
        screen.append(.beginSection(title: title))
        content.lower(into: &screen)
        screen.append(.endSection)
    }
}
