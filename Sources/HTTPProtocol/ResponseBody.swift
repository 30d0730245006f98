/// The content of a response, in one of two forms: bytes in memory, or a known length with a reader.
public enum ResponseBody: Sendable {
    /// Content in memory.
    case bytes([UInt8])
    /// Content of a known length (RFC 9112 §6.2) that is read piece by piece as the client receives it. `read` returns
    /// exactly the given range. If it throws, the connection is reset, because the response cannot be completed.
    case reader(byteCount: Int, read: @Sendable (Range<Int>) async throws -> [UInt8])

    /// The content in memory; empty for the other forms. Assigning it makes this the ``bytes(_:)`` form.
    @inlinable public var bytes: [UInt8] {
        get { if case .bytes(let bytes) = self { bytes } else { [] } }
        _modify {
            // Take the array out, so that appending to it in place does not copy it.
            var bytes = bytes
            self = .bytes([])
            defer { self = .bytes(bytes) }
            yield &bytes
        }
    }

    /// The length in bytes.
    package var byteCount: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .reader(let byteCount, _): byteCount
        }
    }
}
