import Synchronization

/// How many letters somebody has not read yet. Every page with tabs asks for it, so asking takes no lock.
final class UnreadCount: Sendable {
    private let number = Atomic(0)

    var value: Int {
        get { number.load(ordering: .relaxed) }
        set { number.store(newValue, ordering: .relaxed) }
    }

    /// What a badge says: nothing for none.
    var badge: String? { Self.badge(for: value) }

    static func badge(for count: Int) -> String? { badges[min(max(count, 0), badges.count - 1)] }

    // Pages are many and numbers few, so their texts are made once.
    private static let badges: [String?] = [nil] + (1...99).map { "\($0) new" } + ["99+ new"]
}
