import Glibc
import Sockets

/// The addresses at which a server accepts connections.
public struct BoundAddress: Sendable, Equatable, CustomStringConvertible {
    /// The port; `nil` if the server listens only on Unix-domain sockets.
    public let port: UInt16?
    /// The port that redirects plain HTTP to TLS, if there is one.
    public let redirectPort: UInt16?
    /// The addresses as text, such as `http://localhost:8080`, or `unix:` and a path.
    public let description: String
    /// True if other machines can connect and the connections are not encrypted.
    let isPlainForOthers: Bool
}

/// The listening sockets of a server: one per loop on the same port, or sockets that all loops share.
struct ServerListeners {
    let address: BoundAddress
    private var listeners: [Listener] = []
    /// The sockets that all loops share; held here, because a released one removes its socket file.
    private var shared: [ListeningSocket] = []

    /// Listens on the sockets inherited from a supervisor; if there are none, on the Unix-domain socket; if none is
    /// configured, on the port. Also opens the redirect port if it is set.
    ///
    /// - Throws: ``SocketError``; ``ConfigurationError`` if the redirect port is in use or needs a public origin.
    init(_ configuration: Configuration, security: TLSAcceptor?, site: Site, workers: [Worker]) throws {
        shared = try ListeningSocket.inherited()
        if shared.isEmpty, let path = configuration.unixSocket { shared = [try ListeningSocket(path: path)] }
        let connections = NetworkConnections(limit: configuration.connectionsPerAddress)
        let limit = max(1, configuration.connections / workers.count)
        let scheme = security == nil ? "http" : "https"

        func accept(_ worker: Worker, _ redirect: HTTPSRedirect?) -> @Sendable (Connection) -> HTTPConnection? {
            {
                HTTPConnection(
                    $0, site: site, worker: worker, configuration: configuration, connections: connections,
                    redirect: redirect)
            }
        }

        /// Opens one listener per worker, all on the same port.
        func open(_ port: UInt16, _ security: TLSAcceptor?, _ redirect: HTTPSRedirect?) throws -> [Listener] {
            var address = try SocketAddress(host: configuration.host, port: port)
            // Check first: with SO_REUSEPORT, a second server would share the port without an error.
            try address.requireFree()
            return try workers.map { worker in
                let listener = try worker.loop.listen(
                    on: address, maximumConnections: limit, security: security,
                    makeRoom: { worker.closeLongestIdle() }, accept: accept(worker, redirect))
                if address.port == 0 {
                    address = try SocketAddress(host: configuration.host, port: listener.address.port)
                }
                return listener
            }
        }

        var port: UInt16?
        if shared.isEmpty {
            listeners = try open(configuration.port, security, nil)
            port = listeners.first?.address.port
        } else {
            port = shared.first { $0.address.family != .local }?.address.port
            for socket in shared {
                for worker in workers {
                    listeners.append(
                        try worker.loop.listen(
                            on: socket, maximumConnections: limit, security: security,
                            makeRoom: { worker.closeLongestIdle() }, accept: accept(worker, nil)))
                }
            }
        }
        var redirectPort: UInt16?
        if let wanted = configuration.redirectPort {
            guard port != nil || configuration.publicOrigin?.isSecure == true else {
                throw ConfigurationError(
                    description: "--redirect-port: the TLS port is unknown; set --public-origin.")
            }
            let redirect = HTTPSRedirect(publicOrigin: configuration.publicOrigin, port: port ?? 443) {
                security?.isNamed($0) ?? false
            }
            do {
                let plain = try open(wanted, nil, redirect)
                redirectPort = plain.first?.address.port
                listeners += plain
            } catch let error as SocketError where error.code == .addressInUse {
                throw ConfigurationError(
                    description: "--redirect-port: \(wanted) is already in use; choose another port.")
            }
        }
        let addresses = shared.isEmpty ? listeners.map(\.address) : shared.map(\.address)
        let places = shared.isEmpty ? [] : shared.filter { $0.address.family == .local }.map(\.name)
        address = BoundAddress(
            port: port, redirectPort: redirectPort,
            description: ((port.map { ["\(scheme)://localhost:\($0)"] } ?? []) + places).joined(separator: ", "),
            isPlainForOthers: security == nil && !addresses.allSatisfy(\.isOfThisMachine))
    }

    /// Stops accepting connections. Open connections continue.
    func close() { for listener in listeners { listener.close() } }
}
