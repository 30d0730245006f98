package import HTTPProtocol
import Hypermedia

/// Errors that come before any app is asked: pages in the site's look for browsers, problem details for others.
enum ErrorAnswer {
    /// What the parser refused: the connection ends after it.
    ///
    /// - Parameters:
    ///   - accept: the request's `Accept`, as far as it came.
    ///   - assets: what the page for a browser is set with.
    static func response(to error: ProtocolError, accept: String?, assets: Assets) -> Response {
        // Of a head that is too large the field may not have come; scripts seldom send such heads, people do unawares.
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
            .serviceUnavailable, "The server has no room for this at the moment; try again in a second.")
        response.fields.add(.retryAfter, "1")
        return response
    }

    /// RFC 9110 §7.4, §15.5.20.
    static func misdirected() -> Response {
        plain(
            .misdirectedRequest,
            "The target is an https URL, and this connection is not secured; use TLS, or an http URL.")
    }

    static func notAcceptable(offered: [MediaType]) -> Response {
        plain(.notAcceptable, "This can be had as " + offered.map(\.name).joined(separator: ", ") + ".")
    }

    /// Whether HTML is named and liked best: a script that takes anything (`*/*`) is better served by problem details.
    private static func wantsPage(_ accept: String?, otherwise isFromBrowser: Bool) -> Bool {
        guard let accept else { return isFromBrowser }
        return accept.lowercased().contains("text/html")
            && Negotiation.preferred(accept: accept, of: Answer.offered) == .html
    }

    private static func response(_ status: Status, _ detail: String, assets: Assets?) -> Response {
        guard let assets else { return plain(status, detail) }
        let (title, advice) = words(for: status)
        var response = Response(status)
        HTMLRenderer.renderMessage(
            title: title ?? status.reason, paragraphs: [advice ?? detail],
            links: [PageLink(title: "Start again", path: "/")], assets: assets, into: &response.body)
        response.fields.add(.contentType, MediaType.html.name)
        response.fields.add(.cacheControl, "no-store")
        response.fields.add(.vary, "Accept")
        response.protectPage()
        return response
    }

    /// What a person calls it, and what to do.
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
                "It holds more than this site reads. Go back, or start again and ask for less."
            )
        case .requestHeaderFieldsTooLarge:
            (
                "Your browser sends too much",
                "Mostly these are cookies. Delete the cookies of this site in your browser, then start again."
            )
        case .requestTimeout:
            ("That took too long", "Not all of it arrived in time. Go back in your browser, and send it again.")
        case .badRequest:
            (
                "This could not be read",
                "Your browser, or something between it and this site, sent what is no valid request. Go back and try again."
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
