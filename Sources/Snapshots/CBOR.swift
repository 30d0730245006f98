/// Encodes a `Codable` value as one CBOR item (RFC 8949), and decodes it. Decoding arbitrary bytes returns a value or
/// throws. As in JSON, `.some(nil)` of a nested optional is decoded as `nil`.
package enum CBOR {
    /// The maximum nesting depth of an item.
    static let maxDepth = 128

    /// The default maximum length of an item in bytes: the same as the default limit for a session's snapshot.
    package static let maxLength = 65_536

    /// - Parameter limit: the maximum length of the item, in bytes.
    /// - Throws: ``SnapshotError`` if the value is too deep or too long, or any error of its own `encode(to:)`.
    package static func encode(_ value: some Encodable, limit: Int = maxLength) throws -> [UInt8] {
        let item = CBORItem()
        try CBOREncoder(item: item, depth: 0).encode(value)
        return try item.bytes(limit: limit)
    }

    /// - Parameter limit: the maximum number of bytes.
    /// - Throws: ``SnapshotError`` if the bytes are not exactly one item that ``CBORItem`` accepts or the item is not
    ///   a value of the type, or any error of the type's own `init(from:)`.
    package static func decode<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8], limit: Int = maxLength
    ) throws -> T {
        try CBORDecoder(item: try CBORItem(bytes, limit: limit), depth: 0).decode(type)
    }
}
