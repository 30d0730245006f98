/// The meaning of a badge. Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum BadgeRole: String, Sendable, CaseIterable {
    /// Something new, or a count.
    case accent
    /// Something without urgency.
    case neutral
    /// Something that was done or is in order.
    case success
    /// Something that needs attention.
    case warning
    /// An error, or something urgent.
    case critical
}
