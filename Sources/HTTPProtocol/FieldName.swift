/// The name of a header field: a case-insensitive token (RFC 9110 §5.1).
public struct FieldName: Sendable {
    /// The name as written.
    public let text: String
    /// True if responses of apps cannot set this field. ``ServerConnection`` writes it if necessary, but never
    /// `Keep-Alive`, `Trailer` or `Upgrade`.
    let isOwnedByConnection: Bool
    /// One bit, chosen by the name's length and first character, for a Bloom filter over the fields of a request.
    let presence: UInt64

    /// Creates a name, or returns `nil` if the text is not a token (RFC 9110 §5.6.2).
    public init?(_ text: String) {
        guard text.withOctets(\.isToken) else { return nil }
        let isOwned = text.withOctets { name in
            FramingField(name).map { $0 != .host && $0 != .expect } ?? false
                || name.isSameIgnoringCase(as: "date") || name.isSameIgnoringCase(as: "keep-alive")
                || name.isSameIgnoringCase(as: "upgrade") || name.isSameIgnoringCase(as: "trailer")
        }
        self.init(unchecked: text, isOwnedByConnection: isOwned)
    }

    init(unchecked text: String, isOwnedByConnection: Bool = false) {
        self.text = text
        self.isOwnedByConnection = isOwnedByConnection
        presence = text.withOctets(FieldName.presence)
    }

    @inline(__always)
    static func presence(of name: Octets) -> UInt64 {
        guard let first = name.first else { return 0 }
        return 1 << UInt64((UInt8(truncatingIfNeeded: name.count) &* 7 &+ first.lowercased) & 63)
    }
}

extension FieldName: ExpressibleByStringLiteral {
    /// Creates a name from a literal. An invalid literal is an assertion failure in debug builds, and becomes
    /// `X-Invalid-Name` in release builds.
    public init(stringLiteral text: String) {
        if let name = FieldName(text) {
            self = name
        } else {
            assertionFailure("\"\(text)\" is not a field name (RFC 9110 §5.1)")
            self.init(unchecked: "X-Invalid-Name")
        }
    }
}

extension FieldName: Hashable, CustomStringConvertible {
    /// Names are equal if they differ only in case.
    public static func == (left: FieldName, right: FieldName) -> Bool {
        left.text.withOctets { octets in right.text.withOctets { octets.isSameIgnoringCase(as: $0) } }
    }

    /// Hashes the name in lower case.
    public func hash(into hasher: inout Hasher) {
        for octet in text.utf8 { hasher.combine(octet.lowercased) }
    }

    /// The name as written.
    public var description: String { text }
}

/// The request fields that decide the message's length, its host, whether the client waits for 100, and whether the
/// connection persists.
enum FramingField {
    case host, expect, connection, contentLength, transferEncoding

    @inline(__always)
    init?(_ name: Octets) {
        switch name.count {
        case 4 where name.isSameIgnoringCase(as: "host"): self = .host
        case 6 where name.isSameIgnoringCase(as: "expect"): self = .expect
        case 10 where name.isSameIgnoringCase(as: "connection"): self = .connection
        case 14 where name.isSameIgnoringCase(as: "content-length"): self = .contentLength
        case 17 where name.isSameIgnoringCase(as: "transfer-encoding"): self = .transferEncoding
        default: return nil
        }
    }
}
