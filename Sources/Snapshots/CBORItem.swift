/// A CBOR item (RFC 8949 §3) as a tree: the intermediate representation of a value while it is encoded or decoded.
///
/// A class, because a type can encode into several nested containers in turn.
final class CBORItem {
    enum Content {
        case null
        case boolean(Bool)
        case unsigned(UInt64)
        /// The integer -1 - n.
        case negative(UInt64)
        /// An integer above 64 bits: the bytes of a number n, for n or -1 - n (RFC 8949 §3.4.3).
        case bignum(isNegative: Bool, [UInt8])
        case single(Float)
        case double(Double)
        case text(String)
        case array
        case map
    }

    /// The name of this item in the map that contains it; otherwise empty.
    let name: String
    var content: Content
    /// The elements of an array, or the values of a map.
    private(set) var items: [CBORItem] = []

    init(named name: String = "") { (self.name, content) = (name, .null) }

    /// Makes this item an empty array or an empty map.
    func become(_ type: Content) { (content, items) = (type, []) }

    func addItem(named name: String = "") -> CBORItem {
        let item = CBORItem(named: name)
        items.append(item)
        return item
    }

    // MARK: - Writing

    /// - Throws: ``SnapshotError`` if the item takes more than `limit` bytes or is deeper than ``CBOR/maxDepth``.
    func bytes(limit: Int = CBOR.maxLength) throws -> [UInt8] {
        var writer = CBORWriter()
        var names: [ExactText: Int] = [:]
        try write(into: &writer, &names, depth: 0)
        guard writer.bytes.count <= limit else {
            throw SnapshotError.unencodable("it takes more than \(limit) bytes")
        }
        return writer.bytes
    }

    private func write(into writer: inout CBORWriter, _ known: inout [ExactText: Int], depth: Int) throws {
        // ``CBOREncoder`` does not check the depth of nested containers that a type's own `encode(to:)` requests.
        guard depth <= CBOR.maxDepth else { throw SnapshotError.unencodable("it is nested too deeply") }
        switch content {
        case .null: writer.write(byte: InitialByte.null)
        case .boolean(let value): writer.write(byte: value ? InitialByte.true : InitialByte.false)
        case .unsigned(let number): writer.write(.unsignedInteger, number)
        case .negative(let number): writer.write(.negativeInteger, number)
        case .bignum(let isNegative, let bytes):
            writer.write(.tag, isNegative ? Tag.negativeBignum : Tag.unsignedBignum)
            writer.write(.byteString, bytes)
        case .single(let value): writer.write(value)
        case .double(let value): writer.write(value)
        case .text(let text): writer.write(.textString, text.utf8)
        case .array:
            writer.write(.array, UInt64(items.count))
            for item in items { try item.write(into: &writer, &known, depth: depth + 1) }
        case .map:
            writer.write(.map, UInt64(items.count))
            for item in items {
                writer.write(item.name, &known)
                try item.write(into: &writer, &known, depth: depth + 1)
            }
        }
    }

    // MARK: - Reading

    /// - Throws: ``SnapshotError`` if the bytes are not exactly one item, or if it exceeds a limit or
    ///   contains a type that ``Content`` lacks.
    convenience init(_ bytes: [UInt8], limit: Int = CBOR.maxLength) throws {
        guard bytes.count <= limit else {
            throw SnapshotError.malformed("a value is longer than \(limit) bytes")
        }
        var reader = CBORReader(bytes[...])
        var known: [String] = []
        try self.init(from: &reader, &known, depth: 0)
        try reader.finish()
    }

    private init(
        from reader: inout CBORReader, _ known: inout [String], named name: String = "", depth: Int
    ) throws {
        self.name = name
        guard depth <= CBOR.maxDepth else { throw SnapshotError.malformed("a value is nested too deeply") }
        let head = try reader.readHead()
        switch head.type {
        case .unsignedInteger: content = .unsigned(head.argument)
        case .negativeInteger: content = .negative(head.argument)
        case .textString: content = .text(try reader.readText(head.argument))
        case .tag: content = try reader.readBignum(tag: head.argument)
        case .simpleOrFloat: content = try reader.simpleOrFloat(head)
        // Appending without reserving keeps the allocations in proportion to the input.
        case .array:
            content = .array
            for _ in 0..<(try reader.checkedCount(head.argument)) {
                items.append(try CBORItem(from: &reader, &known, depth: depth + 1))
            }
        case .map:
            content = .map
            for _ in 0..<(try reader.checkedCount(head.argument, ofSize: 2)) {
                let name = try reader.readText(&known)
                items.append(try CBORItem(from: &reader, &known, named: name, depth: depth + 1))
            }
        case .byteString: throw SnapshotError.malformed("a value contains a byte string")
        }
    }
}

extension CBORReader {
    fileprivate mutating func readBignum(tag: UInt64) throws -> CBORItem.Content {
        let digits = try readBytes(try read(.byteString))
        guard tag == Tag.unsignedBignum || tag == Tag.negativeBignum, 9...16 ~= digits.count, digits.first != 0 else {
            throw SnapshotError.malformed("a value has an unknown tag, or is not a 128-bit integer")
        }
        return .bignum(isNegative: tag == Tag.negativeBignum, Array(digits))
    }

    fileprivate func simpleOrFloat(_ head: Head) throws -> CBORItem.Content {
        switch head.initialByte {
        case InitialByte.false: return .boolean(false)
        case InitialByte.true: return .boolean(true)
        case InitialByte.null: return .null
        case InitialByte.half: return .single(Float(Float16(bitPattern: UInt16(truncatingIfNeeded: head.argument))))
        case InitialByte.single: return .single(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument)))
        case InitialByte.double: return .double(Double(bitPattern: head.argument))
        default: throw SnapshotError.malformed("a value has an unknown simple type")
        }
    }
}
