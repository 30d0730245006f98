import HTTPProtocol
import Hypermedia
import NavigationKit
import Sessions

/// The one mapping of errors to responses: the same for GET and POST, and for what a destination, a load or a handler
/// throws. A visitor's mistake gets its own status; anything else is 500 with a reference that the log has too.
extension Endpoint {
    func response(
        to error: any Error, on request: Request, at location: Location, _ answer: Answer
    ) -> Response {
        switch error {
        case let error as LocationError:
            let path = mountPath + error.longestValidPrefix.path
            return answer.problem(
                .noScreen(error, path: path),
                links: [
                    PageLink(title: "The nearest screen", path: path.isEmpty ? "/" : path, rel: "urn:cairn:nearest")
                ])
        case is NavigationError:
            let path = mountPath + location.path.prefix { $0 != "?" }
            let nearest = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
            let isWithin = nearest.utf8.count > mountPath.utf8.count
            return answer.problem(
                .nothingThere,
                links: isWithin
                    ? [PageLink(title: "The nearest screen", path: nearest, rel: "urn:cairn:nearest")] : [])
        case let error as EndedFlowError:
            let path = mountPath + error.onward.path
            return answer.problem(
                .endedFlow(path: path.isEmpty ? "/" : path),
                links: [PageLink(title: "Go on", path: path.isEmpty ? "/" : path, rel: "urn:cairn:onward")])
        case let error as StoreError where error.code == .overQuota:
            return answer.problem(.noRoomForSession).retried(after: 60)
        case let error as StoreError:
            report("\(mountPath): \(error)")
            return answer.problem(.cannotKeep).retried(after: 5)
        case is SessionError: return answer.problem(.busy).retried(after: 1)
        case let error as any PresentableError: return answer.problem(.presented(error, at: nil))
        default:
            let reference = Reference.random()
            report("\(request.method.name) \(request.path): \(error) (reference \(reference))")
            return answer.problem(answer.explains ? .cannotShow(because: error, reference) : .cannotShow(reference))
        }
    }

    /// Whether a browser is redirected to the alert that `failure` shows.
    func isAlert(_ failure: any Error, in answer: Answer) -> Bool {
        guard answer.mediaType == .html, failure is any PresentableError else { return false }
        // What the visitor reads is the app's own business and may hold names; the log says only that it happened.
        report("\(mountPath): \(type(of: failure))")
        return true
    }

    /// The response to an action that threw: to a browser the page it was sent from, with the alert over it.
    func response(
        to failure: any Error, of done: ActionOutcome.Done, url: String, _ page: Page, _ answer: Answer
    ) -> Response {
        var page = page
        var response: Response
        if let failure = failure as? any PresentableError {
            report("\(mountPath): \(type(of: failure))")
            response = answer.problem(.presented(failure, at: answer.origin.description + url))
        } else {
            let reference = Reference.random()
            report("\(mountPath): \(failure) (reference \(reference))")
            page.notice = "Reference for this error: \(reference)"
            response =
                answer.mediaType == .html
                ? answer.page(page, status: .internalServerError)
                : answer.problem(
                    answer.explains ? .cannotShow(because: failure, reference) : .cannotShow(reference))
        }
        response.fields.set(.cacheControl, "no-store")
        response.fields.add(.contentLocation, url)
        return response
    }
}

/// What a visitor quotes and an operator finds in the log: eight characters that no other error has.
struct Reference: Sendable, CustomStringConvertible {
    let description: String

    static func random() -> Reference {
        let digits = Array("0123456789abcdefghijkmnpqrstvwxyz".utf8.prefix(32))
        let bits = UInt64.random(in: .min ... .max)
        let text = (0..<8).map { digits[Int(truncatingIfNeeded: bits >> UInt64($0 * 5) & 31)] }
        return Reference(description: String(decoding: text, as: UTF8.self))
    }
}

extension PresentableError {
    /// The status code that the error chooses; 409 for one that is no client error.
    var clientErrorCode: Int { 400...499 ~= statusCode ? statusCode : 409 }

    var status: Status { Status(code: clientErrorCode) ?? .conflict }
}

extension Response {
    /// The same, with the time after which the client may try again, in seconds (RFC 9110 §10.2.3).
    func retried(after seconds: Int) -> Response {
        var response = self
        response.fields.add(.retryAfter, String(seconds))
        return response
    }
}
