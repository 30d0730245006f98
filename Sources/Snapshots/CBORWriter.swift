/// Writes CBOR items (RFC 8949): definite lengths only, and each head in its shortest form.
package struct CBORWriter {
    @usableFromInline var content: [UInt8] = []

    package init() {}

    /// The written bytes.
    @inlinable package var bytes: [UInt8] { content }

    @inlinable package mutating func write(byte: UInt8) { content.append(byte) }

    package mutating func writeNull() { content.append(InitialByte.null) }

    /// Writes a head: the major type and the argument, a number whose meaning depends on the type.
    package mutating func write(_ type: MajorType, _ argument: UInt64) {
        let type = type.rawValue << 5
        switch argument {
        case ..<24: content.append(type | UInt8(truncatingIfNeeded: argument))
        case ...0xFF: write(type | 24, UInt8(truncatingIfNeeded: argument))
        case ...0xFFFF: write(type | 25, UInt16(truncatingIfNeeded: argument))
        case ...0xFFFF_FFFF: write(type | 26, UInt32(truncatingIfNeeded: argument))
        default: write(type | 27, argument)
        }
    }

    package mutating func write(_ integer: Int) {
        write(integer < 0 ? .negativeInteger : .unsignedInteger, UInt64(integer < 0 ? ~integer : integer))
    }

    /// Writes a byte string or a text string.
    @inlinable package mutating func write(_ type: MajorType, _ string: some Collection<UInt8>) {
        write(type, UInt64(string.count))
        content.append(contentsOf: string)
    }

    /// Writes a text string, or the number of an equal one in `known`, the texts so far.
    package mutating func write(_ text: String, _ known: inout [ExactText: Int]) {
        let exact = ExactText(text)
        if let number = known[exact] { return write(number) }
        known[exact] = known.count
        write(.textString, text.utf8)
    }

    /// Writes the number in half precision if that loses no bit.
    mutating func write(_ single: Float) {
        let half = Float16(single)
        if Float(half).bitPattern == single.bitPattern { return write(InitialByte.half, half.bitPattern) }
        write(InitialByte.single, single.bitPattern)
    }

    /// Writes the number in single or half precision if that loses no bit.
    mutating func write(_ double: Double) {
        let single = Float(double)
        if Double(single).bitPattern == double.bitPattern { return write(single) }
        write(InitialByte.double, double.bitPattern)
    }

    private mutating func write(_ initial: UInt8, _ number: some FixedWidthInteger) {
        content.append(initial)
        withUnsafeBytes(of: number.bigEndian) { content.append(contentsOf: $0) }
    }
}
