/// An HTTP response as a client sees it.
public struct Reply: Sendable {
    /// The status code (RFC 9110 §15).
    public var status: Int
    /// The header fields, in order.
    public var fields: [(name: String, value: String)]
    /// The content, without chunked framing.
    public var body: [UInt8]

    /// The first value of a field; the name is case-insensitive.
    public subscript(_ name: String) -> String? { values(of: name).first }

    /// All values of a field, in order.
    public func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// The content, decoded as UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

/// An HTTP request as a client sends it.
public struct Call: Sendable {
    /// The method's token.
    public var method: String
    /// Path and query.
    public var target: String
    /// The header fields, in order. `Host` is added if missing; over a socket, `Content-Length` for a body or a POST.
    public var fields: [(name: String, value: String)]
    /// The content.
    public var body: [UInt8]

    /// - Parameters:
    ///   - method: the method's token.
    ///   - target: path and query.
    ///   - fields: the header fields, in order.
    ///   - body: the content.
    public init(
        _ method: String, _ target: String, fields: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
    }

    /// - Parameter name: in lower case.
    func has(_ name: String) -> Bool { fields.contains { $0.name.lowercased() == name } }

    /// The serialized request (RFC 9112 §2.1).
    package var bytes: [UInt8] {
        var head = "\(method) \(target) HTTP/1.1\r\n"
        if !has("host") { head += "Host: \(Wire.host)\r\n" }
        for field in fields { head += "\(field.name): \(field.value)\r\n" }
        if !has("content-length"), !body.isEmpty || method == "POST" { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}
