import HTTPProtocol

/// Where plain HTTP is led that has come to a server of TLS (RFC 9110 §15.4.9).
struct Redirection: Sendable {
    /// What the operator said that the outside sees.
    let publicOrigin: PublicOrigin?
    /// The port that TLS is spoken on.
    let port: UInt16

    func response(to request: Request) -> Response {
        if request.scheme == .https { return ErrorAnswer.misdirected() }
        guard request.target.utf8.first == UInt8(ascii: "/"), let origin = origin(for: request) else {
            var response = Response(.badRequest, body: Array("This port only leads to https.\n".utf8))
            response.fields.add(.contentType, "text/plain; charset=utf-8")
            response.protect()
            response.closesConnection = true
            return response
        }
        // 308: what was a POST stays one.
        var response = Response(.permanentRedirect)
        response.fields.add(.location, "\(origin)\(request.target)")
        response.protect()
        return response
    }

    private func origin(for request: Request) -> String? {
        if let publicOrigin, publicOrigin.isSecure { return publicOrigin.description }
        guard let authority = request.authority, let host = Self.host(of: authority) else { return nil }
        return port == 443 ? "https://\(host)" : "https://\(host):\(port)"
    }

    /// The host of a checked authority, without its port; an IPv6 address keeps its brackets.
    private static func host(of authority: String) -> Substring? {
        let end = authority.first == "[" ? authority.firstIndex(of: "]") : authority.firstIndex(of: ":")
        guard let end else { return authority.first == "[" ? nil : authority[...] }
        return authority.first == "[" ? authority[...end] : authority[..<end]
    }
}
