import Hypermedia

/// Encodes a value as JSON (RFC 8259) through its `Encodable` conformance, without Foundation.
enum JSONEncoding {
    /// - Throws: `EncodingError` for a number without a JSON form, or any error of the value's `encode(to:)`.
    static func bytes(of value: some Encodable) throws -> [UInt8] {
        let item = JSONItem()
        try JSONItemEncoder(item: item, codingPath: []).encode(value)
        return item.value.bytes()
    }
}

/// A JSON value while it is built; `encode(to:)` can add to it in any order.
private final class JSONItem {
    enum Content {
        case scalar(JSONValue)
        case array([JSONItem])
        case object([(name: String, item: JSONItem)])
    }

    var content = Content.object([])
    /// The index of each member of an object by its name.
    private var places: [String: Int] = [:]

    var value: JSONValue {
        switch content {
        case .scalar(let value): value
        case .array(let items): .array(items.map(\.value))
        case .object(let members): .object(members.map { ($0.name, $0.item.value) })
        }
    }

    func add() -> JSONItem {
        let item = JSONItem()
        guard case .array(var items) = content else { return item }
        // Without this, the append would copy all items.
        content = .array([])
        items.append(item)
        content = .array(items)
        return item
    }

    /// Adds a member, or replaces the one with this name.
    func add(named name: String) -> JSONItem {
        let item = JSONItem()
        guard case .object(var members) = content else { return item }
        content = .object([])
        if let place = places[name] {
            members[place].item = item
        } else {
            places[name] = members.count
            members.append((name, item))
        }
        content = .object(members)
        return item
    }

    var count: Int { if case .array(let items) = content { items.count } else { 0 } }
}

private struct JSONItemEncoder: Encoder, SingleValueEncodingContainer {
    let item: JSONItem
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func encode<T: Encodable>(_ value: T) throws {
        // Check the static type too: the cast unwraps an optional, but an optional must encode itself.
        if T.self is any JSONScalar.Type, let scalar = value as? any JSONScalar {
            guard let json = scalar.json else {
                throw EncodingError.invalidValue(
                    value, .init(codingPath: codingPath, debugDescription: "JSON has no number \(value)."))
            }
            item.content = .scalar(json)
            return
        }
        try value.encode(to: self)
    }

    func encodeNil() { item.content = .scalar(.null) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = item.content {} else { item.content = .object([]) }
        return KeyedEncodingContainer(JSONMembers(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = item.content {} else { item.content = .array([]) }
        return JSONElements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func within(_ item: JSONItem, _ key: any CodingKey) -> JSONItemEncoder {
        JSONItemEncoder(item: item, codingPath: codingPath + [key])
    }
}

private struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONItemEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    private func value(_ key: any CodingKey) -> JSONItemEncoder {
        encoder.within(encoder.item.add(named: key.stringValue), key)
    }

    func encodeNil(forKey key: Key) throws { value(key).encodeNil() }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try self.value(key).encode(value) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { value(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { value(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { value(JSONKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { value(key) }
}

private struct JSONElements: UnkeyedEncodingContainer {
    let encoder: JSONItemEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.item.count }

    private func element() -> JSONItemEncoder {
        let key = JSONKey(stringValue: String(count))
        return encoder.within(encoder.item.add(), key)
    }

    func encodeNil() throws { element().encodeNil() }
    func encode<T: Encodable>(_ value: T) throws { try element().encode(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        element().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
    func superEncoder() -> any Encoder { element() }
}

private struct JSONKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A type whose values are JSON scalars.
private protocol JSONScalar {
    /// `nil` for a number without a JSON form.
    var json: JSONValue? { get }
}

extension Bool: JSONScalar { fileprivate var json: JSONValue? { .bool(self) } }
extension String: JSONScalar { fileprivate var json: JSONValue? { .string(self) } }

extension JSONScalar where Self: BinaryInteger {
    fileprivate var json: JSONValue? { .numeral(String(self)) }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

// Swift prints the shortest decimal that is read as the same number, in the syntax of RFC 8259 §6.
extension Float: JSONScalar { fileprivate var json: JSONValue? { isFinite ? .numeral(description) : nil } }
extension Double: JSONScalar { fileprivate var json: JSONValue? { isFinite ? .numeral(description) : nil } }
