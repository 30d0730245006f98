/// Encodes a `Codable` value as bytes and decodes it, in the format of ``Saved`` values, for data that is stored
/// outside the sessions. Needs no Foundation. Decoding arbitrary bytes returns a value or throws.
package enum CodedValue {
    /// - Throws: ``SnapshotError`` if the value is too deep or too long, or any error of its own `encode(to:)`.
    package static func bytes(of value: some Encodable) throws -> [UInt8] { try ValueEncoder.bytes(of: value) }

    /// - Throws: ``SnapshotError`` if the bytes are not a value in this format, or any error of the type's own
    ///   `init(from:)`.
    package static func value<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try ValueDecoder.value(type, from: bytes)
    }
}
