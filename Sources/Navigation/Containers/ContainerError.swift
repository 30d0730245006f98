/// The reasons why a container cannot show a route. Later versions can add cases, so a `switch` needs an
/// `@unknown default`.
public enum ContainerError: Error, Equatable, CustomStringConvertible {
    /// The container builds no controller for the route.
    case noDestination(route: String, container: String)
    /// The stack has reached its maximum depth, or the containers their maximum nesting.
    case tooDeep(container: String, limit: Int)

    /// The failure and its correction.
    public var description: String {
        switch self {
        case .noDestination(let route, let container):
            "\(container) has no destination for \(route). Override destination(for:) with a switch over all routes."
        case .tooDeep(let container, let limit):
            "\(container) has reached the maximum depth of \(limit) screens. Go back before opening another screen."
        }
    }
}
