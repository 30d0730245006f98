package import HTTPProtocol
import Hypermedia

/// Errors that come before any app is asked.
enum ErrorAnswer {
    /// What the parser refused, or a time-out: the connection ends after it.
    static func response(to error: ProtocolError) -> Response {
        let problem = ProblemDetails(
            type: "about:blank", title: error.status.reason, status: error.status.code, detail: error.message,
            instance: nil, extensions: [])
        return plain(problem, status: error.status)
    }

    static func timeOut() -> Response {
        let problem = ProblemDetails(
            type: "about:blank", title: Status.requestTimeout.reason, status: 408,
            detail: "The request did not arrive in time; send it again.", instance: nil, extensions: [])
        return plain(problem, status: .requestTimeout)
    }

    static func unavailable() -> Response {
        let problem = ProblemDetails(
            type: "about:blank", title: Status.serviceUnavailable.reason, status: 503,
            detail: "The server has no room for this at the moment; try again in a second.", instance: nil,
            extensions: [])
        var response = plain(problem, status: .serviceUnavailable)
        response.fields.add(.retryAfter, "1")
        return response
    }

    /// RFC 9110 §7.4, §15.5.20.
    static func misdirected() -> Response {
        let problem = ProblemDetails(
            type: "about:blank", title: Status.misdirectedRequest.reason, status: 421,
            detail: "The target is an https URL, and this connection is not secured; use TLS, or an http URL.",
            instance: nil, extensions: [])
        return plain(problem, status: .misdirectedRequest)
    }

    static func notAcceptable(offered: [MediaType]) -> Response {
        let problem = ProblemDetails(
            type: "about:blank", title: Status.notAcceptable.reason, status: 406,
            detail: "This can be had as " + offered.map(\.name).joined(separator: ", ") + ".", instance: nil,
            extensions: [])
        return plain(problem, status: .notAcceptable)
    }

    private static func plain(_ problem: ProblemDetails, status: Status) -> Response {
        var response = Response(status, body: problem.json())
        response.fields.add(.contentType, MediaType.problem.name)
        response.fields.add(.cacheControl, "no-store")
        response.protect()
        return response
    }
}

extension Response {
    /// To OPTIONS what may be done here (RFC 9110 §9.3.7), to other methods that they may not be used (§15.5.6).
    package static func allowing(_ methods: String, for request: Request) -> Response {
        var response = Response(request.method == .options ? .noContent : .methodNotAllowed)
        response.fields.add(.allow, methods)
        response.fields.add(.cacheControl, "no-store")
        response.protect()
        return response
    }
}
