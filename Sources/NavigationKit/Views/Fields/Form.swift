/// Fields with an action of their own, as a search above a list; they are rendered as a form of their own (DESIGN D13).
public struct Form<Content: View>: View, PrimitiveView {
    let content: Content

    /// - Parameter content: the fields and the buttons that use them.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Adds the fields and buttons as a form of their own.
    public func lower(into screen: inout ScreenBuilder) {
        screen.withinForm { content.lower(into: &$0) }
    }
}
