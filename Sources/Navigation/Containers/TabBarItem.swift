/// The title and badge of a tab.
public struct TabBarItem: Sendable {
    /// The text of the tab.
    public var title: String
    /// A short note, such as a count of unread messages.
    public var badge: String?

    /// - Parameters:
    ///   - title: the text of the tab.
    ///   - badge: a short note, such as a count of unread messages.
    public init(title: String, badge: String? = nil) {
        self.title = title
        self.badge = badge
    }
}
