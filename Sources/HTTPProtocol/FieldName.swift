/// The name of a header field: a case-insensitive token (RFC 9110 §5.1).
public struct FieldName: Sendable {
    /// The name as written.
    public let text: String
    /// True if responses of apps cannot set this field. ``ServerConnection`` writes it if necessary, but never
    /// `Keep-Alive`, `Trailer` or `Upgrade`.
    let isOwnedByConnection: Bool
    /// One bit, chosen by the name's length, first and last but one character, for Bloom filters over the fields of a
    /// request. The factors give the fields that browsers and proxies send other bits than each other, and other bits than
    /// the absent fields that the server looks up for each request. ``HeaderFields`` has the measured effect.
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
        let count = name.count
        guard count > 0 else { return 0 }
        // The bit 0x20 makes capital and small letters equal; that some other characters become equal too does no harm.
        let (first, later) = (name[0] | 0x20, name[max(0, count - 2)] | 0x20)
        return 1 << UInt64((9 &* first &+ 5 &* UInt8(truncatingIfNeeded: count) &- 3 &* later) & 63)
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

    /// True if one of these names has this first letter, which most fields of a browser do not have. Bit n stands for the
    /// n-th letter: c, e, h or t. ``HeaderFields`` has the measured effect.
    @inline(__always)
    static func mayBegin(with letter: UInt8) -> Bool {
        let letters: UInt32 = 0b1_0000_0000_0001_0010_1000
        return (letters &>> UInt32(letter & 31)) & 1 == 1
    }

    @inline(__always)
    init?(_ name: Octets) {
        guard name.count > 0 else { return nil }
        // The first letter tells most others of the same length apart, such as `Accept` and `Sec-Fetch-Site`.
        switch (name.count, name[0] | 0x20) {
        case (4, UInt8(ascii: "h")) where name.isSameIgnoringCase(as: "host"): self = .host
        case (6, UInt8(ascii: "e")) where name.isSameIgnoringCase(as: "expect"): self = .expect
        case (10, UInt8(ascii: "c")) where name.isSameIgnoringCase(as: "connection"): self = .connection
        case (14, UInt8(ascii: "c")) where name.isSameIgnoringCase(as: "content-length"): self = .contentLength
        case (17, UInt8(ascii: "t")) where name.isSameIgnoringCase(as: "transfer-encoding"):
            self = .transferEncoding
        default: return nil
        }
    }
}
