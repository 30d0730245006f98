/// A subject that pages show and that can change, such as the letters of one person or the stock of a product.
///
/// ```swift
/// extension Topic {
///     static func letters(of person: String) -> Topic { Topic("letters", person) }
/// }
/// ```
///
/// A screen names the topics that it shows, see `ViewController.topics`, and the program says when one has changed, see
/// ``TopicCenter/changed(_:)``. A topic has no content: pages that watch it are rendered again.
public struct Topic: Hashable, Sendable, CustomStringConvertible {
    /// The kind and the identifiers, separated by a control character, so that different lists give different texts.
    package let text: String

    /// - Parameters:
    ///   - kind: the name of the kind, such as `letters`.
    ///   - identifiers: what distinguishes topics of the kind; empty if there is only one.
    public init(_ kind: String, _ identifiers: String...) { self.init(kind, identifiers) }

    private init(_ kind: String, _ identifiers: [String]) {
        text = ([kind] + identifiers).joined(separator: "\u{1F}")
    }

    /// The topic with ``text``.
    package init(text: String) { self.text = text }

    /// The visitor's own session: its saved values, which all its pages share. A page that watches it shows what the
    /// visitor does in another tab or browser window.
    public static let session = Topic("\u{1F}session")

    /// ``session`` of one session.
    package static func session(_ id: String) -> Topic { Topic("\u{1F}session", id) }

    /// The kind and the identifiers, for logs.
    public var description: String { text.replacing("\u{1F}", with: " ") }
}
