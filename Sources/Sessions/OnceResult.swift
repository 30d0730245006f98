/// An action under the policy `.once`, as the version that it is performed from notes it.
enum OnceResult: Sendable {
    /// The handler was about to run. If no result follows, the action can have been performed.
    case intent
    /// The action was performed.
    case done(ActionOutcome.Done)
}
