/// Decodes a value from an item, through its `Codable` conformance unless its type is a ``CBORScalar``.
struct CBORDecoder: Decoder, SingleValueDecodingContainer {
    let item: CBORItem
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let scalar = type as? any CBORScalar.Type {
            guard let value = scalar.init(item.content) as? T else { throw Self.mismatch(type) }
            return value
        }
        // No encoded value is deeper than this. Without the limit, a type whose `init(from:)` decodes itself again from
        // the same decoder would recurse endlessly.
        guard depth <= 2 * CBOR.maxDepth else { throw Self.mismatch(type) }
        return try T(from: self)
    }

    fileprivate func within(_ item: CBORItem) -> CBORDecoder { CBORDecoder(item: item, depth: depth + 1) }

    private static func mismatch(_ type: Any.Type) -> SnapshotError {
        .malformed("a value does not have the type \(type)")
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .map = item.content else { throw Self.mismatch(type) }
        return KeyedDecodingContainer(Map(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array = item.content else { throw Self.mismatch([Any].self) }
        return Elements(decoder: self, items: item.items)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { within(item) }

    func decodeNil() -> Bool { if case .null = item.content { true } else { false } }
}

private struct Map<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: CBORDecoder
    let values: [String: CBORItem]
    var codingPath: [any CodingKey] { [] }

    init(decoder: CBORDecoder) {
        self.decoder = decoder
        // A type can encode two values with the same key: the last one is decoded.
        values = Dictionary(decoder.item.items.map { ($0.name, $0) }) { _, last in last }
    }

    private func value(_ name: String) throws -> CBORDecoder {
        guard let item = values[name] else { throw SnapshotError.malformed("a value has no property \(name)") }
        return decoder.within(item)
    }

    var allKeys: [Key] { decoder.item.items.compactMap { Key(stringValue: $0.name) } }
    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try value(key.stringValue).decodeNil() }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(key.stringValue).decode(type) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try value(key.stringValue).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key.stringValue).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { try value("super") }
    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key.stringValue) }
}

private struct Elements: UnkeyedDecodingContainer {
    let decoder: CBORDecoder
    let items: [CBORItem]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex >= items.count }

    /// Reads the current element and moves to the next one if `read` does not throw.
    private mutating func next<Read>(_ read: (CBORDecoder) throws -> Read) throws -> Read {
        guard !isAtEnd else { throw SnapshotError.malformed("an array has too few elements") }
        let read = try read(decoder.within(items[currentIndex]))
        currentIndex += 1
        return read
    }

    mutating func decodeNil() throws -> Bool {
        let isNull = try next { $0.decodeNil() }
        if !isNull { currentIndex -= 1 }
        return isNull
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next { try $0.decode(type) } }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next { try $0.container(keyedBy: type) } }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder { try next(\.self) }
}
