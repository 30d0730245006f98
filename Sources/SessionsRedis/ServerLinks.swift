import RESP
import SessionStores
import Sockets

/// The links of one loop: two or three for each server.
///
/// Loads have a connection of their own: it tracks what it loads, and a change on the same connection would confuse the
/// tracking. Commits and leases share one, unless commits wait for replicas (`WAIT`), which blocks the connection.
///
/// Confined to the thread of its loop.
final class ServerLinks: @unchecked Sendable {  // ok: confined to its loop's thread
    enum Lane { case loads, leases, commits }

    /// The server that a command is for.
    struct Target: Equatable {
        /// A server of a cluster; `nil` for the only primary of a store that is no cluster.
        let host: RedisAddress.Host?
        /// True if the key is moving to this server.
        var isAsking = false
    }

    /// The links to one server.
    private struct Lanes {
        let loads: RedisLink
        let leases: RedisLink
        let commits: RedisLink

        var all: [RedisLink] { leases === commits ? [loads, commits] : [loads, leases, commits] }

        subscript(lane: Lane) -> RedisLink {
            switch lane {
            case .loads: loads
            case .leases: leases
            case .commits: commits
            }
        }
    }

    let loop: EventLoop
    private let settings: LinkSettings
    private let followers: LogFollowers?
    private let sessions: SessionFollowers
    private let outdated: OutdatedKeys
    private let makeOpener: @Sendable (RedisAddress.Host?) -> any RedisLink.Opener
    /// The links by server; `nil` is the only primary of a store that is no cluster.
    private var servers: [RedisAddress.Host?: Lanes] = [:]
    /// The primaries of a cluster.
    private var map: ClusterMap?
    private var isReadingMap = false
    private var isClosed = false

    /// The maximum number of servers; redirections to further ones are not followed.
    private static let maxServers = 1_024

    init(
        on loop: EventLoop, seeds: [RedisAddress.Host]?, _ settings: LinkSettings, followers: LogFollowers? = nil,
        sessions: SessionFollowers, outdated: OutdatedKeys,
        makeOpener: @escaping @Sendable (RedisAddress.Host?) -> any RedisLink.Opener
    ) {
        self.loop = loop
        self.settings = settings
        self.followers = followers
        self.sessions = sessions
        self.outdated = outdated
        self.makeOpener = makeOpener
        map = seeds.map { ClusterMap(seeds: $0) }
    }

    /// Returns the server to ask for a hash slot.
    func target(for slot: UInt16) -> Target { Target(host: map?.primary(of: slot)) }

    /// One target for each primary that is known.
    var primaries: [Target] { map.map { $0.all.map { Target(host: $0) } } ?? [Target(host: nil)] }

    func send(_ call: Call, to target: Target, in lane: Lane) {
        guard !isClosed else { return call.complete(.failure(.closed)) }
        guard let link = lanes(to: target.host)?[lane] else { return call.fail("too many servers in the cluster") }
        if target.isAsking {
            link.send(
                Call(command: RESPCommand("ASKING"), deadline: call.deadline, needsCopies: false, continuation: nil))
        }
        link.send(call)
    }

    /// Gives up the connections to a server.
    func reconnect(to target: Target, because reason: String) {
        for link in servers[target.host]?.all ?? [] { link.reconnect(because: reason) }
    }

    /// Gives up the connections to other servers than this one.
    func follow(_ host: RedisAddress.Host) {
        for link in servers.values.flatMap(\.all) { link.follow(host) }
    }

    /// Forgets the server of a hash slot because it does not answer, so that another one is asked for the slot.
    ///
    /// - Returns: false if there is no other server.
    func forget(_ target: Target, of slot: UInt16) -> Bool {
        guard target.host != nil else { return false }
        map?.forget(slot)
        return true
    }

    /// Notes that a hash slot has another primary, and reads the whole map from it.
    func slot(_ slot: UInt16, movedTo host: RedisAddress.Host) {
        map?.set(host, for: slot)
        readMap(from: host)
    }

    func close() {
        isClosed = true
        for link in servers.values.flatMap(\.all) { link.close() }
        servers = [:]
    }

    /// The answer to a load without a round trip; `nil` if the server must be asked.
    func stored(_ key: [UInt8], since known: Revision?, at target: Target) -> StoredSession? {
        servers[target.host]?.loads.stored(key, since: known)
    }

    private func lanes(to host: RedisAddress.Host?) -> Lanes? {
        if let lanes = servers[host] { return lanes }
        guard servers.count < Self.maxServers else { return nil }
        let (opener, tracked) = (
            makeOpener(host), TrackedKeys(followers: followers, sessions: sessions, outdated: outdated)
        )
        var confirmed = settings
        confirmed.waitsForConnection = host == nil
        var unconfirmed = confirmed
        unconfirmed.replicas = 0
        let commits = RedisLink(on: loop, opener: opener, confirmed)
        let lanes = Lanes(
            loads: RedisLink(on: loop, opener: opener, unconfirmed, tracking: tracked),
            leases: settings.replicas == 0 ? commits : RedisLink(on: loop, opener: opener, unconfirmed),
            commits: commits)
        // Otherwise a lease could be granted while the link for its commit still waits, and refuses commands.
        for link in lanes.all {
            link.didConnect = { [weak self] in
                for other in self?.servers[host]?.all ?? [] { other.connectIfWaiting() }
            }
        }
        servers[host] = lanes
        return lanes
    }

    private func readMap(from host: RedisAddress.Host) {
        guard !isReadingMap, !isClosed else { return }
        isReadingMap = true
        Task.immediate(executorPreference: loop) {
            let reply = await withUnsafeContinuation { continuation in
                let call = Call(
                    command: RESPCommand("CLUSTER", "SLOTS"), deadline: loop.now &+ settings.timeout,
                    needsCopies: false, continuation: continuation)
                send(call, to: Target(host: host), in: .leases)
            }
            isReadingMap = false
            guard case .success(let value) = reply else { return }
            map?.update(from: value, sentBy: host)
            dropUnusedServers()
        }
    }

    /// Closes the links to servers that have left the cluster. Links in use are closed when the map is read again: a
    /// server that is only importing its first slots is in no map.
    private func dropUnusedServers() {
        guard let map else { return }
        for (host, lanes) in servers {
            guard let host, lanes.all.allSatisfy(\.isIdle), !map.contains(host) else { continue }
            servers[host] = nil
            for link in lanes.all { link.close() }
        }
    }
}
