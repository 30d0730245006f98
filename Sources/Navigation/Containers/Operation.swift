/// The kind of change that a container made: the value of `Cairn-Operation` in a response, and the direction of a
/// transition. Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum Operation: String, Sendable, Codable, CaseIterable {
    /// A route was pushed, or a split opened a detail.
    case push
    /// Routes were popped, or a split closed its detail.
    case pop
    /// The routes of a stack or the detail of a split were replaced.
    case set
    /// Another tab was selected, or the list of the tabs that do not fit into the bar.
    case select
    /// A route was presented.
    case present
    /// A presented route was dismissed.
    case dismiss
    /// A flow shows another route.
    case flow = "switch"
    /// A flow shows a route by a backward transition, such as a login after signing out.
    case flowBack = "back"
}
