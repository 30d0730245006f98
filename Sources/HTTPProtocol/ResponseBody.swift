/// The content of a response in one of three forms: bytes in memory, a known length with a reader, or an unknown
/// length with a writer. Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum ResponseBody: Sendable {
    /// Content in memory.
    case bytes([UInt8])
    /// Content of a known length (RFC 9112 §6.2) that is read piece by piece as the client receives it. `read` returns
    /// exactly the given range. If it throws or returns another length, the connection is reset.
    case reader(byteCount: Int, read: @Sendable (Range<Int>) async throws -> [UInt8])
    /// Content of an unknown length, which `write` passes to a ``BodyWriter``. The content ends when `write` returns.
    /// It is sent in chunks (RFC 9112 §7.1), to HTTP/1.0 until the connection closes (§6.3).
    ///
    /// If `write` throws, the connection ends without the last chunk, so that the client detects that the content is
    /// incomplete. The task of `write` is cancelled if the connection closes before. HEAD, 204, 205 and 304 send no
    /// content, so `write` is not called.
    case writer(_ write: @Sendable (BodyWriter) async throws -> Void)
    /// Content of an unknown length that the server pushes to the client, such as the events of a page. It is framed like
    /// that of a ``writer(_:)``.
    case pushed(PushedBody)

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

    /// True for the ``bytes(_:)`` form, which is sent with the head.
    var isInMemory: Bool { if case .bytes = self { true } else { false } }

    /// The length in bytes; `nil` if it is unknown.
    package var byteCount: Int? {
        switch self {
        case .bytes(let bytes): bytes.count
        case .reader(let byteCount, _): byteCount
        case .writer, .pushed: nil
        }
    }
}

/// Receives the content of a ``ResponseBody/writer(_:)``.
public struct BodyWriter: Sendable {
    private let send: @Sendable ([UInt8]) async throws -> Void

    /// Creates a writer that passes each piece to `send`.
    public init(_ send: @escaping @Sendable ([UInt8]) async throws -> Void) { self.send = send }

    /// Sends a piece of the content, small ones together. Backpressure: suspends while the kernel accepts no more.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, the content has ended, or the connection has closed: the
    ///   client left, received too slowly, or the server stops. Later calls throw the same error.
    public func write(_ bytes: [UInt8]) async throws { try await send(bytes) }

    /// Sends a text as UTF-8, like ``write(_:)-([UInt8])``.
    public func write(_ text: String) async throws { try await send(Array(text.utf8)) }
}
