/// The reason why bytes are not a valid snapshot or CBOR value, or why a value cannot be encoded.
package enum SnapshotError: Error, Equatable, CustomStringConvertible {
    /// Bytes were lost or changed since they were written.
    case damaged
    /// Another version of the format, earlier or later.
    case unknownFormat(UInt8)
    /// The content is invalid; in a snapshot, although the checksum is right.
    case malformed(String)
    /// A value cannot be encoded, usually because it is too long or nested too deeply.
    case unencodable(String)

    /// Describes the error; for an unknown format, names both format versions.
    package var description: String {
        switch self {
        case .damaged: "The snapshot is damaged: its checksum differs from its bytes."
        case .unknownFormat(let version):
            "The snapshot has format \(version); this program reads format \(SnapshotFormat.version)."
        case .malformed(let what): "The stored bytes are invalid: \(what)."
        case .unencodable(let reason): "The value cannot be encoded: \(reason)."
        }
    }
}
