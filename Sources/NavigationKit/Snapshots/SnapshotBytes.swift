/// Writes bytes; numbers are variable-length (LEB128).
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(byte: UInt8) { bytes.append(byte) }

    mutating func write(number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func write(count: Int) { write(number: UInt64(count)) }

    mutating func write(integer: Int) {
        write(number: UInt64(bitPattern: Int64((integer << 1) ^ (integer >> (Int.bitWidth - 1)))))
    }

    mutating func write(fixed number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes the number of bytes, then the bytes.
    mutating func write(counted content: some Collection<UInt8>) {
        write(count: content.count)
        bytes.append(contentsOf: content)
    }

    mutating func write(plain content: some Collection<UInt8>) { bytes.append(contentsOf: content) }
}

/// Reads the output of ``ByteWriter``. Reading arbitrary bytes returns a value or throws.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) { rest = Array(bytes)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func readByte() throws -> UInt8 {
        guard let byte = rest.popFirst() else { throw SnapshotError.malformed("it ends too early") }
        return byte
    }

    mutating func readNumber() throws -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            let byte = try readByte()
            let bits = UInt64(byte & 0x7F)
            let shifted = bits << UInt64(shift)
            guard shifted >> UInt64(shift) == bits else { break }
            number |= shifted
            if byte < 0x80 { return number }
        }
        throw SnapshotError.malformed("a number is too large")
    }

    mutating func readInteger() throws -> Int {
        let number = try readNumber()
        return Int(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
    }

    /// Reads the number of elements that follow. Each takes at least `size` bytes, so a false count cannot cause an
    /// allocation out of proportion to the input.
    mutating func readCount(ofSize size: Int = 1) throws -> Int {
        try checkedCount(try readNumber(), ofSize: size)
    }

    func checkedCount(_ number: UInt64, ofSize size: Int) throws -> Int {
        guard let count = Int(exactly: number), count <= rest.count / size else {
            throw SnapshotError.malformed("a count exceeds the remaining bytes")
        }
        return count
    }

    mutating func readBytes(_ count: Int) throws -> ArraySlice<UInt8> {
        guard 0...rest.count ~= count else { throw SnapshotError.malformed("it ends too early") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func readText(_ count: Int) throws -> String {
        guard let text = String(validating: try readBytes(count), as: UTF8.self) else {
            throw SnapshotError.malformed("a text is not UTF-8")
        }
        return text
    }

    mutating func readFixed<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type) throws -> Number {
        try readBytes(MemoryLayout<Number>.size).reversed().reduce(0) { $0 << 8 | Number($1) }
    }
}

/// A text that is compared by its bytes: canonically equivalent texts are different.
struct ExactText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (one: ExactText, other: ExactText) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension Sequence<UInt8> {
    /// The 64-bit FNV-1a checksum. It detects corruption, not forgery.
    package var checksum: UInt64 {
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
