package import HTTPProtocol
import Hypermedia

/// Responses to errors that occur before a request reaches an app. For rejected requests and time-outs, browsers get
/// HTML pages; all other responses are problem details (RFC 9457).
enum ErrorResponse {
    /// The response to a request that the parser rejected. The connection is closed after it.
    ///
    /// - Parameters:
    ///   - accept: the request's `Accept`, if it was received.
    ///   - assets: the URLs of the style sheet and icon for the HTML page.
    static func response(to error: ProtocolError, accept: String?, assets: Assets) -> Response {
        // If the request line or the head is too large, `Accept` can be missing. Assume a browser, such as one with
        // many cookies.
        let isFromBrowser = error.status == .uriTooLong || error.status == .requestHeaderFieldsTooLarge
        return response(
            error.status, error.message, assets: wantsPage(accept, otherwise: isFromBrowser) ? assets : nil)
    }

    static func timeOut(accept: String?, assets: Assets) -> Response {
        response(
            .requestTimeout, "The request did not arrive in time; send it again.",
            assets: wantsPage(accept, otherwise: false) ? assets : nil)
    }

    static func unavailable() -> Response {
        var response = plain(
            .serviceUnavailable, "The server is too busy at the moment; try again in a second.")
        response.fields.add(.retryAfter, "1")
        return response
    }

    /// 421 for an `https` URL if the public origin is not `https`, or on the redirect port (RFC 9110 §7.4, §15.5.20).
    static func misdirected() -> Response {
        plain(
            .misdirectedRequest,
            "The target is an https URL, but this connection is not encrypted; use TLS, or an http URL.")
    }

    static func notAcceptable(offered: [MediaType]) -> Response {
        let names = offered.map(\.name).joined(separator: ", ")
        return plain(.notAcceptable, "None of the media types in Accept is available; use \(names).")
    }

    /// True if `Accept` names HTML and prefers it; `isFromBrowser` if there is no `Accept`. A script that accepts
    /// anything (`*/*`) gets problem details.
    private static func wantsPage(_ accept: String?, otherwise isFromBrowser: Bool) -> Bool {
        guard let accept else { return isFromBrowser }
        return accept.lowercased().contains("text/html")
            && Negotiation.preferred(accept: accept, of: ResponseBuilder.offered) == .html
    }

    private static func response(_ status: Status, _ detail: String, assets: Assets?) -> Response {
        guard let assets else { return plain(status, detail) }
        let (title, advice) = words(for: status)
        var response = Response(status)
        HTMLRenderer.renderMessage(
            title: title ?? status.reason, paragraphs: [advice ?? detail],
            links: [PageLink(title: "Start again", path: "/")], assets: assets, into: &response.body.bytes)
        response.fields.add(.contentType, MediaType.html.name)
        response.fields.add(.cacheControl, "no-store")
        response.fields.add(.vary, "Accept")
        response.protectPage()
        return response
    }

    /// The title and the advice that the HTML page shows.
    private static func words(for status: Status) -> (title: String?, advice: String?) {
        switch status {
        case .contentTooLarge:
            (
                "That is too large to send",
                "Go back in your browser, choose a smaller file or shorten the text, and send it again."
            )
        case .uriTooLong:
            (
                "This address is too long",
                "This site does not accept addresses of this length. Go back, or start again."
            )
        case .requestHeaderFieldsTooLarge:
            (
                "Your browser sends too much",
                "Too many cookies are the usual cause. Delete the cookies of this site in your browser, then start again."
            )
        case .requestTimeout:
            ("That took too long", "Your request did not arrive in time. Go back in your browser, and send it again.")
        case .badRequest:
            (
                "This request could not be read",
                "Your browser, or something between it and this site, sent an invalid request. Go back and try again."
            )
        default: (nil, nil)
        }
    }

    private static func plain(_ status: Status, _ detail: String) -> Response {
        let problem = ProblemDetails(
            type: "about:blank", title: status.reason, status: status.code, detail: detail, instance: nil,
            extensions: [])
        var response = Response(status, body: problem.json())
        response.fields.add(.contentType, MediaType.problem.name)
        response.fields.add(.cacheControl, "no-store")
        response.fields.add(.vary, "Accept")
        response.addSecurityHeaders()
        return response
    }
}

extension Response {
    /// The response to OPTIONS, which lists the allowed methods (RFC 9110 §9.3.7), or 405 to other methods (§15.5.6).
    package static func allowing(_ methods: String, for request: Request) -> Response {
        var response = Response(request.method == .options ? .noContent : .methodNotAllowed)
        response.fields.add(.allow, methods)
        response.fields.add(.cacheControl, "no-store")
        response.addSecurityHeaders()
        return response
    }
}
