/// The badge of a number of unread letters.
enum UnreadBadge {
    /// The text for `count`; `nil` for zero.
    static func text(for count: Int) -> String? { texts[min(max(count, 0), texts.count - 1)] }

    // Precomputed, because every page with tabs reads the badge and there are only 100 texts.
    private static let texts: [String?] = [nil] + (1...99).map { "\($0) new" } + ["99+ new"]
}
