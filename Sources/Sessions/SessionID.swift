/// The name of a session: 128 random bits, 32 hexadecimal digits on the wire. Only the server makes them.
public struct SessionID: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// A new one, from the system's random numbers.
    public static func random() -> SessionID {
        var generator = SystemRandomNumberGenerator()
        return SessionID(high: generator.next(), low: generator.next())
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The identifier of a digest's first 128 bits.
    init(_ digest: [UInt8]) {
        func word(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(digest.prefix(8)), low: word(digest.dropFirst(8).prefix(8)))
    }

    /// The identifier that `text` spells; `nil` unless it is exactly 32 lower-case hexadecimal digits.
    public init?(_ text: Span<UInt8>) {
        guard text.count == 32 else { return nil }
        guard let high = SessionID.word(text, from: 0), let low = SessionID.word(text, from: 16) else { return nil }
        (self.high, self.low) = (high, low)
    }

    /// What sixteen digits spell.
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

    /// The identifier that `text` spells, as above.
    public init?(_ text: String) {
        guard let id = SessionID(text.utf8.span) else { return nil }
        self = id
    }

    /// The 32 digits.
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

    /// The 128 bits, the highest first.
    var bytes: [UInt8] {
        [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
    }

    /// Fifteen bits of it, as three characters: what a page says of who saw it. They lead to no session.
    var tag: String {
        let bits = (high ^ low &* 0x9E37_79B9_7F4A_7C15) >> 40
        return String(unsafeUninitializedCapacity: 3) { bytes in
            for position in 0..<3 {
                let digit = UInt8(truncatingIfNeeded: bits >> UInt64(position * 5) & 31)
                bytes[position] = digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10
            }
            return 3
        }
    }

    /// The bits are random already: part of them is the hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(low) }

    /// What a shard's index looks it up by: other bits than the shard's, so that those of one shard spread all over it.
    var indexBits: UInt32 { UInt32(truncatingIfNeeded: low) }

    var shard: Int { Int(truncatingIfNeeded: high) & (SessionShard.count - 1) }
}
