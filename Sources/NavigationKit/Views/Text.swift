/// A paragraph.
public struct Text: View, PrimitiveView {
    /// How a paragraph is set.
    public enum Style: String, Sendable {
        /// As running text.
        case body
        /// Smaller and quieter.
        case secondary
        /// In place of content that is not there yet.
        case placeholder
    }

    let text: String
    let style: Style

    /// - Parameters:
    ///   - text: what it says.
    ///   - style: how it is set.
    public init(_ text: String, style: Style = .body) {
        self.text = text
        self.style = style
    }

    /// Adds the paragraph.
    public func lower(into screen: inout ScreenBuilder) { screen.append(.text(text, style)) }
}

/// A heading below the screen's title, or below that of the section it stands in.
public struct Heading: View, PrimitiveView {
    let text: String

    /// - Parameter text: what it says.
    public init(_ text: String) { self.text = text }

    /// Adds the heading.
    public func lower(into screen: inout ScreenBuilder) { screen.append(.heading(text)) }
}

/// A link that leaves the screen without an action. Only `https:`, `http:`, `mailto:` and paths of this site are rendered as links.
public struct Link: View, PrimitiveView {
    let title: String
    let target: String

    /// - Parameters:
    ///   - title: what it says.
    ///   - target: where it leads.
    public init(_ title: String, target: String) {
        self.title = title
        self.target = target
    }

    /// Adds the link, or its title alone where the target is not one that is safe to follow.
    public func lower(into screen: inout ScreenBuilder) {
        // Browsers drop tabs and newlines before they read a URL, so "/\t/host" would leave this site.
        let isPlain = target.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !$0.isNeverInURL }
        let isSafe =
            ["https://", "http://", "mailto:"].contains { target.hasPrefix($0) }
            || target.utf8.first == UInt8(ascii: "/") && target.utf8.dropFirst().first != UInt8(ascii: "/")
        screen.append(isSafe && isPlain ? .link(title: title, target: target) : .text(title, .body))
    }
}
