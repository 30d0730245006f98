import Synchronization

/// Counts the connections of each network, so that one network cannot use all connections of the server. At the limit,
/// its longest idle connection is closed for a new one: a refused client would see an error, but the client of a closed
/// idle connection just opens another (RFC 9112 §9.5).
final class NetworkConnections: Sendable {
    enum Admission {
        case admitted
        /// Admitted in place of this idle connection, which the caller must close or ``keep(_:from:)``. It is no longer
        /// counted.
        case inPlaceOf(HTTPConnection)
        /// No idle connection of the network was found.
        case refused
    }

    private let connections = Mutex<[UInt64: [HTTPConnection]]>([:])
    private let limit: Int
    /// Maximum number of connections that are searched for the longest idle one. With a larger limit, an approximation
    /// is enough.
    private static let maxExamined = 1_024

    init(limit: Int) { self.limit = max(limit, 1) }

    /// Counts `connection`. At the limit it replaces the longest idle connection found; if none is, it is refused.
    ///
    /// - Parameter now: the loop's time. A connection with a later `idleSince`, such as a new one, is not closed.
    func add(_ connection: HTTPConnection, from network: UInt64, at now: UInt64) -> Admission {
        connections.withLock { connections in
            guard connections[network, default: []].count >= limit else {
                Self.append(connection, to: &connections[network, default: []])
                return .admitted
            }
            let own = connections[network, default: []].prefix(Self.maxExamined)
            let idle = own.filter {
                let since = $0.idleSince.load(ordering: .relaxed)
                return since != 0 && since <= now
            }
            guard
                let longest = idle.min(by: {
                    $0.idleSince.load(ordering: .relaxed) < $1.idleSince.load(ordering: .relaxed)
                })
            else { return .refused }
            Self.remove(longest, from: &connections[network, default: []])
            Self.append(connection, to: &connections[network, default: []])
            return .inPlaceOf(longest)
        }
    }

    /// Counts a connection again that was chosen for closing but is now in use, even beyond the limit.
    func keep(_ connection: HTTPConnection, from network: UInt64) {
        connections.withLock { Self.append(connection, to: &$0[network, default: []]) }
    }

    /// Removes a connection from the count, unless another one has replaced it.
    func remove(_ connection: HTTPConnection, from network: UInt64) {
        connections.withLock { connections in
            guard connections[network] != nil else { return }
            Self.remove(connection, from: &connections[network, default: []])
            if connections[network]?.isEmpty ?? true { connections[network] = nil }
        }
    }

    private static func append(_ connection: HTTPConnection, to own: inout [HTTPConnection]) {
        connection.networkIndex = own.count
        own.append(connection)
    }

    private static func remove(_ connection: HTTPConnection, from own: inout [HTTPConnection]) {
        let index = connection.networkIndex
        guard own.indices.contains(index), own[index] === connection else { return }
        let last = own.removeLast()
        if last !== connection {
            own[index] = last
            last.networkIndex = index
        }
        connection.networkIndex = -1
    }
}
