/// A paragraph.
public struct Text: View, PrimitiveView {
    /// The style of a paragraph.
    public typealias Style = TextStyle

    let text: String
    let style: Style

    /// - Parameters:
    ///   - text: the paragraph's text.
    ///   - style: the style of the paragraph.
    public init(_ text: String, style: Style = .body) {
        self.text = text
        self.style = style
    }

    /// Appends a ``Screen/Element/text(_:_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(.text(text, style)) }
}

/// A heading, one level below the screen's title or below the heading of the enclosing pane or section.
public struct Heading: View, PrimitiveView {
    let text: String

    /// - Parameter text: the heading's text.
    public init(_ text: String) { self.text = text }

    /// Appends a ``Screen/Element/heading(_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(.heading(text)) }
}

/// A plain link, which sends no action. Only `https:`, `http:` and `mailto:` URLs and paths of this site are rendered
/// as links.
public struct Link: View, PrimitiveView {
    let title: String
    let target: String

    /// - Parameters:
    ///   - title: the link's text.
    ///   - target: the URL or path that the link leads to.
    public init(_ title: String, target: String) {
        self.title = title
        self.target = target
    }

    /// Appends a ``Screen/Element/link(title:target:)``; for a malformed or another target, only the title as text.
    public func build(into screen: inout ScreenBuilder) {
        screen.append(LinkTarget.isSafe(target) ? .link(title: title, target: target) : .text(title, .body))
    }
}
