import HTTPProtocol

/// Redirects plain HTTP to TLS (RFC 9110 §15.4.9).
///
/// A redirect to any requested host would be an open redirect, which caches could store. So the target is the public
/// origin if it is `https`, otherwise the requested host if a certificate names it.
struct HTTPSRedirect: Sendable {
    let publicOrigin: PublicOrigin?
    /// The port for TLS, used with the requested host; the public origin has its own.
    let port: UInt16
    /// True if a certificate names this host.
    let isCertified: @Sendable (_ host: String) -> Bool

    func response(to request: Request) -> Response {
        if request.scheme == .https { return ErrorResponse.misdirected() }
        guard request.target.utf8.first == UInt8(ascii: "/") else {
            return refusal(.badRequest, "This port only redirects to https.")
        }
        guard let origin = origin(for: request) else {
            return refusal(
                .misdirectedRequest,
                "No certificate is valid for this host. Use a host that one names, or set --public-origin.")
        }
        // 308 keeps the method, so a POST stays a POST.
        var response = Response(.permanentRedirect)
        response.fields.add(.location, "\(origin)\(request.target)")
        response.fields.add(.cacheControl, "no-store")
        response.addSecurityHeaders()
        response.source = .route
        return response
    }

    private func refusal(_ status: Status, _ text: String) -> Response {
        var response = Response(status, body: Array((text + "\n").utf8))
        response.fields.add(.contentType, "text/plain; charset=utf-8")
        response.fields.add(.cacheControl, "no-store")
        response.addSecurityHeaders()
        response.closesConnection = true
        return response
    }

    private func origin(for request: Request) -> String? {
        if let publicOrigin, publicOrigin.isSecure { return publicOrigin.description }
        guard let host = request.authority.flatMap(HostName.init(authority:)), isCertified(host.unbracketed) else {
            return nil
        }
        return port == 443 ? "https://\(host.text)" : "https://\(host.text):\(port)"
    }
}
