/// An answer (RFC 9110 §15); its framing and its date are written by ``ServerConnection``.
public struct Response: Sendable {
    /// How it went.
    public var status: Status
    /// The fields, without those of the framing.
    public var fields = ResponseFields()
    /// The content; not sent in answer to HEAD, nor with a status that has none.
    public var body: [UInt8]
    /// What follows ``body``, if all of it together is too much to be held.
    public var streamedBody: StreamedBody?
    /// Whether the connection closes after this answer, whatever the client wants (RFC 9112 §9.6).
    public var closesConnection = false

    /// How long the content is, whether it is here or comes later, in bytes.
    package var contentLength: Int { body.count + (streamedBody?.byteCount ?? 0) }

    /// An answer without fields.
    public init(_ status: Status, body: [UInt8] = []) {
        self.status = status
        self.body = body
    }
}

/// Content that is read piece by piece, as the client takes it. Its length is said beforehand (RFC 9112 §6.2), so that ranges,
/// HEAD and HTTP/1.0 need nothing else.
public final class StreamedBody: Sendable {
    /// How much there is, in bytes.
    public let byteCount: Int
    /// Reads a part; an error means that the rest cannot be had any more, and the connection breaks off.
    public let read: @Sendable (Range<Int>) async throws -> [UInt8]

    /// - Parameters:
    ///   - byteCount: how much there is, in bytes.
    ///   - read: reads a part of exactly that range.
    public init(byteCount: Int, read: @escaping @Sendable (Range<Int>) async throws -> [UInt8]) {
        self.byteCount = byteCount
        self.read = read
    }
}
