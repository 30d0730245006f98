public import Cairn
import HTTPProtocol
import Synchronization

/// The transport of a visitor's requests to a site.
/// ``Transport/serve(_:mountsAtRoot:configuration:time:log:intercepting:_:)`` makes one.
public struct Wire: Sendable {
    package enum Kind: Sendable {
        case memory(Site)
        case socket(port: UInt16)
        case server(Origin)
    }

    package let kind: Kind

    /// Direct calls of the site, without a server.
    package static func memory(_ site: Site) -> Wire { Wire(kind: .memory(site)) }

    /// A server on this machine, over TCP.
    public static func socket(port: UInt16) -> Wire { Wire(kind: .socket(port: port)) }

    /// A server on any machine, over TCP.
    package static func server(_ origin: Origin) -> Wire { Wire(kind: .server(origin)) }

    /// The value of `Host` in the visitors' requests that do not set it, except to ``server(_:)``.
    package static let host = "cairn.test"

    /// The origin of the site as visitors see it.
    var origin: String {
        if case .server(let origin) = kind { origin.description } else { "http://" + Wire.host }
    }
}

/// The transports over which a test body can run. Later versions can add cases, so a `switch` needs an
/// `@unknown default`.
public enum Transport: String, Sendable, CaseIterable {
    /// Direct calls of the site.
    case memory
    /// A real socket.
    case socket

    /// Serves `apps`, with their routes and with `interceptors` around them, while `body` runs; over a socket, then
    /// stops the server gracefully.
    ///
    /// - Throws: an error of the server, or any error of `body`.
    public func serve(
        _ apps: [HostedApplication], mountsAtRoot: Bool = false, configuration: Configuration = Transport.configuration,
        time: any TimeSource = SystemTime(), log: Log = Log(isQuiet: true),
        intercepting interceptors: [Interceptor] = [], _ body: (Wire) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.host = "127.0.0.1"
        configuration.port = 0
        let server = try Server(
            configuration, apps: apps, mountsAtRoot: mountsAtRoot, time: time, log: log, intercepting: interceptors)
        switch self {
        case .memory:
            try await server.sharedLogs.open()
            do {
                try await server.site.check()
                try await body(.memory(server.site))
            } catch {
                await server.sharedLogs.close()
                throw error
            }
            await server.sharedLogs.close()
        case .socket:
            let running = Task { try await server.run() }
            guard let port = await server.waitUntilListening()?.port else { return try await running.value }
            do {
                try await body(.socket(port: port))
            } catch {
                server.stop()
                try await running.value
                throw error
            }
            server.stop()
            try await running.value
        }
    }

    /// A configuration for tests: diagnostics, no access log, one event loop, a grace period of two seconds.
    public static var configuration: Configuration {
        var configuration = Configuration()
        configuration.exposesDiagnostics = true
        configuration.logsAccess = false
        configuration.threads = 1
        configuration.gracePeriod = .seconds(2)
        return configuration
    }
}

/// A client's connection to a site; over a socket it is kept alive as in a browser.
package final class Line {
    let wire: Wire
    private var client: SocketClient?

    init(_ wire: Wire) { self.wire = wire }

    func reply(to call: Call) async throws -> Reply {
        switch wire.kind {
        case .memory(let site): return try await reply(of: site, to: call)
        case .socket(let port): return try await reply(over: { try await SocketClient(port: port) }, to: call)
        case .server(let origin):
            var call = call
            if !call.has("host") { call.fields.append(("Host", origin.authority)) }
            return try await reply(over: { try await SocketClient(host: origin.host, port: origin.port) }, to: call)
        }
    }

    /// Opens the events of a page.
    package func events(_ call: Call) async throws -> PageEvents {
        switch wire.kind {
        case .memory(let site):
            let response = try await Self.response(of: site, to: call)
            guard case .pushed(let body) = response.body else {
                return PageEvents(Reply(status: response.status.code, fields: response.fields.all, body: []), nil)
            }
            return PageEvents(
                Reply(status: response.status.code, fields: response.fields.all, body: []), PushedReader(body.content))
        case .socket(let port): return try await events(call, from: try await SocketClient(port: port))
        case .server(let origin):
            var call = call
            if !call.has("host") { call.fields.append(("Host", origin.authority)) }
            return try await events(call, from: try await SocketClient(host: origin.host, port: origin.port))
        }
    }

    private func events(_ call: Call, from client: SocketClient) async throws -> PageEvents {
        let reply = try await client.beginReply(to: call)
        return PageEvents(reply, reply["transfer-encoding"] == "chunked" ? ChunkReader(client) : nil)
    }

    private static func response(of site: Site, to call: Call) async throws -> Response {
        guard let method = Method(name: call.method) else { throw VisitorError("\(call.method) is not a method.") }
        var fields = call.fields.map { ($0.name, $0.value) }
        if !call.has("host") { fields.append(("Host", Wire.host)) }
        return await site.respond(
            to: Request(method: method, target: call.target, fields: fields, body: call.body), isFromThisMachine: true)
    }

    private func reply(of site: Site, to call: Call) async throws -> Reply {
        let response = try await Self.response(of: site, to: call)
        guard call.method != "HEAD", response.status.code != 304 else {
            return Reply(status: response.status.code, fields: response.fields.all, body: [])
        }
        let body =
            switch response.body {
            case .bytes(let bytes): bytes
            case .reader(let byteCount, let read): try await read(0..<byteCount)
            case .writer(let write): try await Self.content(of: write)
            case .pushed: throw VisitorError("\(call.target) has no end, so it is no reply; see Visitor.watch().")
            }
        return Reply(status: response.status.code, fields: response.fields.all, body: body)
    }

    private static func content(of write: @Sendable (BodyWriter) async throws -> Void) async throws -> [UInt8] {
        let content = Mutex<[UInt8]>([])
        try await write(BodyWriter { bytes in content.withLock { $0 += bytes } })
        return content.withLock { $0 }
    }

    private func reply(over connect: () async throws -> SocketClient, to call: Call) async throws -> Reply {
        if let client {
            self.client = nil
            do {
                return keep(client, after: try await client.reply(to: call))
            } catch let failure as SocketClient.Failure where failure.isClosedBeforeReply {
                // A server can close an idle connection at any moment (RFC 9112 §9.5), so retry once on a new one.
            }
        }
        let client = try await connect()
        return keep(client, after: try await client.reply(to: call))
    }

    private func keep(_ client: SocketClient, after reply: Reply) -> Reply {
        self.client = reply["connection"]?.lowercased() == "close" ? nil : client
        return reply
    }
}
