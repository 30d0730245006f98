import HTTPProtocol
import Hypermedia
import Sockets

/// The fields in which the trusted proxies say what they saw. Others are the client's own, for proxies pass them on.
public enum ForwardingFields: String, Sendable, CaseIterable {
    /// `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`.
    case xForwarded = "x-forwarded"
    /// `Forwarded` (RFC 7239).
    case forwarded
}

/// What proxies say of a request that came through them.
///
/// Each proxy adds at the end what it saw, so the list is read from there as long as those who wrote it are trusted:
/// what stands before that was written by anybody. It is read as bytes, as the proxy that wrote it counts them.
struct Forwarding {
    /// Who sent the request to the first trusted proxy, if that is told and is an address.
    private(set) var client: SocketAddress?
    private var scheme: String?
    private var host: String?

    /// More than any chain of proxies; who writes more is none of them.
    private static let mostHops = 64

    init(_ fields: HeaderFields, in kind: ForwardingFields, trusting proxies: [AddressRange]) {
        func isTrusted(_ client: SocketAddress?) -> Bool {
            client.map { client in proxies.contains { $0.contains(client) } } ?? false
        }
        switch kind {
        case .xForwarded:
            var (clients, schemes, hosts) = (
                ListFromEnd(fields, .xForwardedFor), ListFromEnd(fields, .xForwardedProto),
                ListFromEnd(fields, .xForwardedHost)
            )
            for _ in 0..<Self.mostHops {
                let text = clients.next()
                client = text.flatMap { Self.address($0) }
                scheme = (schemes.next() ?? schemes.first)?.lowercased()
                host = hosts.next() ?? hosts.first
                guard isTrusted(client), !clients.isAtEnd else { return }
            }
        case .forwarded:
            // A quotation mark that a client has left open swallows what the proxies wrote behind it.
            guard let elements = ForwardedElements(fields) else { return }
            for element in elements.all.suffix(Self.mostHops).reversed() {
                client = element["for"].flatMap { Self.address($0) }
                scheme = element["proto"]?.lowercased()
                host = element["host"]
                guard isTrusted(client) else { return }
            }
        }
    }

    /// What the outside sees, if the proxies say so and it can be.
    func origin(of request: Request) -> PublicOrigin? {
        guard scheme == "http" || scheme == "https" || host != nil else { return nil }
        guard let authority = host ?? request.authority else { return nil }
        return PublicOrigin((scheme == "https" ? "https://" : "http://") + authority)
    }

    /// RFC 7239 §6: an IPv4 address or an IPv6 address in brackets, perhaps with a port; others are names that nobody knows.
    private static func address(_ text: String) -> SocketAddress? {
        var host = text.utf8[...]
        if host.first == UInt8(ascii: "[") {
            host = host.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        } else if host.count(where: { $0 == UInt8(ascii: ":") }) == 1 {
            host = host.prefix { $0 != UInt8(ascii: ":") }
        }
        guard host.count <= longestAddress else { return nil }
        return try? SocketAddress(host: String(Substring(host)), port: 0)
    }

    /// An IPv6 address with an IPv4 address in it and a zone, in bytes.
    private static let longestAddress = 64
}

/// The elements of a list that has no quotes, the last one first; only those that are asked for are looked at.
private struct ListFromEnd {
    private var lines: [ArraySlice<UInt8>]
    /// What was read last, which is the first of the list once that is at its end.
    private(set) var first: String?

    init(_ fields: HeaderFields, _ name: FieldName) { lines = fields.values(of: name).map { Array($0.utf8)[...] } }

    var isAtEnd: Bool { lines.isEmpty }

    mutating func next() -> String? {
        guard let line = lines.popLast() else { return nil }
        let element: ArraySlice<UInt8>
        if let comma = line.lastIndex(of: UInt8(ascii: ",")) {
            element = line[(comma + 1)...]
            lines.append(line[..<comma])
        } else {
            element = line
        }
        let text = String(decoding: element.withoutBlanks, as: UTF8.self)
        first = text
        return text
    }
}

/// The elements of `Forwarded` (RFC 7239 §4), if all lines of the field follow its grammar.
private struct ForwardedElements {
    private(set) var all: [[String: String]] = []

    init?(_ fields: HeaderFields) {
        for line in fields.values(of: .forwarded) {
            var rest = Array(line.utf8)[...]
            repeat {
                guard let element = Self.takeElement(from: &rest) else { return nil }
                if !element.isEmpty { all.append(element) }
            } while rest.popFirst() == UInt8(ascii: ",")
        }
    }

    /// Up to a comma or the end; nothing if it is malformed.
    private static func takeElement(from rest: inout ArraySlice<UInt8>) -> [String: String]? {
        var element: [String: String] = [:]
        while true {
            rest.skipBlanks()
            guard let next = rest.first, next != UInt8(ascii: ",") else { return element }
            if next != UInt8(ascii: ";") {
                let name = rest.take { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
                guard rest.popFirst() == UInt8(ascii: "="), let value = takeValue(from: &rest) else { return nil }
                let key = String(decoding: name.withoutBlanks, as: UTF8.self).lowercased()
                // Whoever reads only the first of two is told another thing than who reads the last.
                guard element.updateValue(value, forKey: key) == nil else { return nil }
            }
            rest.skipBlanks()
            guard rest.first == UInt8(ascii: ";") else { continue }
            rest.removeFirst()
        }
    }

    private static func takeValue(from rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == UInt8(ascii: "\"") else {
            let token = rest.take { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }.withoutBlanks
            guard !token.contains(UInt8(ascii: "\"")) else { return nil }
            return String(decoding: token, as: UTF8.self)
        }
        rest.removeFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") {
                rest.skipBlanks()
                let isAtEnd = rest.first.map { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") } ?? true
                return isAtEnd ? String(decoding: value, as: UTF8.self) : nil
            }
            // RFC 9110 §5.6.4.
            if byte == UInt8(ascii: "\\") {
                guard let escaped = rest.popFirst() else { return nil }
                value.append(escaped)
            } else {
                value.append(byte)
            }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    fileprivate var withoutBlanks: ArraySlice<UInt8> {
        var rest = drop(while: Self.isBlank)
        while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
        return rest
    }

    fileprivate mutating func skipBlanks() { self = drop(while: Self.isBlank) }

    fileprivate mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = prefix(while: isWanted)
        self = self[taken.endIndex...]
        return taken
    }
}

extension FieldName {
    fileprivate static let forwarded: FieldName = "Forwarded"
    fileprivate static let xForwardedFor: FieldName = "X-Forwarded-For"
    fileprivate static let xForwardedProto: FieldName = "X-Forwarded-Proto"
    fileprivate static let xForwardedHost: FieldName = "X-Forwarded-Host"
}
