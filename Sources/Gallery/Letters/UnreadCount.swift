import Synchronization

/// The number of a person's unread letters. Every page with tabs reads it, so it is atomic and takes no lock.
final class UnreadCount: Sendable {
    private let number = Atomic(0)

    var value: Int {
        get { number.load(ordering: .relaxed) }
        set { number.store(newValue, ordering: .relaxed) }
    }

    /// The text of a badge; `nil` for zero.
    var badge: String? { Self.badge(for: value) }

    static func badge(for count: Int) -> String? { badges[min(max(count, 0), badges.count - 1)] }

    // Precomputed, because every page with tabs reads the badge and there are only 100 texts.
    private static let badges: [String?] = [nil] + (1...99).map { "\($0) new" } + ["99+ new"]
}
