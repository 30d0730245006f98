/// A property of an action, as a script sends it.
package struct ActionProperty: Sendable, Equatable {
    /// The name of the field that fills the property, such as `details.birthday`.
    package var name: String
    /// The type: `string`, `integer`, `number`, `boolean`, `file`, `list` or `object`.
    package var type: String
    /// True if the property can be absent.
    package var isOptional: Bool
    /// The permitted values of an enumeration; empty for other types.
    package var values: [String]
}

/// The properties of a type, as its `Decodable` conformance reads them.
package struct ActionProperties: Sendable {
    package fileprivate(set) var properties: [ActionProperty] = []
    /// False if decoding stopped before the end: no example value of some property is known, such as of an enumeration
    /// that does not list its cases.
    package fileprivate(set) var isComplete = true

    /// Decodes `type` from example values and records what it reads.
    package init(of type: any Action.Type) {
        let recording = PropertyRecording()
        do {
            _ = try type.init(from: PropertyRecorder(recording: recording, prefix: "", depth: 0))
        } catch {
            isComplete = false
        }
        properties = recording.properties
    }
}

private final class PropertyRecording {
    var properties: [ActionProperty] = []
}

private struct UnknownExample: Error {}

/// Gives each property an example value: an empty text, zero, `false`, or the first case of an enumeration.
private struct PropertyRecorder: Decoder {
    let recording: PropertyRecording
    let prefix: String
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private static let maxDepth = 8
    private static let maxProperties = 100
    private static let maxValues = 100

    func path(_ key: String) -> String { prefix.isEmpty ? key : prefix + "." + key }

    func decode<T: Decodable>(_ type: T.Type, at path: String, isOptional: Bool) throws -> T {
        guard depth < Self.maxDepth, recording.properties.count < Self.maxProperties else { throw UnknownExample() }
        let index = recording.properties.count
        recording.properties.append(ActionProperty(name: path, type: "object", isOptional: isOptional, values: []))
        if let (word, example) = Self.word(type) {
            recording.properties[index].type = word
            return example
        }
        if type == UploadedFile.self {
            recording.properties[index].type = "file"
            let file = UploadedFile(id: "", name: "", contentType: nil, byteCount: 0, path: "")
            if let file = file as? T { return file }
        }
        if let cases = type as? any CaseIterable.Type, let (words, example) = Self.examples(cases),
            let example = example as? T
        {
            recording.properties[index].type = "string"
            recording.properties[index].values = words
            return example
        }
        let inner = PropertyRecorder(recording: recording, prefix: path, depth: depth + 1)
        let value = try T(from: inner)
        // The members of a nested value have names of their own.
        if recording.properties.count > index + 1 { recording.properties.remove(at: index) }
        return value
    }

    /// Changes the type of the property that is decoded now.
    func note(_ type: String) {
        guard let index = recording.properties.lastIndex(where: { $0.name == prefix }) else { return }
        recording.properties[index].type = type
    }

    private static func word<T>(_ type: T.Type) -> (String, T)? {
        if type == String.self { return ("" as? T).map { ("string", $0) } }
        if type == Bool.self { return (false as? T).map { ("boolean", $0) } }
        if type == Double.self { return (0.0 as? T).map { ("number", $0) } }
        if type == Float.self { return (Float(0) as? T).map { ("number", $0) } }
        guard let integer = type as? any FixedWidthInteger.Type else { return nil }
        return (integer.init(truncatingIfNeeded: 0) as? T).map { ("integer", $0) }
    }

    /// The raw values of an enumeration whose raw values are texts or numbers, and its first case.
    private static func examples<C: CaseIterable>(_ type: C.Type) -> ([String], Any)? {
        let cases = C.allCases.prefix(maxValues)
        guard let first = cases.first else { return nil }
        let words = cases.compactMap { value in
            (value as? any RawRepresentable).map { "\($0.rawValue)" }
        }
        return words.count == cases.count ? (words, first) : nil
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RecordedMembers(recorder: self, optional: OptionalKeys()))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        note("list")
        return RecordedElements(recorder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { RecordedValue(recorder: self) }

    fileprivate func decodeSingle<T: Decodable>(_ type: T.Type) throws -> T {
        guard let (word, example) = Self.word(type) else { return try T(from: deeper()) }
        note(word)
        return example
    }

    private func deeper() throws -> PropertyRecorder {
        guard depth < Self.maxDepth else { throw UnknownExample() }
        return PropertyRecorder(recording: recording, prefix: prefix, depth: depth + 1)
    }
}

/// The keys of the optional properties: only `decodeIfPresent` asks whether a value is `nil`.
private final class OptionalKeys {
    var names: Set<String> = []
}

private struct RecordedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: PropertyRecorder
    let optional: OptionalKeys
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool {
        optional.names.insert(key.stringValue)
        return false
    }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try recorder.decode(
            type, at: recorder.path(key.stringValue), isOptional: optional.names.contains(key.stringValue))
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw UnknownExample() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw UnknownExample() }
    func superDecoder() throws -> any Decoder { recorder }
    func superDecoder(forKey key: Key) throws -> any Decoder { recorder }
}

private struct RecordedElements: UnkeyedDecodingContainer {
    let recorder: PropertyRecorder
    var currentIndex: Int { 0 }
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }

    mutating func decodeNil() throws -> Bool { throw UnknownExample() }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { throw UnknownExample() }
    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw UnknownExample()
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw UnknownExample() }
    mutating func superDecoder() throws -> any Decoder { recorder }
}

private struct RecordedValue: SingleValueDecodingContainer {
    let recorder: PropertyRecorder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try recorder.decodeSingle(type) }
}
