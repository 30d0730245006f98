/// The written ``Saved`` values of one object, by their properties' names; the others still have their defaults.
package struct SavedValues: Sendable {
    struct Entry: Sendable {
        let name: String
        var value: Value
    }

    enum Value: Sendable {
        case written(any Codable & Sendable)
        /// What was read from bytes stays as it is until its property, which knows its type, is asked for.
        case unread([UInt8])
    }

    private(set) var entries: [Entry] = []

    /// The value of the property `name`; `nil` if it was not written or is no `Value` any more.
    func value<Value>(_ type: Value.Type, named name: String) -> Value? where Value: Decodable {
        switch entries.first(where: { $0.name == name })?.value {
        case .written(let value): value as? Value
        case .unread(let bytes): try? ValueDecoder.value(type, from: bytes)
        case nil: nil
        }
    }

    mutating func set(_ value: any Codable & Sendable, named name: String) {
        if let index = entries.firstIndex(where: { $0.name == name }) {
            entries[index].value = .written(value)
        } else {
            entries.append(Entry(name: name, value: .written(value)))
        }
    }
}

extension SavedValues {
    /// The optional properties that hold something where they held nothing in `earlier`, or the other way round.
    package func optionalsThatCameOrWent(since earlier: SavedValues?) -> [String] {
        entries.compactMap { entry in
            guard case .written(let value) = entry.value, type(of: value) is any ExpressibleByNilLiteral.Type else {
                return nil
            }
            let before = earlier?.entries.first { $0.name == entry.name }
            return entry.isNothing == (before?.isNothing ?? true) ? nil : entry.name
        }
    }
}

extension SavedValues.Entry {
    /// Whether it is an optional without a value.
    fileprivate var isNothing: Bool { bytes == (try? ValueEncoder.bytes(of: String?.none)) }

    /// The value as it is stored; `nil` for one that cannot be stored.
    var bytes: [UInt8]? {
        switch value {
        case .written(let value): SavedNames.isStored(name) ? try? ValueEncoder.bytes(of: value) : nil
        case .unread(let bytes): bytes
        }
    }
}
