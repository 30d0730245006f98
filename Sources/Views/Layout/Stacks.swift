/// Views one below the other, with the distances of a screen's own views: useful within an ``HStack``.
public struct VStack<Content: View>: View, PrimitiveView {
    private let content: Content

    /// - Parameter content: the views, from top to bottom.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Appends the content as a group.
    public func build(into screen: inout ScreenBuilder) { screen.append(group: .vertical, content) }
}

/// Views side by side, in the direction of reading. Those that do not fit, as on a phone, wrap to the next line.
public struct HStack<Content: View>: View, PrimitiveView {
    private let content: Content

    /// - Parameter content: the views, in the direction of reading.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Appends the content as a group.
    public func build(into screen: inout ScreenBuilder) { screen.append(group: .horizontal, content) }
}

/// Several views as one, so that a modifier applies to all of them. It renders nothing by itself.
public struct Group<Content: View>: View {
    /// The views.
    public let body: Content

    /// - Parameter content: the views.
    public init(@ViewBuilder content: () -> Content) { body = content() }
}

extension View {
    /// Sets the view apart with a background.
    public func background(_ style: BackgroundStyle) -> some View {
        BackgroundView(style: style, content: self)
    }
}

/// The meaning of a background, which the content must state in words too, because not everyone sees the colour. Later versions
/// can add cases, so a `switch` needs an `@unknown default`.
public enum BackgroundStyle: String, Sendable, CaseIterable {
    /// The background of rows and tables.
    case card
    /// Something that deserves attention.
    case accent
    /// Something that was done or is in order.
    case success
    /// Something to be careful with.
    case warning
    /// An error, or something that cannot be undone.
    case critical
}

struct BackgroundView<Content: View>: View, PrimitiveView {
    let style: BackgroundStyle
    let content: Content

    func build(into screen: inout ScreenBuilder) { screen.append(group: .background(style), content) }
}

extension ScreenBuilder {
    mutating func append(group: @autoclosure () -> Screen.GroupElement, _ content: some View) {
        append(.beginGroup(group()))
        content.build(into: &self)
        append(.endGroup)
    }
}
