/// The rule for actions from an older version of a container's screens.
/// Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum HistoryPolicy: Int, Sendable, Comparable {
    /// The action continues from the older state.
    case branch
    /// Each action is performed at most once per state, even if it is sent again later. Use it for payments.
    ///
    /// With a store, its intent is recorded before the handler runs. After a crash in between, a press gets 409 and a page
    /// that says that the action may have been performed; the buttons of that page perform it.
    case once
    /// Versions other than the newest accept no actions.
    case reject

    /// Returns true if `one` is less strict than `other`.
    public static func < (one: HistoryPolicy, other: HistoryPolicy) -> Bool { one.rawValue < other.rawValue }
}
