/// 15 random bits of a version in a shared store, which a form sends within `_at`.
///
/// After a failover such a store can have lost its last changes; then the same number is used again for another
/// version. A form of the lost version has other bits, so its action is not performed on the new one.
package struct VersionSalt: Hashable, Sendable {
    /// The random bits, and the highest bit set; 0 for a version without a salt.
    let bits: UInt16

    /// The salt of a version that no other process can make again.
    package static let none = VersionSalt(stored: 0)
    /// The number of characters of the text.
    package static let length = 3

    init(random bits: UInt32) { self.bits = UInt16(truncatingIfNeeded: bits) | 0x8000 }

    /// - Parameter bits: the value of ``bits``; any other value is no salt.
    init(stored bits: UInt16) { self.bits = bits & 0x8000 == 0 ? 0 : bits }

    /// Parses three digits of base 32; returns `nil` for any other text.
    package init?(_ text: Span<UInt8>) {
        guard text.count == Self.length else { return nil }
        var bits: UInt16 = 0
        for position in text.indices.reversed() {
            let value: UInt8
            switch text[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = text[position] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "v"): value = text[position] - UInt8(ascii: "a") + 10
            default: return nil
            }
            bits = bits << 5 | UInt16(value)
        }
        self.bits = bits | 0x8000
    }

    /// The random bits as three digits of base 32.
    package var text: String { String(base32: UInt64(bits), count: Self.length) }

    /// True if a request with the salt `sent` can mean the version with this one. An address names a version without a
    /// salt, and a version that an earlier release stored has none.
    func permits(_ sent: VersionSalt) -> Bool { self == sent || sent == .none || self == .none }
}

extension Page.Origin {
    /// Parses a state that can have a salt, such as `6.x7q`. The origin is `nil` for any other text.
    package static func salted(_ text: Span<UInt8>) -> (Page.Origin?, VersionSalt) {
        let stop = text.count - VersionSalt.length - 1
        guard stop > 0, text[stop] == UInt8(ascii: ".") else { return (Page.Origin(text), .none) }
        guard let salt = VersionSalt(text.extracting((stop + 1)...)),
            case .version(let number)? = Page.Origin(text.extracting(..<stop))
        else { return (nil, .none) }
        return (.version(number), salt)
    }
}
