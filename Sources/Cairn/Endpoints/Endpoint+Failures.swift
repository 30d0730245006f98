import HTTPProtocol
import Hypermedia
import NavigationKit
import SessionStores
import Sessions

/// Maps the errors of destinations, loads, handlers, sessions and stores to responses. Expected errors have their own
/// status; any other error gets 500 with a reference that is also in the log.
extension Endpoint {
    func response(to error: any Error, in context: RequestContext) -> Response {
        let (request, builder) = (context.request, context.builder)
        if let (problem, seconds) = unavailability(error) { return builder.problem(problem).retried(after: seconds) }
        switch error {
        case let error as LocationError:
            let nearest = mountPath.url(of: error.longestValidPrefix)
            return builder.problem(
                .noScreen(nearest: nearest),
                links: [PageLink(title: localized("Go to the nearest page"), path: nearest, rel: "urn:cairn:nearest")])
        case let error as HandlerNotFoundError:
            var response = self.response(to: NavigationError.notFound, in: context)
            raiseSeen(to: error.revision, in: &response, context)
            if builder.exposesDiagnostics { response.addChain(error.chain, nil) }
            return response
        // A screen can also refuse a value of its location as it refuses one that was typed.
        case is NavigationError, is InvalidInput:
            let path = mountPath.prefix + context.location.path.prefix { $0 != "?" }
            let nearest = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
            let isWithin = nearest.utf8.count > mountPath.prefix.utf8.count
            return builder.problem(
                .nothingThere,
                links: isWithin
                    ? [PageLink(title: localized("Go to the nearest page"), path: nearest, rel: "urn:cairn:nearest")]
                    : [])
        case let error as EndedFlowError:
            let onward = mountPath.url(of: error.onward)
            return builder.problem(
                .endedFlow(path: onward),
                links: [PageLink(title: localized("Go on"), path: onward, rel: "urn:cairn:onward")])
        case let error as any PresentableError: return builder.problem(.presented(error, at: nil))
        // The client has left or the request's time is over, so the connection drops this response.
        case is CancellationError where Task.isCancelled: return builder.problem(.tookTooLong)
        default:
            let reference = Reference.random()
            report("\(request.method.name) \(request.path): \(error) (reference \(reference))")
            return builder.problem(
                builder.exposesDiagnostics ? .cannotShow(because: error, reference) : .cannotShow(reference))
        }
    }

    /// Returns the problem of a session that cannot be used now, and after how many seconds to try again; `nil` for
    /// other errors. Logs an error of the store.
    func unavailability(_ error: any Error) -> (problem: ProblemDetails, retryAfter: Int)? {
        switch error {
        // Not logged here: the session table logs it as a security event, at a limited rate.
        case let error as StoreError where error.code == .overQuota: return (.noRoomForSession, 60)
        case let error as StoreError:
            report("\(mountPath): \(error)")
            return (.cannotKeep, 5)
        case let error as SessionLoadError:
            report("\(mountPath): \(error)")
            return (.cannotLoad, 5)
        case SessionError.overtaken:
            report("\(mountPath): \(error)")
            return (.cannotKeep, 1)
        case is SessionError: return (.busy, 1)
        case LoadError.tookTooLong:
            report("\(mountPath): \(error)")
            return (.loadTookTooLong, 5)
        default: return nil
        }
    }

    /// Returns true, and logs the error's type, if a browser should be redirected to the alert of `failure`.
    func isAlert(_ failure: any Error, in builder: ResponseBuilder) -> Bool {
        guard builder.mediaType == .html, failure is any PresentableError else { return false }
        // The text of the alert can contain personal data, so log only the type of the error.
        report("\(mountPath): \(type(of: failure))")
        return true
    }

    /// The response to an action that threw an error. Browsers get `page`, the page after the action, with a notice; if
    /// `page` is `nil`, an error page.
    func response(
        to failure: any Error, of done: ActionOutcome.Done, url: String, _ page: Page?, _ builder: ResponseBuilder
    ) -> Response {
        var response: Response
        if let failure = failure as? any PresentableError {
            report("\(mountPath): \(type(of: failure))")
            response = builder.problem(.presented(failure, at: builder.origin.description + url))
        } else {
            let reference = Reference.random()
            report("\(mountPath): \(failure) (reference \(reference))")
            if builder.mediaType == .html, var page {
                page.notice = localized("Reference for this error: \(reference.description)")
                response = builder.page(page, status: .internalServerError)
            } else {
                response = builder.problem(
                    builder.exposesDiagnostics ? .cannotShow(because: failure, reference) : .cannotShow(reference))
            }
        }
        response.fields.set(.cacheControl, "no-store")
        response.fields.add(.contentLocation, url)
        return response
    }
}

/// A random reference of eight characters that links an error response to its log line.
struct Reference: Sendable, CustomStringConvertible {
    let description: String

    static func random() -> Reference {
        Reference(description: String(base32: .random(in: .min ... .max), count: 8))
    }
}

extension PresentableError {
    /// The error's status code if it is a client error (400 to 499), otherwise 409.
    var clientErrorCode: Int { 400...499 ~= statusCode ? statusCode : 409 }

    var status: Status { Status(code: clientErrorCode) ?? .conflict }
}

extension Response {
    /// Returns the response with `Retry-After`, in seconds (RFC 9110 §10.2.3).
    func retried(after seconds: Int) -> Response {
        var response = self
        response.fields.add(.retryAfter, String(seconds))
        return response
    }
}
