/// The title, symbol and badge of a tab.
public struct TabBarItem: Sendable {
    /// The text of the tab.
    public var title: String
    /// The symbol above the text, or beside it in a wide window.
    public var icon: Symbol?
    /// A short note, such as a count of unread messages.
    public var badge: String?

    /// - Parameters:
    ///   - title: the text of the tab.
    ///   - icon: a symbol above the text, or beside it in a wide window.
    ///   - badge: a short note, such as a count of unread messages.
    public init(title: String, icon: Symbol? = nil, badge: String? = nil) {
        self.title = title
        self.icon = icon
        self.badge = badge
    }
}
