/// A `Codable` value as bytes and back, in the form of ``Saved`` values: without Foundation, and safe to read whatever the
/// bytes are. For values that are kept beside the sessions.
package enum CodedValue {
    /// - Throws: ``SnapshotError`` if the value is too deep or too long, or what its own `encode(to:)` throws.
    package static func bytes(of value: some Encodable) throws -> [UInt8] { try ValueEncoder.bytes(of: value) }

    /// - Throws: ``SnapshotError`` if the bytes are not such a value, or what the type's own `init(from:)` throws.
    package static func value<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try ValueDecoder.value(type, from: bytes)
    }
}
