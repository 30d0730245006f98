/// Decodes a ``Saved`` value from the bytes that ``ValueEncoder`` wrote. Decoding arbitrary bytes returns a value or
/// throws.
struct ValueDecoder: Decoder {
    fileprivate let tree: ValueTree
    fileprivate let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// - Throws: ``SnapshotError``, or any error of the type's own `init(from:)`.
    static func value<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try ValueDecoder(tree: try ValueTree(bytes), depth: 0).decode(type)
    }

    fileprivate func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let plain = type as? any PlainValue.Type {
            guard let value = plain.value(of: tree.content) as? T else { throw Self.mismatch(type) }
            return value
        }
        // No encoded value is deeper than this. Without the limit, a type whose `init(from:)` decodes itself again from
        // the same decoder would recurse endlessly.
        guard depth <= 2 * SnapshotFormat.deepestValue else { throw Self.mismatch(type) }
        return try T(from: self)
    }

    fileprivate func within(_ tree: ValueTree) -> ValueDecoder { ValueDecoder(tree: tree, depth: depth + 1) }

    fileprivate var isNothing: Bool {
        if case .nothing = tree.content { true } else { false }
    }

    fileprivate static func mismatch(_ type: Any.Type) -> SnapshotError {
        .malformed("a saved value does not have the type \(type)")
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .record(let properties) = tree.content else { throw ValueDecoder.mismatch(type) }
        return KeyedDecodingContainer(Record(decoder: self, properties: properties))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = tree.content else { throw ValueDecoder.mismatch([Any].self) }
        return Elements(decoder: self, elements: elements)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }
}

private struct Record<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let properties: [ValueTree.Property]
    let values: [String: ValueTree]
    var codingPath: [any CodingKey] { [] }

    init(decoder: ValueDecoder, properties: [ValueTree.Property]) {
        self.decoder = decoder
        self.properties = properties
        values = Dictionary(properties.map { ($0.name, $0.value) }) { _, last in last }
    }

    private func property(_ name: String) throws -> ValueDecoder {
        guard let value = values[name] else { throw SnapshotError.malformed("a saved value has no property \(name)") }
        return decoder.within(value)
    }

    var allKeys: [Key] { properties.compactMap { Key(stringValue: $0.name) } }
    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try property(key.stringValue).isNothing }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try property(key.stringValue).decode(type)
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try property(key.stringValue).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try property(key.stringValue).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { try property("super") }
    func superDecoder(forKey key: Key) throws -> any Decoder { try property(key.stringValue) }
}

private struct Elements: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    let elements: [ValueTree]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    init(decoder: ValueDecoder, elements: [ValueTree]) {
        self.decoder = decoder
        self.elements = elements
    }

    private var element: ValueDecoder {
        get throws {
            guard !isAtEnd else { throw SnapshotError.malformed("a saved list has too few elements") }
            return decoder.within(elements[currentIndex])
        }
    }

    /// Reads the current element and moves to the next one if `read` does not throw.
    private mutating func next<Read>(_ read: (ValueDecoder) throws -> Read) throws -> Read {
        let read = try read(try element)
        currentIndex += 1
        return read
    }

    mutating func decodeNil() throws -> Bool {
        guard try element.isNothing else { return false }
        currentIndex += 1
        return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next { try $0.decode(type) } }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next { try $0.container(keyedBy: type) }
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}

private struct Single: SingleValueDecodingContainer {
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { decoder.isNothing }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.within(decoder.tree).decode(type) }
}
