import Digests

/// A session id: 128 random bits, 32 hexadecimal digits on the wire. Only the server creates them.
public struct SessionID: Hashable, Sendable, CustomStringConvertible {
    @usableFromInline package let high: UInt64
    @usableFromInline package let low: UInt64

    /// Generates an id with the system's random number generator.
    public static func random() -> SessionID {
        var generator = SystemRandomNumberGenerator()
        return SessionID(high: generator.next(), low: generator.next())
    }

    /// Generates an id for the same session as `id`. Its first 24 bits are those of `id`, so that a store can find both
    /// in the same place; the other 104 bits are random.
    public static func random(near id: SessionID) -> SessionID {
        let placement = ~(UInt64.max >> placementBits)
        let random = SessionID.random()
        return SessionID(high: id.high & placement | random.high & ~placement, low: random.low)
    }

    /// The bits that the ids of one session share.
    package var placement: UInt32 { UInt32(truncatingIfNeeded: high >> (64 - Self.placementBits)) }

    private static let placementBits: UInt64 = 24

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates an id from the first 128 bits of a digest.
    package init(digest: [UInt8]) {
        func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(digest.prefix(8)), low: word(digest.dropFirst(8).prefix(8)))
    }

    /// Parses 32 lower-case hexadecimal digits; returns `nil` for any other text.
    package init?(_ text: Span<UInt8>) {
        guard text.count == 32 else { return nil }
        guard let high = SessionID.word(text, from: 0), let low = SessionID.word(text, from: 16) else { return nil }
        (self.high, self.low) = (high, low)
    }

    /// Parses sixteen hexadecimal digits.
    @inline(__always)
    private static func word(_ text: Span<UInt8>, from start: Int) -> UInt64? {
        var word: UInt64 = 0
        for position in start..<(start + 16) {
            let (digit, letter) = (text[position] &- UInt8(ascii: "0"), text[position] &- UInt8(ascii: "a"))
            guard digit < 10 || letter < 6 else { return nil }
            word = word << 4 | UInt64(digit < 10 ? digit : letter &+ 10)
        }
        return word
    }

    /// Parses 32 lower-case hexadecimal digits; returns `nil` for any other text.
    public init?(_ text: String) {
        guard let id = SessionID(text.utf8.span) else { return nil }
        self = id
    }

    /// The id as 32 lower-case hexadecimal digits.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(unsafeUninitializedCapacity: 32) { bytes in
            for position in 0..<32 {
                let word = position < 16 ? high : low
                bytes[position] = digits[Int(word >> (60 - UInt64(position & 15) * 4) & 15)]
            }
            return 32
        }
    }

    /// The SHA-256 digest of the id. A store uses it as the session's name, because an id opens the session: a listing,
    /// a log or a backup of the store must not contain ids.
    public var digest: [UInt8] {
        SHA256.digest(
            of: [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
        )
    }

    /// Compares all bits. Inlined, because each request looks its session up.
    @inlinable
    public static func == (one: SessionID, other: SessionID) -> Bool {
        one.low == other.low && one.high == other.high
    }

    /// Hashes half of the bits, which are random already.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(low) }
}
