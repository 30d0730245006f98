import RESP
import Sockets

/// Asks the sentinels, one after the other, for the primary of a name.
struct SentinelQuery {
    let hosts: [RedisAddress.Host]
    let name: String
    private let address: RedisAddress
    private let connector: Connector
    private let settings: LinkSettings

    init(
        hosts: [RedisAddress.Host], name: String, of address: RedisAddress, _ connector: Connector,
        _ settings: LinkSettings
    ) {
        self.hosts = hosts
        self.name = name
        self.address = address
        self.connector = connector
        self.settings = settings
    }

    /// Returns the primary that the first answering sentinel names.
    func primary(on loop: EventLoop) async throws(LinkFailure) -> RedisAddress.Host {
        var failure = LinkFailure("there is no sentinel")
        // Beginning anywhere, so that a sentinel that is cut off from the others does not decide every time.
        for host in hosts.shuffled() {
            do throws(LinkFailure) {
                return try await primary(by: host, on: loop)
            } catch {
                failure = LinkFailure("sentinel \(host): \(error)", isPermanent: error.isPermanent)
            }
        }
        throw failure
    }

    private func primary(by host: RedisAddress.Host, on loop: EventLoop) async throws(LinkFailure) -> RedisAddress.Host
    {
        let pipeline = Pipeline(on: loop, settings) { unanswered, reason in
            for call in unanswered { call.fail(reason) }
        }
        let limit = Duration.nanoseconds(Int64(clamping: settings.timeout / 2))
        let deadline = loop.schedule(after: limit) { pipeline.close(because: "no reply in time") }
        defer {
            deadline.cancel()
            pipeline.close(because: "the query has ended")
        }
        pipeline.open(
            try await connector.connect(to: .host(host), on: loop, within: limit, delegate: pipeline))
        let exchange = Exchange(pipeline: pipeline, loop: loop, timeout: settings.timeout)
        if let credentials = address.sentinelCredentials { try await exchange.authenticate(credentials) }
        let reply = try await exchange.value(of: RESPCommand("SENTINEL", "get-master-addr-by-name", name))
        guard case .array(let parts) = reply, parts.count == 2, case .bulkString(let name) = parts[0],
            case .bulkString(let digits) = parts[1], let port = UInt16(String(decoding: digits, as: UTF8.self))
        else { throw LinkFailure("it knows no primary called \(name)") }
        return RedisAddress.Host(name: String(decoding: name, as: UTF8.self), port: port)
    }
}
