import HTTPProtocol
import Sockets

/// The metrics port: an event loop of its own, so that metrics can be read while the loops of the site are blocked.
final class MetricsListener: Sendable {
    private let worker: Worker
    private let listener: Listener
    /// The address with the actual port.
    let address: SocketAddress

    private static let maxConnections = 32
    /// Maximum number of unsent bytes of all scrapes.
    private static let maxUnsentBytes = 16 << 20

    /// Listens on `configuration.metricsHost`.
    ///
    /// - Parameter site: writes the responses to malformed requests, and the log.
    /// - Throws: ``ConfigurationError`` if the port is in use; ``SocketError``.
    init(_ configuration: Configuration, port: UInt16, _ metrics: ServerMetrics, site: Site) throws {
        worker = try Worker(unsentBudget: UnsentBudget(limit: Self.maxUnsentBytes))
        let address = try SocketAddress(host: configuration.metricsHost, port: port)
        do {
            try address.requireFree()
        } catch {
            guard error.code == .addressInUse else { throw error }
            throw ConfigurationError(description: "--metrics-port: \(port) is already in use; choose another port.")
        }
        let endpoint = MetricsEndpoint(metrics: metrics, isForThisMachine: address.isOfThisMachine)
        listener = try Self.listen(on: address, worker, endpoint, site)
        self.address = listener.address
        worker.loop.start()
    }

    private static func listen(
        on address: SocketAddress, _ worker: Worker, _ endpoint: MetricsEndpoint, _ site: Site
    ) throws(SocketError) -> Listener {
        var configuration = Configuration()
        configuration.logsAccess = false
        let settings = ListenerSettings(
            site: site, configuration: configuration, connections: NetworkConnections(limit: maxConnections),
            answer: { endpoint.response(to: $0) })
        return try worker.loop.listen(
            on: address, maximumConnections: maxConnections, makeRoom: { worker.closeLongestIdle() }
        ) { HTTPConnection($0, of: settings, worker: worker) }
    }

    /// Closes the listener and its connections, and ends its loop.
    func close() {
        listener.close()
        worker.loop.execute { [worker] in worker.closeAll() }
        worker.loop.stop()
        worker.loop.join()
    }
}
