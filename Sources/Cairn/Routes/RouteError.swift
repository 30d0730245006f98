import HTTPProtocol

/// An error for the client of a route. Later versions can add cases, so a `switch` needs an `@unknown default`.
///
/// A handler can also throw ``NavigationError/notFound``, which is answered with 404, and a ``PresentableError``, which
/// is answered with its status code, title and message. Any other error is answered with 500, and the log has a line
/// with the reference that the response names.
public enum RouteError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The visitor must log in first, or has no access. A browser is redirected to the location that the route
    /// requires, or to the app's first one, with 303; other clients get 403.
    case loginRequired
    /// The request is malformed, and is answered with 400 and this explanation for its sender.
    case invalidRequest(String)
    /// The body has a media type that the route does not take, and is answered with 415.
    case unsupportedMediaType
    /// Too many requests of this client: answered with 429 and `Retry-After`, in seconds.
    case tooManyRequests(retryAfter: Int)

    /// The reason, for logs.
    public var description: String {
        switch self {
        case .loginRequired: "The visitor must log in first."
        case .invalidRequest(let reason): "The request is not valid: \(reason)"
        case .unsupportedMediaType: "The media type of the body is not supported."
        case .tooManyRequests(let seconds): "Too many requests; retry after \(seconds) s."
        }
    }
}
