import Hypermedia
import NavigationKit

/// Problem details (RFC 9457) of requests for a stack.
extension ProblemDetails {
    static func malformedStack(_ error: BodyError) -> ProblemDetails {
        ofClient("malformed-body", 400, "The body cannot be read", error.description)
    }

    static func unsupportedStack(_ type: String) -> ProblemDetails {
        ofClient(
            "unsupported-body", 415, "The body cannot be read",
            "The media type \"\(type)\" is not supported; send application/json or application/vnd.siren+json.")
    }

    static var noDryRunOfStack: ProblemDetails {
        ofClient(
            "no-dry-run", 403, "Changes of a stack have no dry run",
            "Only actions can be explained. Nothing was done.")
    }

    static var staleStack: ProblemDetails {
        ofClient(
            "stale-stack", 409, "The stack has changed",
            "The version or the session that the request names cannot be changed now. Fetch the stack again, then repeat "
                + "the request.")
    }

    static func stack(_ error: StackError) -> ProblemDetails {
        switch error {
        case .noStack:
            ofClient("no-stack", 404, "There is no stack here", "The screen at this address is on no stack.")
        case .noEntry(let index, let depth):
            ofClient(
                "no-entry", 404, "The stack is not so deep",
                "The stack has \(depth) routes, so there is no route \(index).", [("depth", .number(depth))])
        case .rootStays:
            ofClient(
                "root-stays", 409, "The root cannot be removed",
                "A stack always has a root. Remove the routes from 2, or replace the stack with PUT.")
        case .empty:
            ofClient("empty-stack", 422, "A stack has at least one route", "Send at least the root.")
        case .tooDeep(let limit):
            ofClient(
                "too-deep", 422, "The stack is too deep", "A stack has at most \(limit) routes.",
                [("limit", .number(limit))])
        case .noSuchRoute(let route, let index):
            ofClient(
                "no-such-route", 422, "There is no such route",
                "No location can push route \(index), \"\(route.shortened(to: 64))\", or its screen does not exist.",
                [("index", .number(index)), ("route", .string(route.shortened(to: 256)))])
        case .refused(let route, let index, _):
            ofClient(
                "refused-route", 403, "This route is not available to you now",
                "A guard refuses route \(index), \"\(route.shortened(to: 64))\". Nothing was changed.",
                [("index", .number(index)), ("route", .string(route.shortened(to: 256)))])
        case .unsaved(let indices):
            ofClient(
                "unsaved-changes", 409, "Typed text would be lost",
                "The routes to remove hold typed text, or require a confirmation. Nothing was changed.",
                [("indices", .array(indices.map { .number($0) }))])
        case .alert:
            ofClient(
                "alert-shown", 409, "An alert must be dismissed first",
                "The screen shows an alert. Dismiss it there, then repeat the request.")
        }
    }
}
