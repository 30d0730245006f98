import HTTPProtocol
import Sockets

extension HTTPConnection {
    /// Where a request comes from. Those of which a proxy does not say it share one place.
    func network(of forwarding: Forwarding?) -> UInt64? {
        forwarding == nil ? network : forwarding?.client?.network ?? network ?? 0
    }

    /// What the outside sees, where the connection itself says it.
    func origin(of request: Request) -> PublicOrigin? {
        guard isSecure, let authority = request.authority else { return nil }
        return PublicOrigin(authority: authority, isSecure: true)
    }

    /// What the proxy says of the request, if one is trusted.
    func forwarding(of request: Request) -> Forwarding? {
        isFromProxy
            ? Forwarding(request.fields, in: configuration.forwardingFields, trusting: configuration.trustedProxies)
            : nil
    }

    /// Whether the client is on this machine: the connection comes from a loopback address, and neither a trusted proxy nor
    /// one that adds fields of its own is between. Without a setting that needs it the answer is `false`.
    func isFromThisMachine(_ request: Request) -> Bool {
        guard configuration.explains || configuration.explainsToThisMachine, let connection, !isFromProxy,
            connection.remoteAddress.family != .local, connection.remoteAddress.isOfThisMachine
        else { return false }
        return !["Forwarded", "X-Forwarded-For", "Via"].contains { request.fields.contains($0) }
    }
}
