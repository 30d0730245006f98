/// A response (RFC 9110 §3.4). The server writes its framing fields and its date.
///
/// Functions on the path of a page return a constant: a variable that is returned is copied with its parts, and
/// destroyed, which takes 270 instructions each time.
public struct Response: Sendable {
    /// The status code and its reason phrase.
    public var status: Status
    /// The fields, without those that ``ResponseFields/add(_:_:)`` rejects.
    public var fields: ResponseFields
    /// The content. It is not sent in response to HEAD, nor with a status that has no content.
    public var body: ResponseBody
    /// True to close the connection after this response, even if the client requested a persistent one (RFC 9112
    /// §9.6).
    public var closesConnection: Bool
    /// The part of the server that made the response. It is not sent.
    package var source: ResponseSource

    /// Creates a response without fields.
    public init(_ status: Status, body: [UInt8] = []) {
        self.init(status, body: .bytes(body))
    }

    /// Notes the source, unless a more precise one is known.
    @inline(__always)
    package mutating func note(_ source: ResponseSource) {
        if self.source == .error { self.source = source }
    }

    /// Creates a response without fields.
    public init(_ status: Status, body: ResponseBody) {
        self.init(status, ResponseFields(), body: body, from: .error)
    }

    /// Creates a complete response. One that is changed afterwards is copied when it is returned.
    package init(_ status: Status, _ fields: ResponseFields, body: ResponseBody, from source: ResponseSource) {
        // No property has a default value, because setting it again would copy the response too.
        self.status = status
        self.fields = fields
        self.body = body
        self.closesConnection = false
        self.source = source
    }
}
