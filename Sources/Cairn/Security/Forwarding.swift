import HTTPProtocol
import Hypermedia
import Sockets

/// The header fields that the trusted proxies write. No others are trusted: proxies forward them unchanged, so a
/// client can forge them. Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum ForwardingFields: String, Sendable, CaseIterable {
    /// `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`.
    case xForwarded = "x-forwarded"
    /// `Forwarded` (RFC 7239).
    case forwarded
}

/// The client, scheme and host of a proxied request, as its proxies report them.
///
/// Each proxy appends an element, so the list is read from its end as long as the reported client is a trusted proxy;
/// the client can have forged the elements before. Lists are split as bytes: as a `Character`, a comma would include a
/// combining mark after it.
struct Forwarding {
    /// The client that sent the request to the first trusted proxy; `nil` if unknown or not an address.
    private(set) var client: SocketAddress?
    private var scheme: String?
    private var host: String?

    /// Maximum number of elements to read, more than any real chain of proxies has. Bounds the address checks for a
    /// forged list.
    private static let maxHops = 64

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
            for _ in 0..<Self.maxHops {
                let text = clients.next()
                client = text.flatMap { Self.address($0) }
                scheme = (schemes.next() ?? schemes.first)?.lowercased()
                host = hosts.next() ?? hosts.first
                guard isTrusted(client), !clients.isAtEnd else { return }
            }
        case .forwarded:
            // Ignore a malformed field: a client could send an opening quotation mark that hides the elements of
            // proxies.
            guard let elements = ForwardedElements(fields) else { return }
            for element in elements.all.suffix(Self.maxHops).reversed() {
                client = element["for"].flatMap { Self.address($0) }
                scheme = element["proto"]?.lowercased()
                host = element["host"]
                guard isTrusted(client) else { return }
            }
        }
    }

    /// The public origin that the proxies report, if valid; with the request's host if they report only the scheme.
    func origin(of request: Request) -> PublicOrigin? {
        guard scheme == "http" || scheme == "https" || host != nil else { return nil }
        guard let authority = host ?? request.authority else { return nil }
        return PublicOrigin((scheme == "https" ? "https://" : "http://") + authority)
    }

    /// Parses an IPv4 address or an IPv6 address in brackets, with an optional port (RFC 7239 §6), or a bare IPv6
    /// address. Obfuscated names give `nil`.
    private static func address(_ text: String) -> SocketAddress? {
        var host = text.utf8[...]
        if host.first == UInt8(ascii: "[") {
            host = host.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        } else if host.count(where: { $0 == UInt8(ascii: ":") }) == 1 {
            host = host.prefix { $0 != UInt8(ascii: ":") }
        }
        guard host.count <= maxAddressLength else { return nil }
        return try? SocketAddress(host: String(Substring(host)), port: 0)
    }

    /// Maximum length of an address in bytes: the longest IPv6 address has 45.
    private static let maxAddressLength = 64
}

/// Iterates over a list without quoted strings from its end, and parses only the elements that are requested.
private struct ListFromEnd {
    private var lines: [ArraySlice<UInt8>]
    /// The element that was read last; at the end of the iteration this is the first of the list.
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

/// The elements of `Forwarded` (RFC 7239 §4); `nil` if a line of the field cannot be parsed.
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

    /// Parses up to a comma or the end; `nil` if malformed.
    private static func takeElement(from rest: inout ArraySlice<UInt8>) -> [String: String]? {
        var element: [String: String] = [:]
        while true {
            rest.skipBlanks()
            guard let next = rest.first, next != UInt8(ascii: ",") else { return element }
            if next != UInt8(ascii: ";") {
                let name = rest.take { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
                guard rest.popFirst() == UInt8(ascii: "="), let value = takeValue(from: &rest) else { return nil }
                let key = String(decoding: name.withoutBlanks, as: UTF8.self).lowercased()
                // Reject duplicates: parsers disagree on whether the first or the last value wins.
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
            // A quoted-pair (RFC 9110 §5.6.4).
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
