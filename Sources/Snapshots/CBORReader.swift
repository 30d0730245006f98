/// Reads the output of ``CBORWriter``. It refuses items that RFC 8949 allows, but ``CBORWriter`` does not write:
/// indefinite lengths, and heads that are not in their shortest form. Floating-point numbers are read in every width.
/// Reading arbitrary bytes returns a value or throws.
package struct CBORReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// True if all bytes were read.
    package var isAtEnd: Bool { position == bytes.endIndex }

    /// Checks that all bytes were read.
    package func finish() throws {
        guard isAtEnd else { throw SnapshotError.malformed("bytes follow its last item") }
    }

    /// The head of an item: its first byte, and its argument, a number whose meaning depends on the type.
    package struct Head {
        package let initialByte: UInt8
        package let argument: UInt64
        package var type: MajorType { MajorType(rawValue: initialByte >> 5) ?? .simpleOrFloat }
    }

    package mutating func readHead() throws -> Head {
        guard position < bytes.endIndex else { throw SnapshotError.malformed("it ends too early") }
        let initial = bytes[position]
        position += 1
        let information = initial & 31
        guard information >= 24 else { return Head(initialByte: initial, argument: UInt64(information)) }
        guard information < 28 else { throw SnapshotError.malformed("an item has no definite length") }
        let size: UInt64 = 1 << UInt64(information - 24)
        let head = Head(initialByte: initial, argument: try readBytes(size).reduce(0) { $0 << 8 | UInt64($1) })
        let isShortest = size == 1 ? head.argument >= 24 : head.argument >> (4 * size) > 0
        guard isShortest || head.type == .simpleOrFloat else {
            throw SnapshotError.malformed("a number is not in its shortest form")
        }
        return head
    }

    /// Reads the head of an item of this type, and returns the argument.
    package mutating func read(_ type: MajorType) throws -> UInt64 {
        let head = try readHead()
        guard head.type == type else { throw SnapshotError.malformed("an item does not have the expected type") }
        return head.argument
    }

    package mutating func readInteger() throws -> Int {
        let head = try readHead()
        guard head.type == .unsignedInteger || head.type == .negativeInteger, let number = Int(exactly: head.argument)
        else { throw SnapshotError.malformed("an item is not a 64-bit integer") }
        return head.type == .negativeInteger ? ~number : number
    }

    /// Returns the number of bytes, or of elements of `size` items, that follow. Each item takes at least one byte, so a
    /// false count cannot cause work out of proportion to the input.
    package func checkedCount(_ number: UInt64, ofSize size: Int = 1) throws -> Int {
        guard let count = Int(exactly: number), count <= (bytes.endIndex - position) / size else {
            throw SnapshotError.malformed("a count exceeds the remaining bytes")
        }
        return count
    }

    /// Reads the bytes of a byte string or a text string after its head.
    package mutating func readBytes(_ argument: UInt64) throws -> ArraySlice<UInt8> {
        let count = try checkedCount(argument)
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func readText(_ argument: UInt64) throws -> String {
        guard let text = String(validating: try readBytes(argument), as: UTF8.self) else {
            throw SnapshotError.malformed("a text is not UTF-8")
        }
        return text
    }

    /// Reads a text string.
    package mutating func readText() throws -> String { try readText(try read(.textString)) }

    /// Reads a byte string, or null.
    package mutating func readBytesOrNull() throws -> ArraySlice<UInt8>? {
        let head = try readHead()
        if head.initialByte == InitialByte.null { return nil }
        guard head.type == .byteString else {
            throw SnapshotError.malformed("an item does not have the expected type")
        }
        return try readBytes(head.argument)
    }

    /// Reads a text string, or the number of one in `known`, the texts so far.
    package mutating func readText(_ known: inout [String]) throws -> String {
        let head = try readHead()
        switch head.type {
        case .textString: known.append(try readText(head.argument))
        case .unsignedInteger where head.argument < UInt64(known.count): return known[Int(head.argument)]
        default: throw SnapshotError.malformed("an item is neither a text nor the number of an earlier one")
        }
        return known[known.count - 1]
    }
}
