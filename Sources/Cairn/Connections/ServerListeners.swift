import Glibc
import Sockets

/// The addresses at which a server accepts connections.
public struct BoundAddress: Sendable, Equatable, CustomStringConvertible {
    /// The port; `nil` if the server listens only on Unix-domain sockets.
    public let port: UInt16?
    /// The port that redirects plain HTTP to TLS, if there is one.
    public let redirectPort: UInt16?
    /// The addresses as text: the port as a URL of `localhost`, such as `http://localhost:8080`, or `unix:` and a path.
    public let description: String
    /// True if other machines can connect and the connections are not encrypted.
    let isPlainForOthers: Bool
    /// The port of the metrics, if there is one.
    public internal(set) var metricsPort: UInt16?
}

/// The listening sockets of a server: one per loop on the same port, or sockets that all loops share.
struct ServerListeners {
    var address: BoundAddress
    private var listeners: [Listener] = []
    /// The sockets that all loops share; held here, because a released one removes its socket file.
    private var shared: [ListeningSocket] = []

    /// Listens on the sockets inherited from a supervisor; if there are none, on the Unix-domain socket; if none is
    /// configured, on the port. Also opens the redirect port if it is set.
    ///
    /// - Throws: ``SocketError``; ``ConfigurationError`` if the redirect port is in use or needs a public origin.
    init(_ configuration: Configuration, security: TLSAcceptor?, site: Site, workers: [Worker]) throws {
        let opener = ListenerOpener(configuration: configuration, site: site, workers: workers)
        shared = try ListeningSocket.inherited()
        if shared.isEmpty, let path = configuration.unixSocket { shared = [try ListeningSocket(path: path)] }
        let port: UInt16?
        if shared.isEmpty {
            listeners = try opener.open(port: configuration.port, security)
            port = listeners.first?.address.port
        } else {
            listeners = try opener.open(shared, security)
            port = shared.first { $0.address.family != .local }?.address.port
        }
        let addresses = shared.isEmpty ? listeners.map(\.address) : shared.map(\.address)
        let redirecting = try opener.openRedirect(toTLSPort: port, security)
        listeners += redirecting
        let paths = shared.isEmpty ? [] : shared.filter { $0.address.family == .local }.map(\.name)
        let scheme = security == nil ? "http" : "https"
        address = BoundAddress(
            port: port, redirectPort: redirecting.first?.address.port,
            description: ((port.map { ["\(scheme)://localhost:\($0)"] } ?? []) + paths).joined(separator: ", "),
            isPlainForOthers: security == nil && !addresses.allSatisfy(\.isOfThisMachine), metricsPort: nil)
    }

    /// Stops accepting connections. Open connections continue.
    func close() { for listener in listeners { listener.close() } }
}

/// Opens the listeners of all workers with the same limits.
private struct ListenerOpener {
    let configuration: Configuration
    let site: Site
    let workers: [Worker]
    /// Connections of each network, counted over all listeners.
    let connections: NetworkConnections

    init(configuration: Configuration, site: Site, workers: [Worker]) {
        self.configuration = configuration
        self.site = site
        self.workers = workers
        connections = NetworkConnections(limit: configuration.connectionsPerAddress)
    }

    /// The maximum number of connections of a listener.
    private var maxConnections: Int { max(1, configuration.connections / workers.count) }

    /// Opens one listener per worker, all on the same port.
    func open(
        port: UInt16, _ security: TLSAcceptor?, redirect: HTTPSRedirect? = nil
    ) throws -> [Listener] {
        var address = try SocketAddress(host: configuration.host, port: port)
        // Check first: with SO_REUSEPORT, a second server would share the port without an error.
        try address.requireFree()
        return try workers.map { worker in
            let listener = try worker.loop.listen(
                on: address, maximumConnections: maxConnections, security: security,
                makeRoom: { worker.closeLongestIdle() }, accept: accept(worker, redirect))
            if address.port == 0 { address = try SocketAddress(host: configuration.host, port: listener.address.port) }
            return listener
        }
    }

    /// Opens one listener per worker on each socket.
    func open(_ sockets: [ListeningSocket], _ security: TLSAcceptor?) throws -> [Listener] {
        try sockets.flatMap { socket in
            try workers.map { worker in
                try worker.loop.listen(
                    on: socket, maximumConnections: maxConnections, security: security,
                    makeRoom: { worker.closeLongestIdle() }, accept: accept(worker, nil))
            }
        }
    }

    /// Opens the redirect port if it is set.
    func openRedirect(toTLSPort port: UInt16?, _ security: TLSAcceptor?) throws -> [Listener] {
        guard let wanted = configuration.redirectPort else { return [] }
        guard port != nil || configuration.publicOrigin?.isSecure == true else {
            throw ConfigurationError(description: "--redirect-port: the TLS port is unknown; set --public-origin.")
        }
        let redirect = HTTPSRedirect(publicOrigin: configuration.publicOrigin, port: port ?? 443) {
            security?.isNamed($0) ?? false
        }
        do {
            return try open(port: wanted, nil, redirect: redirect)
        } catch let error as SocketError where error.code == .addressInUse {
            throw ConfigurationError(
                description: "--redirect-port: \(wanted) is already in use; choose another port.")
        }
    }

    private func accept(
        _ worker: Worker, _ redirect: HTTPSRedirect?
    ) -> @Sendable (Connection) -> HTTPConnection? {
        let settings = ListenerSettings(
            site: site, configuration: configuration, connections: connections, answer: redirect?.response)
        return { HTTPConnection($0, of: settings, worker: worker) }
    }
}
