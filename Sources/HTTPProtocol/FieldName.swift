/// The name of a header field: a token, compared without regard to case (RFC 9110 §5.1).
public struct FieldName: Sendable {
    /// The name as it was written.
    public let text: String
    /// Whether ``ServerConnection`` alone decides this field of a response.
    let isOwnedByConnection: Bool
    /// One bit for the length and beginning of the name, for a first look at whether a request has such a field.
    let presence: UInt64

    /// Checks that the text is a token (RFC 9110 §5.6.2).
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
    /// A name written in the source; a literal that is no token is a mistake found in debug, and harmless in release.
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

    /// The name as it was written.
    public var description: String { text }
}

/// The request fields that decide where a message ends, whom it is for and what happens after it.
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
