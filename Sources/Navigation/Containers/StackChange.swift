/// The kind of change that brought another screen to the top of a stack; see
/// ``NavigationController/willShow(_:after:)``. Later versions can add cases, so a `switch` needs an
/// `@unknown default`.
public enum StackChange: Sendable {
    /// A route was pushed.
    case push
    /// The top was popped, by Back or by the program, or a container finished and was popped with all routes above it.
    case pop
    /// Routes were popped down to a given route, a given depth or the root.
    case popTo
    /// The routes of the stack were replaced.
    case set
}
