import HTTPProtocol
import Hypermedia
import Sockets

/// What proxies say of a request that came through them (RFC 7239; `X-Forwarded-*` where `Forwarded` is absent).
///
/// Each proxy adds at the end what it saw, so the list is read from there as long as those who wrote it are trusted:
/// what stands before that was written by anybody.
struct Forwarding {
    /// Who sent the request to the first trusted proxy, if that is told and is an address.
    private(set) var client: SocketAddress?
    private var scheme: String?
    private var host: String?

    init(_ fields: HeaderFields, trusting proxies: [AddressRange]) {
        let hops = fields.contains(.forwarded) ? Forwarding.standard(fields) : Forwarding.customary(fields)
        for hop in hops.reversed() {
            client = hop.client
            scheme = hop.scheme?.lowercased()
            host = hop.host
            guard let client, proxies.contains(where: { $0.contains(client) }) else { return }
        }
    }

    /// What the outside sees, if the proxies say so and it can be.
    func origin(of request: Request) -> PublicOrigin? {
        guard scheme == "http" || scheme == "https" || host != nil else { return nil }
        guard let authority = host ?? request.authority else { return nil }
        return PublicOrigin((scheme == "https" ? "https://" : "http://") + authority)
    }

    private struct Hop {
        var client: SocketAddress?
        var scheme: String?
        var host: String?
    }

    private static func standard(_ fields: HeaderFields) -> [Hop] {
        fields.values(of: .forwarded).flatMap { parts(of: $0[...], at: ",") }.map { element in
            var hop = Hop()
            for pair in parts(of: element, at: ";") {
                guard let equals = pair.firstIndex(of: "=") else { continue }
                let value = unquoted(pair[pair.index(after: equals)...])
                switch pair[..<equals].lowercased() {
                case "for": hop.client = address(value)
                case "proto": hop.scheme = value
                case "host": hop.host = value
                default: break
                }
            }
            return hop
        }
    }

    /// Three lists whose ends belong together; a list that is shorter says one thing for all.
    private static func customary(_ fields: HeaderFields) -> [Hop] {
        func list(_ name: FieldName) -> [String] {
            fields.values(of: name).flatMap { parts(of: $0[...], at: ",") }.map(String.init)
        }
        let (clients, schemes, hosts) = (list(.xForwardedFor), list(.xForwardedProto), list(.xForwardedHost))
        let count = max(clients.count, schemes.isEmpty && hosts.isEmpty ? 0 : 1)
        func element(_ list: [String], _ fromEnd: Int) -> String? {
            list.isEmpty ? nil : list[max(0, list.count - 1 - fromEnd)]
        }
        return (0..<count).reversed().map { fromEnd in
            Hop(
                client: clients.isEmpty ? nil : address(clients[clients.count - 1 - fromEnd]),
                scheme: element(schemes, fromEnd), host: element(hosts, fromEnd))
        }
    }

    /// The parts between separators that stand outside of quotes, without the white space around them.
    private static func parts(of text: Substring, at separator: Character) -> [Substring] {
        var isQuoted = false
        var isEscaped = false
        return text.split { character in
            defer { isEscaped = isQuoted && character == "\\" && !isEscaped }
            if character == "\"" && !isEscaped { isQuoted.toggle() }
            return character == separator && !isQuoted
        }.map(\.withoutBlanks)
    }

    /// RFC 9110 §5.6.4.
    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
        var plain = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\" && !isEscaped {
                isEscaped = true
            } else {
                plain.append(character)
                isEscaped = false
            }
        }
        return plain
    }

    /// RFC 7239 §6: an IPv4 address or an IPv6 address in brackets, perhaps with a port; others are names that nobody knows.
    private static func address(_ text: String) -> SocketAddress? {
        var host = text[...]
        if host.first == "[" {
            host = host.dropFirst().prefix { $0 != "]" }
        } else if host.count(where: { $0 == ":" }) == 1 {
            host = host.prefix { $0 != ":" }
        }
        return try? SocketAddress(host: String(host), port: 0)
    }
}

extension FieldName {
    fileprivate static let forwarded: FieldName = "Forwarded"
    fileprivate static let xForwardedFor: FieldName = "X-Forwarded-For"
    fileprivate static let xForwardedProto: FieldName = "X-Forwarded-Proto"
    fileprivate static let xForwardedHost: FieldName = "X-Forwarded-Host"
}
