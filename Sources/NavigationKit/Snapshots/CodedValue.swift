/// Encodes a `Codable` value as bytes and decodes it, in the format of ``Saved`` values, for values that are kept
/// beside the sessions. It needs no Foundation, and arbitrary bytes give a value or an error.
package enum CodedValue {
    /// - Throws: ``SnapshotError`` if the value is too deep or too long, or what its own `encode(to:)` throws.
    package static func bytes(of value: some Encodable) throws -> [UInt8] { try ValueEncoder.bytes(of: value) }

    /// - Throws: ``SnapshotError`` if the bytes are not a value in this format, or what the type's own `init(from:)`
    ///   throws.
    package static func value<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try ValueDecoder.value(type, from: bytes)
    }
}
