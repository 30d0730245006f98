/// The servers that keep the sessions, from a URL such as `redis://user:password@db.example:6379/1`.
///
/// | URL | servers |
/// |---|---|
/// | `redis://[user:password@]host[:6379][/database]` | one primary |
/// | `unix:/path`, `unix://[user:password@]/path` | one primary on this machine |
/// | `redis-sentinel://[user:password@]host[:26379],…/name[/database]` | the primary that Sentinel knows by this name |
/// | `redis-cluster://[user:password@]host[:6379],…` | the primaries of a cluster |
///
/// `rediss`, `rediss-sentinel` and `rediss-cluster` use TLS. User and password are percent-encoded. A query can follow:
/// `db=N`, `prefix=TEXT` for the names of keys, `ca=FILE` for the certificates to trust, `cert=FILE` and `key=FILE` for
/// the client's own certificate, `sentinel-user=`, `sentinel-password=`.
package struct RedisAddress: Sendable, Equatable, CustomStringConvertible {
    /// The host and port of a server.
    package struct Host: Sendable, Hashable, CustomStringConvertible {
        package let name: String
        package let port: UInt16

        package init(name: String, port: UInt16) {
            self.name = name
            self.port = port
        }

        package var description: String { name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)" }
    }

    package enum Servers: Sendable, Equatable {
        case primary(Host)
        case unixSocket(path: String)
        case sentinels([Host], name: String)
        case cluster([Host])
    }

    /// A user and its password, for `AUTH`.
    package struct Credentials: Sendable, Equatable, CustomStringConvertible {
        package var user = "default"
        package var password: String

        /// The user without the password, for logs.
        package var description: String { user }
    }

    /// The PEM files of a TLS connection.
    package struct Certificates: Sendable, Equatable {
        /// The certificates to trust; `nil` for those of the system.
        package var trusted: String?
        package var chain: String?
        package var key: String?
    }

    /// A URL that cannot be used.
    package struct Invalid: Error, Sendable, Equatable, CustomStringConvertible {
        /// The fault. It contains no text of the URL: a password whose special characters are not percent-encoded can
        /// be taken for any part.
        package let description: String
    }

    package let servers: Servers
    package private(set) var credentials: Credentials?
    package private(set) var sentinelCredentials: Credentials?
    package private(set) var database = 0
    /// The beginning of all keys, at most 32 octets.
    package private(set) var prefix = "cairn:"
    /// `nil` for connections without TLS.
    package private(set) var certificates: Certificates?

    /// True if `text` begins with a scheme of ``RedisAddress``.
    package static func isAddress(_ text: String) -> Bool { Scheme.first(in: text) != nil }

    /// Parses a URL.
    ///
    /// - Throws: ``Invalid``.
    package init(_ text: String) throws(Invalid) {
        guard let (scheme, rest) = Scheme.first(in: text) else {
            throw Invalid(description: "the URL must begin with \(Scheme.list)")
        }
        let (place, query) = rest.cut(at: "?")
        var (authority, path) = scheme == .unix ? Self.unixParts(place) : Self.parts(place)
        if let at = authority.lastIndex(of: "@") {
            credentials = try Self.credentials(authority[..<at])
            authority = authority[authority.index(after: at)...]
        }
        if scheme.usesTLS { certificates = Certificates() }
        switch scheme.kind {
        case .unix:
            guard authority.isEmpty, path.hasPrefix("/"), let decoded = path.percentDecoded else {
                throw Invalid(description: "unix: needs an absolute path, such as unix:/run/redis.sock")
            }
            servers = .unixSocket(path: decoded)
            path = ""
        case .primary:
            let hosts = try Self.hosts(authority, port: 6_379)
            guard let host = hosts.first, hosts.count == 1 else {
                throw Invalid(
                    description: "\(scheme.rawValue) takes one host; for several use redis-sentinel: or redis-cluster:")
            }
            servers = .primary(host)
        case .sentinel:
            let hosts = try Self.hosts(authority, port: 26_379)
            let (name, rest) = path.dropFirst().cut(at: "/")
            guard let name = name.percentDecoded, !name.isEmpty else {
                throw Invalid(description: "the name of the primary is missing, as in redis-sentinel://a,b,c/mymaster")
            }
            servers = .sentinels(hosts, name: name)
            path = rest.isEmpty ? "" : "/" + rest
        case .cluster: servers = .cluster(try Self.hosts(authority, port: 6_379))
        }
        if path.count > 1 { try setDatabase(path.dropFirst()) }
        for part in query.split(separator: "&") { try apply(part) }
        if case .cluster = servers, database != 0 { throw Invalid(description: "a cluster has only database 0") }
        if (certificates?.chain == nil) != (certificates?.key == nil) {
            throw Invalid(description: "cert and key must be given together")
        }
    }

    /// The servers without credentials, for logs.
    package var description: String {
        switch servers {
        case .primary(let host): "redis://\(host)"
        case .unixSocket(let path): "unix:\(path)"
        case .sentinels(let hosts, let name): "redis-sentinel://\(Self.list(hosts))/\(name)"
        case .cluster(let hosts): "redis-cluster://\(Self.list(hosts))"
        }
    }

    private static func list(_ hosts: [Host]) -> String { hosts.map(\.description).joined(separator: ",") }
}

// MARK: - Parsing

extension RedisAddress {
    private enum Scheme: String, CaseIterable {
        case redis = "redis://"
        case rediss = "rediss://"
        case unix = "unix:"
        case sentinel = "redis-sentinel://"
        case secureSentinel = "rediss-sentinel://"
        case cluster = "redis-cluster://"
        case secureCluster = "rediss-cluster://"

        enum Kind { case primary, unix, sentinel, cluster }

        var kind: Kind {
            switch self {
            case .redis, .rediss: .primary
            case .unix: .unix
            case .sentinel, .secureSentinel: .sentinel
            case .cluster, .secureCluster: .cluster
            }
        }

        var usesTLS: Bool { rawValue.hasPrefix("rediss") }

        static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

        static func first(in text: String) -> (Scheme, Substring)? {
            allCases.first { text.hasPrefix($0.rawValue) }.map { ($0, text.dropFirst($0.rawValue.count)) }
        }
    }

    private static func parts(_ place: Substring) -> (authority: Substring, path: Substring) {
        let slash = place.firstIndex(of: "/") ?? place.endIndex
        return (place[..<slash], place[slash...])
    }

    /// `unix:/path` has no authority; `unix://user:password@/path` has one.
    private static func unixParts(_ place: Substring) -> (authority: Substring, path: Substring) {
        place.hasPrefix("//") ? parts(place.dropFirst(2)) : ("", place)
    }

    private static func credentials(_ text: Substring) throws(Invalid) -> Credentials {
        let (user, password) = text.cut(at: ":")
        guard let user = user.percentDecoded, let password = password.percentDecoded, !password.isEmpty else {
            throw Invalid(description: "credentials must be user:password, percent-encoded")
        }
        return Credentials(user: user.isEmpty ? "default" : user, password: password)
    }

    private static func hosts(_ text: Substring, port: UInt16) throws(Invalid) -> [Host] {
        var hosts: [Host] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            hosts.append(try host(part, port: port))
        }
        return hosts
    }

    private static func host(_ text: Substring, port: UInt16) throws(Invalid) -> Host {
        var (name, digits) = (text, Substring())
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw Invalid(description: "an IPv6 address lacks its ]") }
            name = text[text.index(after: text.startIndex)..<end]
            digits = text[text.index(after: end)...]
        } else if let colon = text.lastIndex(of: ":") {
            (name, digits) = (text[..<colon], text[colon...])
        }
        guard !name.isEmpty, text.hasPrefix("[") || !name.contains(":") else {
            throw Invalid(
                description:
                    "a host is missing or not valid; write IPv6 addresses as [::1], and percent-encode passwords")
        }
        guard !digits.isEmpty else { return Host(name: String(name), port: port) }
        guard digits.hasPrefix(":"), let number = digits.dropFirst().decimal, (1...65_535).contains(number) else {
            throw Invalid(description: "a port is not a number from 1 to 65535; percent-encode passwords")
        }
        return Host(name: String(name), port: UInt16(number))
    }

    private mutating func setDatabase(_ text: Substring) throws(Invalid) {
        guard let number = text.decimal else {
            throw Invalid(description: "the database is not a number from 0 to 999999")
        }
        database = number
    }

    private mutating func apply(_ part: Substring) throws(Invalid) {
        let (name, encoded) = part.cut(at: "=")
        guard Self.parameters.contains(name) else {
            throw Invalid(description: "a parameter is unknown; use \(Self.parameters.joined(separator: ", "))")
        }
        guard let value = encoded.percentDecoded, !value.isEmpty else {
            throw Invalid(description: "the value of \(name) is missing or not percent-encoded text")
        }
        switch name {
        case "db": try setDatabase(Substring(value))
        case "prefix":
            guard value.utf8.count <= 32, value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x7B && $0 != 0x7D })
            else { throw Invalid(description: "prefix must be 1 to 32 visible ASCII characters without { and }") }
            prefix = value
        case "sentinel-user":
            sentinelCredentials = Credentials(user: value, password: sentinelCredentials?.password ?? "")
        case "sentinel-password":
            sentinelCredentials = Credentials(user: sentinelCredentials?.user ?? "default", password: value)
        default:
            guard certificates != nil else {
                throw Invalid(description: "\(name) needs TLS: use a scheme that begins with rediss")
            }
            switch name {
            case "ca": certificates?.trusted = value
            case "cert": certificates?.chain = value
            default: certificates?.key = value
            }
        }
    }

    private static let parameters: [Substring] = [
        "db", "prefix", "ca", "cert", "key", "sentinel-user", "sentinel-password",
    ]
}

extension Substring {
    /// Splits the text at the first `separator`; the second part is empty if there is none.
    fileprivate func cut(at separator: Character) -> (Substring, Substring) {
        guard let index = firstIndex(of: separator) else { return (self, "") }
        return (self[..<index], self[self.index(after: index)...])
    }

    /// The number that one to six decimal digits are.
    fileprivate var decimal: Int? {
        (1...6).contains(count) && utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(self) : nil
    }

    /// The text without percent-encoding; `nil` if it is not valid.
    fileprivate var percentDecoded: String? {
        var octets: [UInt8] = []
        var rest = utf8[...]
        while let octet = rest.popFirst() {
            guard octet == UInt8(ascii: "%") else {
                octets.append(octet)
                continue
            }
            guard let high = rest.popFirst().flatMap(Self.hexadecimalDigit),
                let low = rest.popFirst().flatMap(Self.hexadecimalDigit)
            else { return nil }
            octets.append(high << 4 | low)
        }
        return String(validating: octets, as: UTF8.self)
    }

    private static func hexadecimalDigit(_ octet: UInt8) -> UInt8? {
        Character(Unicode.Scalar(octet)).hexDigitValue.map(UInt8.init)
    }
}
