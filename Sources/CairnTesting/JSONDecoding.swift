/// Decodes a `Decodable` type from a ``JSON`` document.
struct JSONDecoding: Decoder {
    let json: JSON?
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json else { throw fault("an object") }
        return KeyedDecodingContainer(Members(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = json else { throw fault("an array") }
        return Elements(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoding: self) }

    fileprivate func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let word: Any? =
            switch json {
            case .string(let text) where type == String.self: text
            case .bool(let bool) where type == Bool.self: bool
            case .number(let text) where type == Int.self: Int(text)
            case .number(let text) where type == Double.self: Double(text)
            // A bound of a Siren field can be a number, which keeps its original notation.
            case .number(let text) where type == String.self: text
            default: nil
            }
        // Unwrap first: `nil` casts to any optional type.
        if let word, let value = word as? T { return value }
        let isWord = type == String.self || type == Bool.self || type == Int.self || type == Double.self
        guard !isWord else { throw fault("\(type)") }
        return try T(from: self)
    }

    private func fault(_ wanted: String) -> DecodingError {
        let path = codingPath.map(\.stringValue).joined(separator: ".")
        let place = path.isEmpty ? "The document" : path
        return .dataCorrupted(.init(codingPath: codingPath, debugDescription: "\(place) is not \(wanted)."))
    }

    fileprivate struct Place: CodingKey {
        let stringValue: String
        let intValue: Int?
        init(_ index: Int) { (stringValue, intValue) = (String(index), index) }
        init?(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
        init?(intValue: Int) { self.init(intValue) }
    }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSON]
    let codingPath: [any CodingKey]
    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

    private func at(_ key: some CodingKey) -> JSONDecoding {
        JSONDecoding(json: members[key.stringValue], codingPath: codingPath + [key])
    }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { if case .null? = members[key.stringValue] { true } else { false } }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try at(key).decode(type) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try at(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try at(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { JSONDecoding(json: .object(members), codingPath: codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder { at(key) }
}

private struct Elements: UnkeyedDecodingContainer {
    let elements: [JSON]
    let codingPath: [any CodingKey]
    var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    init(elements: [JSON], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    private mutating func next() -> JSONDecoding {
        defer { currentIndex += 1 }
        return JSONDecoding(
            json: isAtEnd ? nil : elements[currentIndex], codingPath: codingPath + [JSONDecoding.Place(currentIndex)])
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, case .null = elements[currentIndex] else { return false }
        currentIndex += 1
        return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }
    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { next() }
}

private struct Single: SingleValueDecodingContainer {
    let decoding: JSONDecoding
    var codingPath: [any CodingKey] { decoding.codingPath }

    func decodeNil() -> Bool { if case .null? = decoding.json { true } else { false } }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoding.decode(type) }
}
