import HTTPProtocol
import Hypermedia
import NavigationKit

extension ResponseBuilder {
    /// The response to an error of a route or of an interceptor that is meant for the client; `nil` for other errors,
    /// which are answered with 500.
    func refusal(because error: any Error) -> Response? {
        switch error {
        case RouteError.loginRequired: return problem(.routeRefused)
        case RouteError.invalidRequest(let reason): return problem(.invalidRouteRequest(reason))
        case RouteError.unsupportedMediaType:
            var response = problem(.unsupportedRouteBody)
            response.fields.add(.acceptEncoding, "identity")
            return response
        case RouteError.tooManyRequests(let seconds): return problem(.tooManyRequests).retried(after: max(0, seconds))
        case is NavigationError: return problem(.nothingThere)
        case let error as any PresentableError: return problem(.presented(error, at: nil))
        default: return nil
        }
    }
}

extension ProblemDetails {
    static var routeRefused: ProblemDetails {
        ofClient(
            "route-refused", 403, "You have no access to this",
            "Log in first. The session is in the cookie; send it with the request.")
    }

    static func bodyTooLong(_ limit: Int) -> ProblemDetails {
        ofClient("too-large", 413, "The request is too long", "At most \(limit) bytes are accepted here.")
    }

    /// Unlike ``cannotLoadFile`` it does not claim that nothing was changed: the handler has run.
    static var cannotReadRouteFile: ProblemDetails {
        ofClient(
            "cannot-load", 503, "The file cannot be read now",
            "The server could not read the file of its answer. Try again in a few seconds.")
    }

    fileprivate static func invalidRouteRequest(_ reason: String) -> ProblemDetails {
        cairn("invalid-request", 400, "The request is not valid", reason)
    }

    fileprivate static var unsupportedRouteBody: ProblemDetails {
        ofClient("unsupported-body", 415, "The body cannot be read", "Send another media type, without compression.")
    }

    fileprivate static var tooManyRequests: ProblemDetails {
        ofClient("too-many-requests", 429, "Too many requests", "Please wait, and then try again.")
    }
}
