import RESP
import SessionStores
import Sockets

/// Connects to a primary and makes the connection ready: protocol 3, credentials, database, role, function library.
struct PrimaryOpener: RedisLink.Opener {
    let address: RedisAddress
    /// The server of a cluster; `nil` for the primary of the address.
    let host: RedisAddress.Host?
    let connector: Connector
    let settings: LinkSettings

    func open(_ pipeline: Pipeline, on loop: EventLoop) async throws(LinkFailure) {
        let place = try await place(on: loop)
        if case .host(let host) = place { pipeline.host = host }
        pipeline.open(
            try await connector.connect(
                to: place, on: loop, within: .nanoseconds(Int64(clamping: settings.timeout)),
                delegate: pipeline))
        try await greet(Exchange(pipeline: pipeline, loop: loop, timeout: settings.timeout))
    }

    /// The place of the primary. With Sentinel it is asked for each connection, since a failover moves it.
    private func place(on loop: EventLoop) async throws(LinkFailure) -> Connector.Place {
        if let host { return .host(host) }
        switch address.servers {
        case .primary(let host): return .host(host)
        case .unixSocket(let path): return .path(path)
        case .sentinels:
            if let query = SentinelQuery(of: address, connector, settings) {
                return .host(try await query.primary(on: loop))
            }
        case .cluster: break
        }
        throw LinkFailure("no server is known")
    }

    private static let tracking = RESPCommand("CLIENT", "TRACKING", "ON")

    private func greet(_ exchange: Exchange) async throws(LinkFailure) {
        let pipeline = exchange.pipeline
        try await exchange.authenticate(address.credentials)
        if address.database != 0 { try await exchange.value(of: RESPCommand("SELECT", String(address.database))) }
        if pipeline.tracked != nil, case .success(.error) = await exchange.reply(to: Self.tracking) {
            pipeline.stopTracking()
        }
        // In a cluster a replica redirects to its primary, and no key is at every server.
        guard host == nil else { return }
        guard case .array(let role) = try await exchange.value(of: RESPCommand("ROLE")),
            case .bulkString(let name) = role.first
        else { throw LinkFailure("the reply to ROLE is not valid") }
        guard name.elementsEqual("master".utf8) else {
            throw LinkFailure("the server is a replica (\(String(decoding: name, as: UTF8.self))), not the primary")
        }
        try await loadLibrary(exchange)
    }

    /// Loads the function library if it is missing, and checks that the user can perform its commands: a function that
    /// is stopped halfway leaves its writes.
    private func loadLibrary(_ exchange: Exchange) async throws(LinkFailure) {
        let check = RESPCommand("FCALL_RO", FunctionLibrary.name + "_check", "1", address.prefix + "check")
        var reply = await exchange.reply(to: check)
        if case .success(.error(let error)) = reply, Reaction(to: error, from: nil) == .loadLibrary {
            let loading = await exchange.reply(to: FunctionLibrary.loading)
            if case .success(.error(let error)) = loading { throw LinkFailure(error) }
            reply = await exchange.reply(to: check)
        }
        guard case .array(let lacking) = try exchange.value(reply) else {
            throw LinkFailure("the reply to \(FunctionLibrary.name)_check is not valid")
        }
        let names = lacking.compactMap {
            if case .bulkString(let name) = $0 { String(decoding: name, as: UTF8.self) } else { nil }
        }
        guard names.isEmpty else {
            throw LinkFailure("the user lacks the permission for \(names.joined(separator: ", "))", isPermanent: true)
        }
    }
}

/// The first commands of a connection, one after the other.
struct Exchange {
    let pipeline: Pipeline
    let loop: EventLoop
    /// The time for each command, in nanoseconds.
    let timeout: UInt64

    func reply(to command: RESPCommand) async -> Result<RESPValue, CallFailure> {
        await withUnsafeContinuation { continuation in
            pipeline.send(
                Call(
                    command: command, deadline: loop.now &+ timeout, needsCopies: false,
                    continuation: continuation))
        }
    }

    @discardableResult
    func value(of command: RESPCommand) async throws(LinkFailure) -> RESPValue {
        try value(await reply(to: command))
    }

    func value(_ reply: Result<RESPValue, CallFailure>) throws(LinkFailure) -> RESPValue {
        switch reply {
        case .success(.error(let error)): throw LinkFailure(error)
        case .success(let value): return value
        case .failure(.unavailable(let reason)), .failure(.refused(let reason)), .failure(.outcomeUnknown(let reason)):
            throw LinkFailure(reason)
        case .failure(.repetitionRefused(let reply)): throw LinkFailure(reply)
        case .failure(.closed): throw LinkFailure("the store is closed")
        }
    }

    /// Selects RESP3, with credentials if there are any.
    func authenticate(_ credentials: RedisAddress.Credentials?) async throws(LinkFailure) {
        var hello = RESPCommand("HELLO", "3")
        if let credentials {
            hello.append("AUTH")
            hello.append(credentials.user)
            hello.append(credentials.password)
        }
        try await value(of: hello)
    }
}
