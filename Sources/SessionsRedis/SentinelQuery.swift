import RESP
import Sockets

/// Asks the sentinels for the primary of a name.
struct SentinelQuery: Sendable {
    private let hosts: [RedisAddress.Host]
    private let name: String
    private let address: RedisAddress
    private let connector: Connector
    private let settings: LinkSettings

    /// Returns `nil` if the address names no sentinels.
    init?(of address: RedisAddress, _ connector: Connector, _ settings: LinkSettings) {
        guard case .sentinels(let hosts, let name) = address.servers else { return nil }
        (self.hosts, self.name, self.address, self.connector) = (hosts, name, address, connector)
        self.settings = settings
    }

    /// The primary as one sentinel sees it.
    struct Primary: Equatable {
        let host: RedisAddress.Host
        /// Increases with each failover.
        let epoch: Int64
    }

    /// Returns the primary of the latest failover that a majority of the sentinels knows. A single one can be late.
    func primary(on loop: EventLoop) async throws(LinkFailure) -> RedisAddress.Host {
        var failure = LinkFailure("there is no sentinel")
        var (latest, count) = (Primary?.none, 0)
        for host in hosts.shuffled() where count <= hosts.count / 2 {
            do throws(LinkFailure) {
                let primary = try await primary(by: host, on: loop)
                count += 1
                if primary.epoch > latest?.epoch ?? -1 { latest = primary }
            } catch {
                failure = LinkFailure("sentinel \(host): \(error)", isPermanent: error.isPermanent)
            }
        }
        guard let latest else { throw failure }
        return latest.host
    }

    private func primary(by host: RedisAddress.Host, on loop: EventLoop) async throws(LinkFailure) -> Primary {
        let pipeline = Pipeline(on: loop, settings) { unanswered, reason in
            for call in unanswered { call.fail(reason) }
        }
        let limit = Duration.nanoseconds(Int64(clamping: settings.timeout / 2))
        let deadline = loop.schedule(after: limit) { pipeline.close(because: "no reply in time") }
        defer {
            deadline.cancel()
            pipeline.close(because: "the query has ended")
        }
        pipeline.open(try await connector.connect(to: .host(host), on: loop, within: limit, delegate: pipeline))
        let exchange = Exchange(pipeline: pipeline, loop: loop, timeout: settings.timeout)
        if let credentials = address.sentinelCredentials { try await exchange.authenticate(credentials) }
        let reply = try await exchange.value(of: RESPCommand("SENTINEL", "MASTER", name))
        guard let primary = Primary(reply) else { throw LinkFailure("its reply to SENTINEL MASTER is not valid") }
        return primary
    }
}

extension SentinelQuery.Primary {
    /// - Parameter reply: names and values, as a map or, in RESP2, as an array.
    init?(_ reply: RESPValue) {
        var fields: [String: String] = [:]
        func add(_ name: RESPValue, _ value: RESPValue) {
            guard case .bulkString(let name) = name, case .bulkString(let value) = value else { return }
            fields[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
        }
        switch reply {
        case .map(let pairs): for pair in pairs { add(pair.key, pair.value) }
        case .array(let words):
            for start in stride(from: 0, to: words.count - 1, by: 2) { add(words[start], words[start + 1]) }
        default: return nil
        }
        guard let name = fields["ip"], let port = fields["port"].flatMap(UInt16.init),
            let epoch = fields["config-epoch"].flatMap(Int64.init)
        else { return nil }
        self.init(host: RedisAddress.Host(name: name, port: port), epoch: epoch)
    }
}
