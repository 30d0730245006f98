import Sockets

/// Opens connections to servers: looks names up, and uses TLS if the address says so.
struct Connector: Sendable {
    enum Place: Equatable {
        case host(RedisAddress.Host)
        case path(String)
    }

    private let pool: BlockingPool
    private let security: TLSConnector?

    /// Reads the certificates of the address, which blocks.
    ///
    /// - Throws: ``TLSError``.
    init(_ address: RedisAddress, pool: BlockingPool) throws(TLSError) {
        self.pool = pool
        guard let files = address.certificates else {
            security = nil
            return
        }
        var own: TLSCertificate?
        if let chain = files.chain, let key = files.key { own = TLSCertificate(chainFile: chain, keyFile: key) }
        security = try TLSConnector(
            trusting: files.trusted.map { .file($0) } ?? .system, certificate: own)
    }

    func connect(
        to place: Place, on loop: EventLoop, within limit: Duration, delegate: Pipeline
    ) async throws(LinkFailure) -> Connection {
        do throws(SocketError) {
            switch place {
            case .path(let path): return try await loop.connect(to: .path(path), within: limit, delegate: delegate)
            case .host(let host):
                return try await loop.connect(
                    toHost: host.name, port: host.port, lookingUpOn: pool, connector: security, within: limit,
                    delegate: delegate)
            }
        } catch {
            throw LinkFailure(error.description)
        }
    }
}
