import HTTPProtocol
import Sockets

extension HTTPConnection {
    /// The network of the client; `nil` for an untrusted Unix-domain socket. Requests for which a trusted proxy reports
    /// no client share the proxy's own network, or 0 for a Unix-domain socket.
    func network(of forwarding: Forwarding?) -> UInt64? {
        forwarding == nil ? network : forwarding?.client?.network ?? network ?? 0
    }

    /// The public origin of a request on a TLS connection; `nil` for plain HTTP or without a host.
    func origin(of request: Request) -> PublicOrigin? {
        guard isSecure, let authority = request.authority else { return nil }
        return PublicOrigin(authority: authority, isSecure: true)
    }

    /// The proxy's report about the request; `nil` if the connection is not from a trusted proxy.
    func forwarding(of request: Request) -> Forwarding? {
        isFromProxy
            ? Forwarding(request.fields, in: configuration.forwardingFields, trusting: configuration.trustedProxies)
            : nil
    }

    /// True if the client is on this machine: the connection comes from a loopback address, not from a trusted proxy,
    /// and the request has no `Forwarded`, `X-Forwarded-For` or `Via`. False if no setting needs this information.
    func isFromThisMachine(_ request: Request) -> Bool {
        guard configuration.canExposeDiagnostics, let connection,
            !isFromProxy,
            connection.remoteAddress.family != .local, connection.remoteAddress.isOfThisMachine
        else { return false }
        return ![FieldName.forwarded, .xForwardedFor, .via].contains { request.fields.contains($0) }
    }
}
