/// Encodes a value into an item, through its `Codable` conformance unless its type is a ``CBORScalar``.
struct CBOREncoder: Encoder, SingleValueEncodingContainer {
    let item: CBORItem
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func encode<T: Encodable>(_ value: T) throws {
        // Check the static type too: the cast unwraps an optional, but an optional must encode itself.
        if T.self is any CBORScalar.Type, let scalar = value as? any CBORScalar {
            item.content = scalar.content
            return
        }
        guard depth < CBOR.maxDepth else { throw SnapshotError.unencodable("it is nested too deeply") }
        try value.encode(to: self)
    }

    fileprivate func within(_ item: CBORItem) -> CBOREncoder { CBOREncoder(item: item, depth: depth + 1) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .map = item.content {} else { item.become(.map) }
        return KeyedEncodingContainer(Map(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = item.content {} else { item.become(.array) }
        return Elements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { within(item) }

    func encodeNil() { item.content = .null }
}

private struct Map<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: CBOREncoder
    var codingPath: [any CodingKey] { [] }

    private func value(_ name: String) -> CBOREncoder { encoder.within(encoder.item.addItem(named: name)) }

    func encodeNil(forKey key: Key) throws { _ = value(key.stringValue) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try self.value(key.stringValue).encode(value) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { value(key.stringValue).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        value(key.stringValue).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { value("super") }
    func superEncoder(forKey key: Key) -> any Encoder { value(key.stringValue) }
}

private struct Elements: UnkeyedEncodingContainer {
    let encoder: CBOREncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.item.items.count }

    private func element() -> CBOREncoder { encoder.within(encoder.item.addItem()) }

    func encodeNil() throws { _ = element() }
    func encode<T: Encodable>(_ value: T) throws { try element().encode(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        element().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
    func superEncoder() -> any Encoder { element() }
}
