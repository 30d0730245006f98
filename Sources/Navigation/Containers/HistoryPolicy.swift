/// The rule for actions from an older version of a container's screens.
/// Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum HistoryPolicy: Int, Sendable, Comparable {
    /// The action continues from the older state.
    case branch
    /// Each action is performed at most once per state, even if it is sent again later. Use it for payments.
    case once
    /// Versions other than the newest accept no actions.
    case reject

    /// Returns true if `one` is less strict than `other`.
    public static func < (one: HistoryPolicy, other: HistoryPolicy) -> Bool { one.rawValue < other.rawValue }
}
