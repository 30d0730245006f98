/// The intermediate form between a ``Saved`` value and its bytes in ``SnapshotFormat``.
final class ValueTree {
    enum Content {
        case nothing
        case bool(Bool)
        /// A non-negative integer.
        case number(UInt64)
        /// A negative integer: -1 minus this number.
        case negative(UInt64)
        case float(Float)
        case double(Double)
        case text(String)
        case list([ValueTree])
        case record([Property])
    }

    struct Property {
        var name: String
        var value: ValueTree
    }

    var content: Content

    init(_ content: Content = .nothing) { self.content = content }

    /// Appends an element; content that is not a list is replaced by a list first.
    func append(_ element: ValueTree) {
        var elements: [ValueTree] = []
        if case .list(let present) = content { elements = present }
        // Release the array from `content` before it grows; otherwise each append would copy all elements.
        content = .nothing
        elements.append(element)
        content = .list(elements)
    }

    /// Appends a property; content that is not a record is replaced by a record first.
    func append(_ value: ValueTree, named name: String) {
        var properties: [Property] = []
        if case .record(let present) = content { properties = present }
        content = .nothing
        properties.append(Property(name: name, value: value))
        content = .record(properties)
    }
}

private enum Kind: UInt8 {
    case constant, number, negative, text, list, record
}

private enum Constant: UInt8 {
    case nothing, no, yes, float, double
}

// MARK: - Writing

extension ValueTree {
    /// - Throws: ``SnapshotError`` if the value takes more than ``SnapshotFormat/maxValueLength`` bytes.
    func bytes() throws -> [UInt8] {
        var writer = ByteWriter()
        var keys: [ExactText: Int] = [:]
        write(into: &writer, &keys)
        guard writer.bytes.count <= SnapshotFormat.maxValueLength else {
            throw SnapshotError.malformed(
                "a saved value takes \(writer.bytes.count) of at most \(SnapshotFormat.maxValueLength) bytes")
        }
        return writer.bytes
    }

    private func write(into writer: inout ByteWriter, _ keys: inout [ExactText: Int]) {
        switch content {
        case .nothing: writer.write(.nothing)
        case .bool(let value): writer.write(value ? .yes : .no)
        case .number(let number): writer.write(.number, number)
        case .negative(let number): writer.write(.negative, number)
        case .float(let value):
            writer.write(.float)
            writer.write(fixed: value.bitPattern)
        case .double(let value):
            writer.write(.double)
            writer.write(fixed: value.bitPattern)
        case .text(let text):
            writer.write(.text, UInt64(text.utf8.count))
            writer.write(plain: text.utf8)
        case .list(let elements):
            writer.write(.list, UInt64(elements.count))
            for element in elements { element.write(into: &writer, &keys) }
        case .record(let properties):
            writer.write(.record, UInt64(properties.count))
            for property in properties {
                writer.write(key: property.name, &keys)
                property.value.write(into: &writer, &keys)
            }
        }
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ kind: Kind, _ detail: UInt64) {
        write(byte: kind.rawValue << 5 | UInt8(min(detail, 31)))
        if detail >= 31 { write(number: detail - 31) }
    }

    fileprivate mutating func write(_ constant: Constant) { write(.constant, UInt64(constant.rawValue)) }

    fileprivate mutating func write(key: String, _ keys: inout [ExactText: Int]) {
        let exact = ExactText(key)
        if let number = keys[exact] { return write(count: number) }
        keys[exact] = keys.count + 1
        write(byte: 0)
        write(counted: key.utf8)
    }
}

// MARK: - Reading

extension ValueTree {
    /// - Throws: ``SnapshotError`` if the bytes are not exactly one value.
    convenience init(_ bytes: [UInt8]) throws {
        guard bytes.count <= SnapshotFormat.maxValueLength else {
            throw SnapshotError.malformed("a saved value is longer than \(SnapshotFormat.maxValueLength) bytes")
        }
        var reader = ByteReader(bytes)
        var keys: [String] = []
        self.init(try ValueTree.content(from: &reader, &keys, depth: 0))
        guard reader.isAtEnd else { throw SnapshotError.malformed("bytes follow a saved value") }
    }

    private static func content(
        from reader: inout ByteReader, _ keys: inout [String], depth: Int
    ) throws -> Content {
        let head = try reader.readByte()
        var detail = UInt64(head & 31)
        if detail == 31 {
            let (sum, isTooLarge) = try reader.readNumber().addingReportingOverflow(31)
            guard !isTooLarge else { throw SnapshotError.malformed("a number is too large") }
            detail = sum
        }
        guard depth <= SnapshotFormat.deepestValue else {
            throw SnapshotError.malformed("a saved value is nested too deeply")
        }
        switch Kind(rawValue: head >> 5) {
        case .constant: return try constant(detail, from: &reader)
        case .number: return .number(detail)
        case .negative: return .negative(detail)
        case .text: return .text(try reader.readText(try reader.checkedCount(detail, ofSize: 1)))
        case .list:
            let count = try reader.checkedCount(detail, ofSize: 1)
            return .list(
                try (0..<count).map { _ in ValueTree(try content(from: &reader, &keys, depth: depth + 1)) })
        case .record:
            let count = try reader.checkedCount(detail, ofSize: 2)
            return .record(
                try (0..<count).map { _ in
                    let name = try reader.readKey(&keys)
                    return Property(
                        name: name, value: ValueTree(try content(from: &reader, &keys, depth: depth + 1)))
                })
        case nil: throw SnapshotError.malformed("a saved value has an unknown kind")
        }
    }

    private static func constant(_ detail: UInt64, from reader: inout ByteReader) throws -> Content {
        switch UInt8(exactly: detail).flatMap(Constant.init) {
        case .nothing: return .nothing
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .float: return .float(Float(bitPattern: try reader.readFixed(UInt32.self)))
        case .double: return .double(Double(bitPattern: try reader.readFixed(UInt64.self)))
        case nil: throw SnapshotError.malformed("a saved value has an unknown kind")
        }
    }
}

extension ByteReader {
    fileprivate mutating func readKey(_ keys: inout [String]) throws -> String {
        let number = try readNumber()
        guard number > 0 else {
            keys.append(try readText(try readCount()))
            return keys[keys.count - 1]
        }
        guard number <= UInt64(keys.count) else { throw SnapshotError.malformed("the reference to a name is invalid") }
        return keys[Int(number) - 1]
    }
}
