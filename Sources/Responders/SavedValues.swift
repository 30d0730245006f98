import Snapshots

/// The ``Saved`` values of one object that were written, by property name. Properties that are missing have their
/// defaults.
package struct SavedValues: Sendable {
    package struct Entry: Sendable {
        package let name: String
        package var value: Value

        package init(name: String, value: Value) {
            self.name = name
            self.value = value
        }
    }

    package enum Value: Sendable {
        case written(any Codable & Sendable)
        /// Bytes from storage, decoded when the property is read, because only the property has the type.
        case unread([UInt8])
    }

    package private(set) var entries: [Entry]

    package init(entries: [Entry] = []) { self.entries = entries }

    /// The value of the property `name`; `nil` if it was not written or cannot be decoded as `Value` any more.
    func value<Value>(_ type: Value.Type, named name: String) -> Value? where Value: Decodable {
        switch entries.first(where: { $0.name == name })?.value {
        case .written(let value): value as? Value
        case .unread(let bytes): try? CBOR.decode(type, from: bytes)
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

    mutating func remove(named name: String) { entries.removeAll { $0.name == name } }
}

extension SavedValues {
    /// True if no value was written to one of the two since one was copied from the other. Compares no values: a write
    /// moves them to another place.
    package func isSameStorage(as other: SavedValues) -> Bool {
        entries.withUnsafeBufferPointer { mine in
            other.entries.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress && mine.count == $0.count }
        }
    }

    /// True if both have equal values, besides those of a ``Query``, which the location has too; `nil` has no values.
    /// Values that are not `Equatable` differ, unless both sets share their storage, and so do a written value and one from
    /// storage: encoding one of them could take long.
    package static func areEqual(_ one: SavedValues?, _ other: SavedValues?) -> Bool {
        if let one, let other, one.isSameStorage(as: other) { return true }
        let (ones, others) = (one?.entries ?? [], other?.entries ?? [])
        guard ones.count(where: { !$0.isOfQuery }) == others.count(where: { !$0.isOfQuery }) else { return false }
        return ones.allSatisfy { entry in
            entry.isOfQuery || others.contains { $0.name == entry.name && $0.hasSameValue(as: entry) }
        }
    }

    /// The names of the written optional properties that changed from `nil` to a value, or from a value to `nil`,
    /// since `earlier`.
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
    /// True if the value is an optional that is `nil`.
    fileprivate var isNothing: Bool { (try? bytes()) == (try? CBOR.encode(String?.none)) }

    fileprivate func hasSameValue(as other: SavedValues.Entry) -> Bool {
        switch (value, other.value) {
        case (.written(let value as any Equatable), .written(let other)): value.isEqual(to: other)
        case (.unread(let bytes), .unread(let others)): bytes == others
        case (.written, _), (.unread, .written): false
        }
    }

    /// Returns the encoded value.
    ///
    /// - Throws: ``SnapshotError`` if the value is too long or nested too deeply, or if its property has no name that
    ///   is the same in another run of the program; otherwise any error of the value's own `encode(to:)`.
    package func bytes() throws -> [UInt8] {
        switch value {
        case .written(let value):
            guard SavedNames.isStored(name) else {
                throw SnapshotError.unencodable("the class has a custom mirror that does not contain its property")
            }
            return try CBOR.encode(value)
        case .unread(let bytes): return bytes
        }
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
