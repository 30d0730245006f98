/// What a tab bar shows for a tab.
public struct TabBarItem: Sendable {
    /// What it says.
    public var title: String
    /// A short note, as a count of unread messages.
    public var badge: String?

    /// - Parameters:
    ///   - title: what it says.
    ///   - badge: a short note.
    public init(title: String, badge: String? = nil) {
        self.title = title
        self.badge = badge
    }
}
