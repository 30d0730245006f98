import RESP
import SessionStores
import Sockets

/// The links of one loop: two for each server. Reads, leases and pushes use one of them; commits the other one, because
/// waiting for replicas (`WAIT`) blocks its connection.
///
/// Confined to the thread of its loop.
final class ServerLinks: @unchecked Sendable {  // ok: confined to its loop's thread
    enum Lane { case leases, commits }

    /// The server that a command is for.
    struct Target: Equatable {
        /// A server of a cluster; `nil` for the only primary of a store that is no cluster.
        let host: RedisAddress.Host?
        /// True if the key is moving to this server.
        var isAsking = false
    }

    private struct Pair {
        let leases: RedisLink
        let commits: RedisLink
    }

    let loop: EventLoop
    private let settings: LinkSettings
    private let makeOpener: @Sendable (RedisAddress.Host?) -> any RedisLink.Opener
    /// The links by server; `nil` is the only primary of a store that is no cluster.
    private var pairs: [RedisAddress.Host?: Pair] = [:]
    /// The primaries of a cluster.
    private var map: ClusterMap?
    private var isReadingMap = false
    private var isClosed = false

    /// The maximum number of servers; redirections to further ones are not followed.
    private static let maxServers = 1_024

    init(
        on loop: EventLoop, seeds: [RedisAddress.Host]?, _ settings: LinkSettings,
        makeOpener: @escaping @Sendable (RedisAddress.Host?) -> any RedisLink.Opener
    ) {
        self.loop = loop
        self.settings = settings
        self.makeOpener = makeOpener
        map = seeds.map { ClusterMap(seeds: $0) }
    }

    /// Returns the server to ask for a hash slot.
    func target(for slot: UInt16) -> Target { Target(host: map?.primary(of: slot)) }

    /// One target for each primary that is known.
    var primaries: [Target] { map.map { $0.all.map { Target(host: $0) } } ?? [Target(host: nil)] }

    func send(_ call: Call, to target: Target, in lane: Lane) {
        guard !isClosed else { return call.complete(.failure(.closed)) }
        guard let link = link(to: target.host, in: lane) else { return call.fail("too many servers in the cluster") }
        if target.isAsking {
            link.send(
                Call(command: RESPCommand("ASKING"), deadline: call.deadline, needsCopies: false, continuation: nil))
        }
        link.send(call)
    }

    /// Gives up the connections to a server.
    func reconnect(to target: Target, because reason: String) {
        guard let pair = pairs[target.host] else { return }
        pair.leases.reconnect(because: reason)
        pair.commits.reconnect(because: reason)
    }

    /// Forgets a server of a cluster that does not answer, so that another one is asked for its slots.
    ///
    /// - Returns: false if there is no other server.
    func forget(_ target: Target) -> Bool {
        guard let host = target.host else { return false }
        map?.remove(host)
        return true
    }

    /// Notes that a hash slot has another primary, and reads the whole map from it.
    func slot(_ slot: UInt16, movedTo host: RedisAddress.Host) {
        map?.set(host, for: slot)
        readMap(from: host)
    }

    func close() {
        isClosed = true
        for pair in pairs.values {
            pair.leases.close()
            pair.commits.close()
        }
        pairs = [:]
    }

    private func link(to host: RedisAddress.Host?, in lane: Lane) -> RedisLink? {
        if pairs[host] == nil {
            guard pairs.count < Self.maxServers else { return nil }
            let opener = makeOpener(host)
            var leases = settings
            leases.replicas = 0
            pairs[host] = Pair(
                leases: RedisLink(on: loop, opener: opener, leases),
                commits: RedisLink(on: loop, opener: opener, settings))
        }
        return lane == .leases ? pairs[host]?.leases : pairs[host]?.commits
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

    /// Closes the links to servers that have left the cluster.
    private func dropUnusedServers() {
        guard let map else { return }
        for (host, pair) in pairs {
            guard let host, !map.contains(host) else { continue }
            pairs[host] = nil
            pair.leases.close()
            pair.commits.close()
        }
    }
}
