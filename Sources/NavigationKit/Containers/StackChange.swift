/// What brought another screen to the top of a stack, as ``NavigationController/willShow(_:after:)`` is told.
public enum StackChange: Sendable {
    /// A route was put on top.
    case push
    /// The top was taken away, by Back or by the program.
    case pop
    /// Several were taken away, down to a route or to the root.
    case popTo
    /// The stack was replaced.
    case set
}
