/// A separate form: fields with their own action, such as a search above a list.
public struct Form<Content: View>: View, PrimitiveView {
    let content: Content

    /// - Parameter content: the fields and the buttons that submit them.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Appends the content between ``Screen/Element/beginForm`` and ``Screen/Element/endForm``.
    public func build(into screen: inout ScreenBuilder) {
        screen.withinForm { content.build(into: &$0) }
    }
}
