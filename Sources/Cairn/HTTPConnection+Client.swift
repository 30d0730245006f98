import HTTPProtocol
import Sockets

extension HTTPConnection {
    /// Whether the client is on this machine: the connection comes from a loopback address, and neither a trusted proxy nor
    /// one that adds fields of its own is between. Without a setting that needs it the answer is `false`.
    func isFromThisMachine(_ request: Request) -> Bool {
        guard configuration.explains || configuration.explainsToThisMachine, let connection, !isFromProxy,
            connection.remoteAddress.family != .local, connection.remoteAddress.isOfThisMachine
        else { return false }
        return !["Forwarded", "X-Forwarded-For", "Via"].contains { request.fields.contains($0) }
    }
}
