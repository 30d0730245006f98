/// Encodes the properties of an action as texts, nested ones as `owner.property`, through the action's `Codable`
/// conformance.
final class PropertyEncoder: Encoder {
    var values: [EncodedAction.Value] = []
    fileprivate let prefix: String
    private let parent: PropertyEncoder?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init() {
        prefix = ""
        parent = nil
    }

    fileprivate init(prefix: String, parent: PropertyEncoder) {
        self.prefix = prefix
        self.parent = parent
    }

    fileprivate func add(_ name: String, _ text: String?) {
        if let parent { parent.add(name, text) } else { values.append(EncodedAction.Value(name: name, text: text)) }
    }

    fileprivate func path(_ key: String) -> String { prefix.isEmpty ? key : prefix + "." + key }

    func encode(_ value: some Encodable, at name: String) throws {
        if let text = Word.text(value) {
            add(name, text)
        } else {
            try value.encode(to: PropertyEncoder(prefix: name, parent: self))
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedProperties(encoder: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { Elements(encoder: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }
}

private struct KeyedProperties<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: PropertyEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws { encoder.add(encoder.path(key.stringValue), nil) }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encoder.encode(value, at: encoder.path(key.stringValue))
    }
    mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }
    // Overload these variants, because the protocol's default implementations would omit an absent value.
    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { add(value, key) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { add(value, key) }
    private func add(_ value: (some Encodable)?, _ key: Key) {
        encoder.add(encoder.path(key.stringValue), value.flatMap { Word.text($0) })
    }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        // Write an enum's case even if it has no associated values, because its name is the value.
        encoder.add(encoder.path(key.stringValue), "")
        return PropertyEncoder(prefix: encoder.path(key.stringValue), parent: encoder).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        Elements(encoder: PropertyEncoder(prefix: encoder.path(key.stringValue), parent: encoder))
    }
    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

private struct Elements: UnkeyedEncodingContainer {
    let encoder: PropertyEncoder
    var count = 0
    var codingPath: [any CodingKey] { [] }

    init(encoder: PropertyEncoder) { self.encoder = encoder }

    private mutating func nextPath() -> String {
        defer { count += 1 }
        return encoder.path(String(count))
    }
    mutating func encodeNil() throws { encoder.add(nextPath(), nil) }
    mutating func encode<T: Encodable>(_ value: T) throws { try encoder.encode(value, at: nextPath()) }
    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        PropertyEncoder(prefix: nextPath(), parent: encoder).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        Elements(encoder: PropertyEncoder(prefix: nextPath(), parent: encoder))
    }
    mutating func superEncoder() -> any Encoder { encoder }
}

private struct Single: SingleValueEncodingContainer {
    let encoder: PropertyEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { encoder.add(encoder.prefix, nil) }
    mutating func encode<T: Encodable>(_ value: T) throws { try encoder.encode(value, at: encoder.prefix) }
}
