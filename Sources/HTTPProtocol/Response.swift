/// A response (RFC 9110 §15). ``ServerConnection`` writes its framing fields and its date.
public struct Response: Sendable {
    /// The status.
    public var status: Status
    /// The fields, without those of the framing.
    public var fields = ResponseFields()
    /// The content. It is not sent in response to HEAD, nor with a status that has no content.
    public var body: [UInt8]
    /// The content that follows ``body``, if it is too large for memory.
    public var streamedBody: StreamedBody?
    /// True if the connection closes after this response, even if the client requested a persistent one (RFC 9112
    /// §9.6).
    public var closesConnection = false

    /// The length of the whole content in bytes, including the streamed part.
    package var contentLength: Int { body.count + (streamedBody?.byteCount ?? 0) }

    /// Creates a response without fields.
    public init(_ status: Status, body: [UInt8] = []) {
        self.status = status
        self.body = body
    }
}

/// Content that is read piece by piece as the client receives it. Its length is known in advance (RFC 9112 §6.2), so
/// that ranges, HEAD and HTTP/1.0 need no special case.
public final class StreamedBody: Sendable {
    /// The length in bytes.
    public let byteCount: Int
    /// Reads a range of the content. If it throws, the connection is aborted, because the response cannot be
    /// completed.
    public let read: @Sendable (Range<Int>) async throws -> [UInt8]

    /// - Parameters:
    ///   - byteCount: the length in bytes.
    ///   - read: reads exactly the given range.
    public init(byteCount: Int, read: @escaping @Sendable (Range<Int>) async throws -> [UInt8]) {
        self.byteCount = byteCount
        self.read = read
    }
}
