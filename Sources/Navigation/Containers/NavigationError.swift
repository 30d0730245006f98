/// An error for the visitor, not a programming error: the target of a route, link or action cannot be shown.
///
/// Throw it in ``Container/destination(for:)``, ``ViewController/load()``, ``ViewController/viewDidLoad()`` or a handler.
/// The response to ``notFound`` is usually 404, for GET and POST. A ``PresentableError`` leads to its alert or its status
/// code, an `InvalidInput` of a handler to the form, and any other error to 500 with a log reference. Later versions can
/// add cases, so a `switch` needs an `@unknown default`.
public enum NavigationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The target of the route, link or action does not exist, or this visitor has no access to it.
    case notFound

    /// A fixed text, for logs and tools.
    public var description: String { "The target of the route, link or action does not exist." }
}
