public import HTTPProtocol
package import Sockets
import SystemCalls

/// The operator's settings. The default limits suit the public internet; TLS must be configured.
public struct Configuration: Sendable {
    /// The address to listen on; `::` accepts IPv6 and IPv4.
    public var host = "::"
    /// The port to listen on; 0 selects a free one.
    public var port: UInt16 = 8080
    /// The path of a Unix-domain socket to listen on instead of a port.
    public var unixSocket: String?
    /// The TLS certificates; the first is the default for clients without a matching server name. Empty: plain HTTP.
    package private(set) var certificates: [TLSCertificate] = []
    /// Enables TLS with these certificates.
    ///
    /// - Parameter files: a certificate and its key, `certificate.pem:key.pem`; separate several pairs with commas.
    /// - Returns: `false`, without a change, if `files` is malformed.
    public mutating func speakTLS(_ files: String) -> Bool {
        let pairs = files.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
        guard pairs.allSatisfy({ $0.count == 2 && !$0[0].isEmpty && !$0[1].isEmpty }) else { return false }
        certificates = pairs.map { TLSCertificate(chainFile: $0[0], keyFile: $0[1]) }
        return true
    }
    /// A port on which plain HTTP is redirected to TLS; `nil` for none.
    public var redirectPort: UInt16?
    /// The `max-age` of `Strict-Transport-Security` in whole seconds (RFC 6797): 365 days; 0 omits the field.
    public var strictTransportMaxAge: Duration {
        get { .seconds(strictTransportSeconds) }
        set { strictTransportSeconds = max(0, newValue.components.seconds) }
    }
    package private(set) var strictTransportSeconds: Int64 = 365 * 86_400
    /// The number of event loops; 0 means one per core.
    public var threads = 0
    /// The public origin, such as `https://example.org`; `nil` uses that of each request: a trusted proxy's report,
    /// otherwise its scheme and `Host`.
    public var publicOrigin: PublicOrigin?
    /// The hosts that requests can name; `nil` allows all. The host of ``publicOrigin`` and those of the loopback
    /// interface are always allowed; `/healthz` and `/readyz` allow any host.
    public var allowedHosts: AllowedHosts?
    /// The proxies whose ``forwardingFields`` are trusted. The fields of other clients can be forged.
    package private(set) var trustedProxies: [AddressRange] = []
    /// Trusts the forwarding fields of these proxies.
    ///
    /// - Parameter addresses: addresses and ranges, such as `10.0.0.0/8`, or `unix`, separated by commas.
    /// - Returns: `false`, without a change, if an element is invalid.
    public mutating func trustProxies(_ addresses: String) -> Bool {
        let texts = addresses.split(separator: ",").map { String($0.filter { $0 != " " }) }
        let ranges = texts.compactMap { AddressRange($0) }
        guard ranges.count == texts.count else { return false }
        trustedProxies = ranges
        return true
    }
    /// The header fields in which the trusted proxies report the client, scheme and host.
    public var forwardingFields = ForwardingFields.xForwarded
    /// The folder of static files; `nil` uses the folder `Public` in the current folder, or beside the executable.
    public var publicFolder: String?
    /// The URL path below which static files are served; empty for the root of the site.
    package var publicPrefix = ""
    /// The folder that temporarily keeps uploaded files; `nil` uses the system's temporary folder. Processes with the
    /// same ``secretFile`` share the files of this folder, so that a form that one of them refused can be sent to another.
    public var uploadFolder: String?
    /// Maximum total size of uploaded files, in bytes. One network can use at most an eighth of this size.
    public var uploadSpace = 1 << 30
    /// The folder that keeps sessions across restarts; `nil` keeps them in memory. Apps with a store of their own do
    /// not use it.
    public var stateFolder: String?
    /// The Redis or Valkey servers that keep sessions, such as `redis://user:password@db.example:6379/0`, instead of
    /// ``stateFolder``. Several processes can share them.
    ///
    /// The schemes are `redis`, `unix`, `redis-sentinel` and `redis-cluster`, and `rediss`, `rediss-sentinel` and
    /// `rediss-cluster` for TLS.
    public var stateServers: String?
    /// The number of servers that must have a change before it is acknowledged, the primary included: 1 to 16.
    public var storeCopies = 1
    /// A file with a secret of at least 32 random octets, which the processes that serve one site have in common. Keys
    /// are derived from it, so that these processes resume each other's TLS sessions and share ``uploadFolder``; `nil`
    /// uses random keys in each process.
    public var secretFile: String?
    /// The content of ``secretFile``, which the server reads at its start.
    package var secret: SharedSecret?
    /// Maximum total size of saved sessions, in bytes. One IPv4 address or IPv6 /48 can use at most an eighth of it.
    public var stateSpace = 1 << 30
    /// Exposes diagnostics to all clients, such as the responder chain of a POST (`Cairn-Chain`), dry runs, and the
    /// type of a failed responder look-up. The counts of live objects are exposed only to clients on this machine.
    public var exposesDiagnostics = false
    /// Exposes the diagnostics of ``exposesDiagnostics`` only to clients that connect from a loopback address without a
    /// proxy.
    public var exposesDiagnosticsToLoopback = false

    /// True if some client can get diagnostics.
    var canExposeDiagnostics: Bool { exposesDiagnostics || exposesDiagnosticsToLoopback }
    /// True to log every request.
    public var logsAccess = true
    /// True to include the queries of URLs in the access log. They can contain keys and visitors' search terms.
    public var logsQueries = false
    /// The format of the log, if the program passes none of its own.
    public var logFormat = LogFormat.text
    /// Less severe entries are not logged.
    public var logLevel = LogLevel.info
    /// True to give each request an id, see ``RequestTrace``; `nil` does so unless the log is in the text format.
    public var assignsRequestIDs: Bool?
    /// The port for metrics in the text format of Prometheus; 0 selects a free one, `nil` opens none.
    public var metricsPort: UInt16?
    /// The numeric address of ``metricsPort``. Anyone who can connect to it can read the metrics.
    public var metricsHost = "127.0.0.1"
    /// The state of the build, if the command `dev` has started the program.
    package var development: Development?
    /// True to refuse to start if a mistake is found in an app's first screen, its routes or its handler tables.
    public var isStrict = false

    /// Limits of HTTP messages.
    public var messages = Limits()
    /// Limits of sessions.
    public var sessions = SessionLimits()
    /// The idle timeout of a session: 30 minutes.
    public var sessionIdleTimeout: Duration {
        get { sessions.idle }
        set { sessions.idle = newValue }
    }
    /// Maximum age of a session since its creation or last identity change, such as a login or a logout, even if it is
    /// in use: 30 days; 0 means no limit.
    public var sessionLifetime: Duration {
        get { sessions.lifetime }
        set { sessions.lifetime = newValue }
    }
    /// Maximum number of connections, divided among the loops. At its share, a loop closes its longest idle connections
    /// for new ones.
    public var connections = 20_000
    /// Maximum number of connections per address, or per /64 network for IPv6; trusted proxies and Unix-domain sockets
    /// have no such limit. At the limit an idle one is closed for a new one; if none is found, the new one is closed.
    public var connectionsPerAddress = 256
    /// The maximum number of open event streams, see the article about live pages. Each keeps a connection.
    public var streams = 10_000
    /// The maximum number of open event streams that leaves half of the connections for requests.
    var possibleStreams: Int { min(streams, max(1, connections / 2)) }
    /// Maximum number of requests per connection; the last response has `Connection: close`.
    public var requestsPerConnection = 1_000_000
    /// The idle timeout of a connection between requests and, without TLS, before the first: one minute.
    public var idleTimeout: Duration {
        get { Duration(nanoseconds: nanoseconds.idle) }
        set { nanoseconds.idle = newValue.nanoseconds }
    }
    /// Maximum time to receive a request's head, or a TLS handshake and the first octet after it: 10 s.
    public var headerTimeout: Duration {
        get { Duration(nanoseconds: nanoseconds.header) }
        set { nanoseconds.header = newValue.nanoseconds }
    }
    /// Maximum time to receive a request's body: 30 s, and for an upload one second more per 16 KiB.
    public var bodyTimeout: Duration {
        get { Duration(nanoseconds: nanoseconds.body) }
        set { nanoseconds.body = newValue.nanoseconds }
    }
    /// The period in which a client must read a minimum part of a response: 30 s; otherwise its connection is reset.
    public var writeTimeout: Duration {
        get { Duration(nanoseconds: nanoseconds.write) }
        set { nanoseconds.write = newValue.nanoseconds }
    }
    /// Maximum number of bytes that all connections together buffer for slow clients: 128 MiB. At the limit, the server
    /// resets the connection whose client needs longest to read its buffered bytes.
    public var unsentBytes = 128 << 20
    /// Maximum time of a handler: 30 s. Then the handler is cancelled and the client gets 503.
    public var handlerTimeout: Duration {
        get { Duration(nanoseconds: nanoseconds.handler) }
        set { nanoseconds.handler = newValue.nanoseconds }
    }
    /// Maximum time for all `load()` methods of one page: 10 s. Then they are cancelled and the client gets 503.
    public var loadTimeout: Duration {
        get { sessions.maxLoad }
        set { sessions.maxLoad = newValue }
    }
    /// Maximum time to finish requests in flight when the server stops: 10 s. One second later, if SIGTERM or SIGINT
    /// was the reason and a handler still blocks an event loop, the process exits with status 70.
    public var gracePeriod = Duration.seconds(10)

    /// The pause between two runs of the upkeep, such as the removal of idle sessions; tests set a shorter one.
    package var upkeepInterval = Duration.seconds(1)

    /// The time limits of connections in nanoseconds, so that requests need not convert a `Duration`.
    package struct Nanoseconds: Sendable {
        package fileprivate(set) var idle: UInt64 = 60 * 1_000_000_000
        package fileprivate(set) var header: UInt64 = 10 * 1_000_000_000
        package fileprivate(set) var body: UInt64 = 30 * 1_000_000_000
        package fileprivate(set) var write: UInt64 = 30 * 1_000_000_000
        package fileprivate(set) var handler: UInt64 = 30 * 1_000_000_000
    }

    package private(set) var nanoseconds = Nanoseconds()

    /// A configuration with the defaults.
    public init() {}
}

/// Scheme and authority of the site as clients see them (RFC 6454).
public struct PublicOrigin: Sendable, Equatable, CustomStringConvertible {
    let isSecure: Bool
    private let authority: String

    /// Parses an origin: `http` or `https`, a host, an optional port, and an optional slash at the end.
    public init?(_ text: String) {
        let text = (text.hasSuffix("/") ? String(text.dropLast()) : text).lowercased()
        isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else { return nil }
        authority = String(text.dropFirst(isSecure ? 8 : 7))
        let allowed = authority.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
        guard allowed, let host = HostName(authority: authority)?.text else { return nil }
        let port = authority.dropFirst(host.count)
        guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil,
            host.first == "[" || !host.contains(where: { $0 == "[" || $0 == "]" })
        else { return nil }
    }

    /// True if the host is `localhost`, with any port.
    var isLocalhost: Bool { authority == "localhost" || authority.hasPrefix("localhost:") }

    /// The host without the port.
    var host: HostName? { HostName(authority: authority) }

    /// The origin of a request for the validated `authority`, over TLS or over plain HTTP.
    init(authority: String, isSecure: Bool = false) {
        self.authority = authority
        self.isSecure = isSecure
    }

    /// Scheme and authority in the form that browsers send, such as `https://example.org`, without a default port.
    public var description: String {
        let host = authority.lowercased()
        let defaultPort = isSecure ? ":443" : ":80"
        return (isSecure ? "https://" : "http://")
            + (host.hasSuffix(defaultPort) ? String(host.dropLast(defaultPort.count)) : host)
    }
}
