/// Encodes an enum case and its values as the words of a segment, with the `Codable` conformance that the compiler
/// generates.
enum RouteEncoder {
    static func segment(for route: some Route) throws -> Segment {
        let encoder = WordEncoder()
        try route.encode(to: encoder)
        return Segment(words: encoder.words)
    }
}

/// The reasons why a route has no default segment, or a segment names no route.
struct RouteCodingError: Error, CustomStringConvertible {
    let description: String
    static let notWords = RouteCodingError(
        description: "A route's values must be numbers, strings or identifiers; implement `segment` for other values.")
    static let noSuchCase = RouteCodingError(description: "No case of the route has this segment.")
}

private final class WordEncoder: Encoder {
    var words: [String?] = []
    /// The number of keyed containers so far. The first key is the case; those below are labels, which are not printed.
    var depth = 0
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        depth += 1
        return KeyedEncodingContainer(WordContainer(encoder: self, depth: depth))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { Unsupported() }
    func singleValueContainer() -> any SingleValueEncodingContainer { WordValue(encoder: self) }
}

private struct WordContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: WordEncoder
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws { encoder.words.append(nil) }
    mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encoder.words.append(nil) }
    }
    // Overload these variants, because the protocol's default implementations would omit an absent value.
    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { append(value) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { append(value) }
    private func append(_ value: (some Encodable)?) { encoder.words.append(value.flatMap { Word.text($0) }) }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        guard depth <= 2 else { throw RouteCodingError.notWords }
        let before = encoder.words.count
        if let word = Word.text(value) {
            encoder.words.append(word)
        } else {
            try value.encode(to: encoder)
        }
        guard encoder.words.count == before + 1 else { throw RouteCodingError.notWords }
    }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder.words.append(key.stringValue.kebabCased)
        return encoder.container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Unsupported() }
    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

private struct WordValue: SingleValueEncodingContainer {
    let encoder: WordEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { encoder.words.append(nil) }
    mutating func encode<T: Encodable>(_ value: T) throws {
        guard let word = Word.text(value) else { return try value.encode(to: encoder) }
        encoder.words.append(word)
    }
}

private struct Unsupported: UnkeyedEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }
    mutating func encodeNil() throws { throw RouteCodingError.notWords }
    mutating func encode<T: Encodable>(_ value: T) throws { throw RouteCodingError.notWords }
    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(WordContainer(encoder: WordEncoder(), depth: .max))
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    mutating func superEncoder() -> any Encoder { WordEncoder() }
}

/// Converts between a value and the one word that represents it in a segment or in an encoded action.
enum Word {
    static func text(_ value: some Encodable) -> String? {
        switch value {
        case let value as String: value
        case let value as Bool: value ? "true" : "false"
        case let value as Double: value.description
        case let value as Float: value.description
        case let value as any BinaryInteger: String(describing: value)
        default: nil
        }
    }

    static func value<T>(_ type: T.Type, from word: String) -> T? {
        if type == String.self { return word as? T }
        if type == Bool.self { return (word == "true" ? true : word == "false" ? false : nil) as? T }
        // Others end the process when they are converted to `Int`, and `nan` differs from itself.
        if type == Double.self { return Double(word).flatMap { $0.isFinite ? $0 : nil } as? T }
        if type == Float.self { return Float(word).flatMap { $0.isFinite ? $0 : nil } as? T }
        if let integer = type as? any FixedWidthInteger.Type { return integer.parse(word) as? T }
        return nil
    }
}

extension FixedWidthInteger {
    fileprivate static func parse(_ word: String) -> Self? { Self(word) }
}
