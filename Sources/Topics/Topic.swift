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
    /// The lengths and texts of the kind and the identifiers, so that different lists give different texts.
    package let text: String

    /// - Parameters:
    ///   - kind: the name of the kind, such as `letters`.
    ///   - identifiers: what distinguishes topics of the kind; empty if there is only one.
    public init(_ kind: String, _ identifiers: String...) { self.init(kind, identifiers) }

    private init(_ kind: String, _ identifiers: [String]) {
        text = ([kind] + identifiers).map { "\($0.utf8.count):\($0)" }.joined(separator: " ")
    }

    /// The topic with ``text``.
    package init(text: String) { self.text = text }

    /// The visitor's own session: its saved values, which all its pages share. A page that watches it shows what the
    /// visitor does in another tab or browser window.
    public static let session = Topic(text: "session")

    /// ``session`` of one session. Its text begins with no length, as that of no other topic does.
    package static func session(_ id: String) -> Topic { Topic(text: "session " + id) }

    /// An edition of the program. Like ``session(_:)``, its text begins with no length.
    package init(edition: String) { self.init(text: Self.editionPrefix + edition) }

    /// The beginning of the text of each edition.
    package static let editionPrefix = "edition "

    /// The kind and the identifiers with their lengths, for logs.
    public var description: String { text }
}
