/// Decodes an action from texts by property: hidden values come from the offer, inputs from the submission.
package final class PropertyDecoder: Decoder {
    fileprivate let values: [String: String?]
    fileprivate let prefix: String
    /// The inputs left empty whose kind has no empty value. An optional property of such an input is `nil`; a `String`
    /// property is empty.
    private let blanks: Set<String>
    private let files: [String: UploadedFile]
    let lists: ListNames?
    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package convenience init(
        values: [String: String?], blanks: Set<String> = [], files: [String: UploadedFile] = [:]
    ) {
        self.init(values: values, blanks: blanks, files: files, lists: nil, prefix: "")
    }

    /// - Parameter lists: takes the names of the properties that are decoded as lists.
    convenience init(values: [String: String?], lists: ListNames) {
        self.init(values: values, blanks: [], files: [:], lists: lists, prefix: "")
    }

    private init(
        values: [String: String?], blanks: Set<String>, files: [String: UploadedFile], lists: ListNames?, prefix: String
    ) {
        self.values = values
        self.blanks = blanks
        self.files = files
        self.lists = lists
        self.prefix = prefix
    }

    fileprivate func nested(_ prefix: String) -> PropertyDecoder {
        PropertyDecoder(values: values, blanks: blanks, files: files, lists: lists, prefix: prefix)
    }

    /// The uploaded file that the value of the current property refers to.
    var file: UploadedFile? { (values[prefix] ?? nil).flatMap { files[$0] } }

    fileprivate func path(_ key: String) -> String { prefix.isEmpty ? key : prefix + "." + key }

    fileprivate func has(_ path: String) -> Bool {
        if let value = values[path] { return value != nil && !blanks.contains(path) }
        return values.keys.contains { $0.hasPrefix(path + ".") }
    }

    func decode<T: Decodable>(_ type: T.Type, at path: String) throws -> T {
        if let text = values[path] ?? nil, let value = Word.value(type, typed: text) { return value }
        guard !Word.isWord(type) else { throw UnreadableProperty(name: path) }
        do {
            return try T(from: nested(path))
        } catch is DecodingError {
            throw UnreadableProperty(name: path)
        }
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedProperties(decoder: self))
    }
    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Elements(decoder: self) }
    package func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }
}

/// The names of the properties that were decoded as lists, in order.
final class ListNames {
    private(set) var names: [String] = []

    func add(_ name: String) {
        if !names.contains(name) { names.append(name) }
    }
}

/// A property is missing, or its text is not a value of its type.
package struct UnreadableProperty: Error {
    package let name: String
}

extension Word {
    static func isWord<T>(_ type: T.Type) -> Bool {
        type == String.self || type == Bool.self || type == Double.self || type == Float.self
            || type is any FixedWidthInteger.Type
    }

    /// Returns the value of `text` as typed by a person: a whole number can be written `170.0` or `1.7e2`, as number
    /// inputs allow. Floating-point numbers are finite, because converting others to `Int` ends the process.
    fileprivate static func value<T>(_ type: T.Type, typed text: String) -> T? {
        if type == Double.self { return Double(typed: text) as? T }
        if type == Float.self { return Double(typed: text).map(Float.init).flatMap { $0.isFinite ? $0 : nil } as? T }
        if let value = value(type, from: text) { return value }
        guard let integer = type as? any FixedWidthInteger.Type else { return nil }
        return integer.exactly(text) as? T
    }
}

extension FixedWidthInteger {
    fileprivate static func exactly(_ text: String) -> Self? {
        // Refuse numbers from 2^53 on, because a Double does not represent all of them exactly.
        guard let number = Double(typed: text), number.magnitude < 0x1p53 else { return nil }
        return Self(exactly: number)
    }
}

private struct KeyedProperties<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: PropertyDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] {
        var first: Set<Substring> = []
        let depth = decoder.prefix.isEmpty ? 0 : decoder.prefix.utf8.count + 1
        for path in decoder.values.keys where decoder.prefix.isEmpty || path.hasPrefix(decoder.prefix + ".") {
            first.insert(path.dropFirst(depth).prefix { $0 != "." })
        }
        return first.compactMap { Key(stringValue: String($0)) }
    }

    func contains(_ key: Key) -> Bool { decoder.has(decoder.path(key.stringValue)) }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder.decode(type, at: decoder.path(key.stringValue))
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder.nested(decoder.path(key.stringValue)).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        Elements(decoder: decoder.nested(decoder.path(key.stringValue)))
    }
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
}

private struct Elements: UnkeyedDecodingContainer {
    let decoder: PropertyDecoder
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { nil }
    var isAtEnd: Bool { decoder.values[path] == nil && !decoder.has(path) }
    private var path: String { decoder.path(String(currentIndex)) }

    init(decoder: PropertyDecoder) {
        self.decoder = decoder
        decoder.lists?.add(decoder.prefix)
    }

    mutating func decodeNil() throws -> Bool {
        guard let value = decoder.values[path], value == nil else { return false }
        currentIndex += 1
        return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        defer { currentIndex += 1 }
        return try decoder.decode(type, at: path)
    }
    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        defer { currentIndex += 1 }
        return try decoder.nested(path).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        defer { currentIndex += 1 }
        return Elements(decoder: decoder.nested(path))
    }
    mutating func superDecoder() throws -> any Decoder { decoder }
}

private struct Single: SingleValueDecodingContainer {
    let decoder: PropertyDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { !decoder.has(decoder.prefix) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type, at: decoder.prefix) }
}
