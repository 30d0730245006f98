import Sockets

/// Opens connections to servers: looks names up, and uses TLS if the address says so.
struct Connector: Sendable {
    enum Place: Equatable {
        case host(RedisAddress.Host)
        case path(String)
    }

    private let pool: BlockingPool

    init(_ address: RedisAddress, pool: BlockingPool) throws {
        self.pool = pool
    }

    func connect(
        to place: Place, on loop: EventLoop, within limit: Duration, delegate: Pipeline
    ) async throws(LinkFailure) -> Connection {
        do {
            switch place {
            case .path(let path): return try await loop.connect(to: .path(path), within: limit, delegate: delegate)
            case .host(let host):
                let numeric = try SocketAddress(host: host.name, port: host.port)
                return try await loop.connect(to: .address(numeric), within: limit, delegate: delegate)
            }
        } catch {
            throw LinkFailure("\(error)")
        }
    }
}
