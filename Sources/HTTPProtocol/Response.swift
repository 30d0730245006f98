/// An answer (RFC 9110 §15); its framing and its date are written by ``ServerConnection``.
public struct Response: Sendable {
    /// How it went.
    public var status: Status
    /// The fields, without those of the framing.
    public var fields = ResponseFields()
    /// The content; not sent in answer to HEAD, nor with a status that has none.
    public var body: [UInt8]
    /// How long the content would be that is not there, in answer to HEAD; `nil`: as long as ``body``.
    public var omittedLength: Int?
    /// Whether the connection closes after this answer, whatever the client wants (RFC 9112 §9.6).
    public var closesConnection = false

    /// An answer without fields.
    public init(_ status: Status, body: [UInt8] = []) {
        self.status = status
        self.body = body
    }
}
