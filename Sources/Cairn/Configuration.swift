public import HTTPProtocol
package import Sockets

/// Everything an operator can set. Each has a default that is safe on the open internet.
public struct Configuration: Sendable {
    /// The address to listen on; `::` takes IPv6 and IPv4.
    public var host = "::"
    /// The port to listen on; 0 takes a free one.
    public var port: UInt16 = 8080
    /// The path of a Unix-domain socket to listen on instead of a port.
    public var unixSocket: String?
    /// Certificates to speak TLS with; the first is for clients that ask for none of the names. None: plain HTTP.
    package private(set) var certificates: [TLSCertificate] = []
    /// Speaks TLS with these certificates.
    ///
    /// - Parameter files: a certificate and its key, `certificate.pem:key.pem`, and others after commas.
    /// - Returns: `false`, and nothing is changed, if it is not that.
    public mutating func speakTLS(_ files: String) -> Bool {
        let pairs = files.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
        guard pairs.allSatisfy({ $0.count == 2 && !$0[0].isEmpty && !$0[1].isEmpty }) else { return false }
        certificates = pairs.map { TLSCertificate(chainFile: $0[0], keyFile: $0[1]) }
        return true
    }
    /// A port on which plain HTTP is led to the one that speaks TLS.
    public var redirectPort: UInt16?
    /// How long browsers are told to insist on TLS, in seconds (RFC 6797); 0 tells them nothing.
    public var strictTransportSeconds = 31_536_000
    /// The number of event loops; one per core by default.
    public var threads = 0
    /// What the outside sees, as `https://example.org`; without it the scheme and the request's `Host`.
    public var publicOrigin: PublicOrigin?
    /// The hosts that requests may name; `nil` allows all. The host of ``publicOrigin`` is always among them.
    public var allowedHosts: AllowedHosts?
    /// The addresses of proxies whose ``forwardingFields`` are believed; nobody else's are.
    package private(set) var trustedProxies: [AddressRange] = []
    /// Believes what these proxies say of a request.
    ///
    /// - Parameter addresses: addresses and ranges, as `10.0.0.0/8`, or `unix`, with commas between them.
    /// - Returns: `false`, and nothing is changed, if one of them is neither.
    public mutating func trustProxies(_ addresses: String) -> Bool {
        let texts = addresses.split(separator: ",").map { String($0.filter { $0 != " " }) }
        let ranges = texts.compactMap { AddressRange($0) }
        guard ranges.count == texts.count else { return false }
        trustedProxies = ranges
        return true
    }
    /// The fields in which those proxies say what they saw.
    public var forwardingFields = ForwardingFields.xForwarded
    /// The folder of static files; without it `Public` beside the current folder or beside the executable.
    public var publicFolder: String?
    /// The path below which static files are served; empty for the site itself.
    package var publicPrefix = ""
    /// The folder in which files that visitors send are kept for a while; without it the system's for such files.
    public var uploadFolder: String?
    /// The most bytes of all such files together.
    public var uploadSpace = 1 << 30
    /// The folder in which sessions are kept beyond the life of the process; without it they are in memory only.
    public var stateFolder: String?
    /// The most bytes of all saved sessions together; a network may have an eighth of it.
    public var stateSpace = 1 << 30
    /// Whether the server says how its apps are built: who handled a POST (`Cairn-Chain`), what a dry run would do, what a
    /// failed look-up was for, and which objects live.
    public var explains = false
    /// The same for clients on this machine only: those that connect from a loopback address, not through a proxy.
    public var explainsToThisMachine = false
    /// Whether every request is logged.
    public var logsAccess = true
    /// Whether the access log holds the queries of URLs, which may hold keys and what visitors search for.
    public var logsQueries = false
    /// Whether a mistake in an app's first screen keeps the server from starting; ``Check`` looks at all of them.
    public var isStrict = false

    /// What a message may cost.
    public var messages = Limits()
    /// What sessions may cost.
    public var sessions = SessionLimits()
    /// How long a session is kept without a request, in seconds.
    public var sessionSeconds: Int {
        get { Int(sessions.idle / 1_000_000_000) }
        set {
            let (nanoseconds, isTooLong) = UInt64(clamping: newValue).multipliedReportingOverflow(by: 1_000_000_000)
            sessions.idle = isTooLong ? .max : nanoseconds
        }
    }
    /// How long a session is kept from its beginning or its last login, however much it is used, in seconds; 0 is for ever.
    public var sessionLifetimeSeconds: Int {
        get { Int(sessions.lifetime / 1_000_000_000) }
        set {
            let (nanoseconds, isTooLong) = UInt64(clamping: newValue).multipliedReportingOverflow(by: 1_000_000_000)
            sessions.lifetime = isTooLong ? .max : nanoseconds
        }
    }
    /// The most connections at once, over all loops. When there are as many, the longest idle ones make room for new ones.
    public var connections = 20_000
    /// The most connections of one address; of IPv6 of one network of 64 bits. When there are as many, the longest idle one
    /// of them makes room for a new one; if all are in use, the new one is closed.
    public var connectionsPerAddress = 256
    /// The most requests of one connection; the last answer says that it closes.
    public var requestsPerConnection = 1_000_000
    /// How long a connection may be idle between requests, in seconds.
    public var idleSeconds = 60
    /// How long a request's head may take, in seconds.
    public var headerSeconds = 10
    /// How long a request's body may take, in seconds.
    public var bodySeconds = 30
    /// How long a client may take to read an answer, in seconds.
    public var writeSeconds = 30
    /// The most octets of responses that are held for slow clients, over all connections: 128 MiB. At the limit the client
    /// is reset that needs longest for what is held for it.
    public var unsentBytes = 128 << 20
    /// How long a handler may take for a response, in seconds; then the client is answered 503 and the handler is cancelled.
    public var handlerSeconds = 30
    /// How long the server waits for what is in flight when it is asked to stop, in seconds. A second later the process ends
    /// with status 70 if a handler still keeps an event loop.
    public var graceSeconds = 10

    /// How often expired sessions and files are removed, in nanoseconds; tests do not wait a second.
    package var upkeepInterval: UInt64 = 1_000_000_000

    /// The defaults.
    public init() {}
}

/// Scheme and authority as the outside sees them (DESIGN D15, RFC 6454).
public struct PublicOrigin: Sendable, Equatable, CustomStringConvertible {
    let isSecure: Bool
    private let authority: String

    /// The origin that `text` spells: `http` or `https`, a host, perhaps a port, and nothing else.
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
        guard !authority.isEmpty, allowed else { return nil }
    }

    /// True if the host is `localhost`, with any port.
    var isLocalhost: Bool { authority == "localhost" || authority.hasPrefix("localhost:") }

    /// Its host without the port.
    var host: HostName? { HostName(authority: authority) }

    /// The origin of a request that came to the checked `authority`, over TLS or over plain HTTP.
    init(authority: String, isSecure: Bool = false) {
        self.authority = authority
        self.isSecure = isSecure
    }

    /// Scheme and authority as browsers send them, as `https://example.org`; a default port is left out.
    public var description: String {
        let host = authority.lowercased()
        let defaultPort = isSecure ? ":443" : ":80"
        return (isSecure ? "https://" : "http://")
            + (host.hasSuffix(defaultPort) ? String(host.dropLast(defaultPort.count)) : host)
    }
}
