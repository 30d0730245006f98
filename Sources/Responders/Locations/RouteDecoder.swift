/// Decodes the words of a segment into the enum case that prints them.
enum RouteDecoder {
    static func route<R: Route>(_ type: R.Type, from segment: Segment) throws -> R {
        let decoder = WordDecoder(words: segment.words)
        let route = try R(from: decoder)
        guard decoder.position == segment.words.count else { throw RouteCodingError.noSuchCase }
        return route
    }
}

private final class WordDecoder: Decoder {
    let words: [String?]
    var position = 0
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(words: [String?]) { self.words = words }

    func next() throws -> String? {
        guard position < words.count else { throw RouteCodingError.noSuchCase }
        defer { position += 1 }
        return words[position]
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(WordContainer(decoder: self))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw RouteCodingError.notWords }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { WordValue(decoder: self) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if position < words.count, let word = words[position], let value = Word.value(type, from: word) {
            position += 1
            return value
        }
        return try T(from: self)
    }
}

private struct WordContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: WordDecoder
    var codingPath: [any CodingKey] { [] }

    /// The case that the next word names: in kebab case in the URL, in camel case as the compiler's coding key.
    var allKeys: [Key] {
        guard decoder.position < decoder.words.count, let word = decoder.words[decoder.position] else { return [] }
        return Key(stringValue: word.camelCased).map { [$0] } ?? []
    }
    func contains(_ key: Key) -> Bool { decoder.position < decoder.words.count }
    func decodeNil(forKey key: Key) throws -> Bool {
        guard decoder.position < decoder.words.count, decoder.words[decoder.position] == nil else { return false }
        decoder.position += 1
        return true
    }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder.decode(type) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        _ = try decoder.next()
        return try decoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw RouteCodingError.notWords
    }
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
}

private struct WordValue: SingleValueDecodingContainer {
    let decoder: WordDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool {
        guard decoder.position < decoder.words.count, decoder.words[decoder.position] == nil else { return false }
        decoder.position += 1
        return true
    }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard let word = try decoder.next(), let value = Word.value(type, from: word) else {
            throw RouteCodingError.noSuchCase
        }
        return value
    }
}

extension String {
    /// `select-friend` → `selectFriend`.
    fileprivate var camelCased: String {
        guard utf8.contains(UInt8(ascii: "-")) else { return self }
        var words = split(separator: "-", omittingEmptySubsequences: false)[...]
        let first = words.popFirst() ?? ""
        return words.reduce(into: String(first)) { $0 += $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
