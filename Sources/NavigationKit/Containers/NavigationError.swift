/// Why a place cannot be shown, where the reason concerns the visitor and not the program.
///
/// Throw it in ``Container/destination(for:)``, ``ViewController/viewDidLoad()`` or a handler. The kit answers GET and POST
/// alike: 404 for ``notFound``; the alert of a ``PresentableError`` with the status that it chooses; 500 with a reference
/// for the log for any other error.
public enum NavigationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What the route, the link or the action names does not exist, or not for this visitor.
    case notFound

    /// What failed.
    public var description: String { "What was asked for does not exist." }
}
