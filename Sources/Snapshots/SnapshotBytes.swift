/// Writes bytes; numbers are variable-length (LEB128).
package struct ByteWriter {
    @usableFromInline var content: [UInt8] = []

    package init() {}

    /// The written bytes.
    @inlinable package var bytes: [UInt8] { content }

    @inlinable package mutating func write(byte: UInt8) { content.append(byte) }

    package mutating func write(number: UInt64) {
        var rest = number
        while rest > 0x7F {
            content.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        content.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func write(count: Int) { write(number: UInt64(count)) }

    package mutating func write(integer: Int) {
        write(number: UInt64(bitPattern: Int64((integer << 1) ^ (integer >> (Int.bitWidth - 1)))))
    }

    @inlinable package mutating func write(fixed number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { content.append(contentsOf: $0) }
    }

    /// Writes the number of bytes, then the bytes.
    @inlinable package mutating func write(counted bytes: some Collection<UInt8>) {
        write(count: bytes.count)
        content.append(contentsOf: bytes)
    }

    @inlinable package mutating func write(plain bytes: some Collection<UInt8>) { content.append(contentsOf: bytes) }
}

/// Reads the output of ``ByteWriter``. Reading arbitrary bytes returns a value or throws.
package struct ByteReader {
    @usableFromInline var rest: ArraySlice<UInt8>

    @inlinable package init(_ bytes: some Collection<UInt8>) { rest = Array(bytes)[...] }

    package var isAtEnd: Bool { rest.isEmpty }

    package mutating func readByte() throws -> UInt8 {
        guard let byte = rest.popFirst() else { throw SnapshotError.malformed("it ends too early") }
        return byte
    }

    package mutating func readNumber() throws -> UInt64 {
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

    package mutating func readInteger() throws -> Int {
        let number = try readNumber()
        return Int(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
    }

    /// Reads the number of elements that follow. Each takes at least `size` bytes, so a false count cannot cause an
    /// allocation out of proportion to the input.
    package mutating func readCount(ofSize size: Int = 1) throws -> Int {
        try checkedCount(try readNumber(), ofSize: size)
    }

    package func checkedCount(_ number: UInt64, ofSize size: Int) throws -> Int {
        guard let count = Int(exactly: number), count <= rest.count / size else {
            throw SnapshotError.malformed("a count exceeds the remaining bytes")
        }
        return count
    }

    package mutating func readBytes(_ count: Int) throws -> ArraySlice<UInt8> {
        guard 0...rest.count ~= count else { throw SnapshotError.malformed("it ends too early") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    package mutating func readText(_ count: Int) throws -> String {
        guard let text = String(validating: try readBytes(count), as: UTF8.self) else {
            throw SnapshotError.malformed("a text is not UTF-8")
        }
        return text
    }

    package mutating func readFixed<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type) throws -> Number {
        try readBytes(MemoryLayout<Number>.size).reversed().reduce(0) { $0 << 8 | Number($1) }
    }
}

/// A text that is compared by its bytes: canonically equivalent texts are different.
package struct ExactText: Hashable {
    let text: String

    package init(_ text: String) { self.text = text }

    package static func == (one: ExactText, other: ExactText) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension Sequence<UInt8> {
    /// The 64-bit FNV-1a checksum. It detects corruption, not forgery.
    @inlinable package var checksum: UInt64 {
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
