/// Encodes a ``Saved`` value as bytes, through its `Codable` conformance. As in JSON, `.some(nil)` of a nested optional
/// is decoded as `nil`.
struct ValueEncoder: Encoder {
    fileprivate let tree: ValueTree
    fileprivate let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// - Throws: ``SnapshotError`` if the value is too deep or too long, or any error of its own `encode(to:)`.
    static func bytes(of value: some Encodable) throws -> [UInt8] {
        let tree = ValueTree()
        try ValueEncoder(tree: tree, depth: 0).encode(value)
        return try tree.bytes()
    }

    fileprivate func encode<T: Encodable>(_ value: T) throws {
        // Check the static type too: the cast unwraps an optional, but an optional must encode itself.
        if T.self is any PlainValue.Type, let plain = value as? any PlainValue {
            tree.content = plain.content
            return
        }
        guard depth < SnapshotFormat.deepestValue else {
            throw SnapshotError.malformed("a saved value is nested too deeply")
        }
        try value.encode(to: self)
    }

    fileprivate func within(_ tree: ValueTree) -> ValueEncoder { ValueEncoder(tree: tree, depth: depth + 1) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .record = tree.content {} else { tree.content = .record([]) }
        return KeyedEncodingContainer(Record(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .list = tree.content {} else { tree.content = .list([]) }
        return Elements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }
}

private struct Record<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { [] }

    private func property(_ name: String) -> ValueEncoder {
        let value = ValueTree()
        encoder.tree.append(value, named: name)
        return encoder.within(value)
    }

    mutating func encodeNil(forKey key: Key) throws { _ = property(key.stringValue) }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try property(key.stringValue).encode(value)
    }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        property(key.stringValue).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        property(key.stringValue).unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { property("super") }
    mutating func superEncoder(forKey key: Key) -> any Encoder { property(key.stringValue) }
}

private struct Elements: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { [] }

    var count: Int {
        guard case .list(let elements) = encoder.tree.content else { return 0 }
        return elements.count
    }

    private func element() -> ValueEncoder {
        let value = ValueTree()
        encoder.tree.append(value)
        return encoder.within(value)
    }

    mutating func encodeNil() throws { _ = element() }
    mutating func encode<T: Encodable>(_ value: T) throws { try element().encode(value) }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        element().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { element() }
}

private struct Single: SingleValueEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { encoder.tree.content = .nothing }
    mutating func encode<T: Encodable>(_ value: T) throws { try encoder.within(encoder.tree).encode(value) }
}

/// A value that is written directly, without its `Codable` conformance.
protocol PlainValue {
    var content: ValueTree.Content { get }

    static func value(of content: ValueTree.Content) -> Self?
}

extension Bool: PlainValue {
    var content: ValueTree.Content { .bool(self) }
    static func value(of content: ValueTree.Content) -> Bool? {
        if case .bool(let value) = content { value } else { nil }
    }
}

extension String: PlainValue {
    var content: ValueTree.Content { .text(self) }
    static func value(of content: ValueTree.Content) -> String? {
        if case .text(let value) = content { value } else { nil }
    }
}

extension Float: PlainValue {
    var content: ValueTree.Content { .float(self) }
    static func value(of content: ValueTree.Content) -> Float? {
        switch content {
        case .float(let value): value
        case .double(let value): Float(value)
        default: nil
        }
    }
}

extension Double: PlainValue {
    var content: ValueTree.Content { .double(self) }
    static func value(of content: ValueTree.Content) -> Double? {
        switch content {
        case .float(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}

extension FixedWidthInteger {
    /// An integer that does not fit 64 bits is written as decimal digits.
    var content: ValueTree.Content {
        if self < 0 { return UInt64(exactly: ~self).map { .negative($0) } ?? .text(String(self)) }
        return UInt64(exactly: self).map { .number($0) } ?? .text(String(self))
    }

    /// Converts between integer types: any width reads a number of another width if the number fits.
    static func value(of content: ValueTree.Content) -> Self? {
        switch content {
        case .number(let number): Self(exactly: number)
        case .negative(let number): Self.isSigned ? Self(exactly: number).map { ~$0 } : nil
        case .text(let digits): Self.bitWidth > 64 ? Self(digits) : nil
        default: nil
        }
    }
}

extension Int: PlainValue {}
extension Int8: PlainValue {}
extension Int16: PlainValue {}
extension Int32: PlainValue {}
extension Int64: PlainValue {}
extension Int128: PlainValue {}
extension UInt: PlainValue {}
extension UInt8: PlainValue {}
extension UInt16: PlainValue {}
extension UInt32: PlainValue {}
extension UInt64: PlainValue {}
extension UInt128: PlainValue {}
