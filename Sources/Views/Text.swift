/// A paragraph.
public struct Text: View, PrimitiveView {
    /// The style of a paragraph.
    public typealias Style = TextStyle

    let text: String
    let style: Style
    private var keepsLineBreaks = false
    private var time: RelativeTime?

    /// - Parameters:
    ///   - text: the paragraph's text.
    ///   - style: the style of the paragraph.
    public init(_ text: String, style: Style = .body) {
        self.text = text
        self.style = style
    }

    /// Creates a paragraph with a time stamp in words, such as `yesterday`.
    ///
    /// - Parameter time: the time.
    public init(_ time: RelativeTime) {
        text = ""
        style = .body
        self.time = time
    }

    /// Keeps the line breaks of the text, such as of a message that a visitor wrote.
    public func keepingLineBreaks() -> Text {
        var text = self
        text.keepsLineBreaks = true
        return text
    }

    /// Appends a ``Screen/Element/text(_:_:)``, a ``Screen/Element/lines(_:_:)`` if line breaks are kept, or a
    /// ``Screen/Element/time(_:)``.
    public func build(into screen: inout ScreenBuilder) {
        if let time { return screen.append(.time(time.element())) }
        screen.append(keepsLineBreaks ? .lines(text, style) : .text(text, style))
    }
}

/// A heading, one level below the screen's title or below the heading of the enclosing pane or section.
public struct Heading: View, PrimitiveView {
    let text: String

    /// - Parameter text: the heading's text.
    public init(_ text: String) { self.text = text }

    /// Appends a ``Screen/Element/heading(_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(.heading(text)) }
}
