/// A request (RFC 9110 §3.4): its head, and its content without framing.
///
/// A class, so that passing it through many functions between the connection and the handler copies one reference.
public final class Request: Sendable {
    /// The method; a request with an unknown one is refused with 501.
    public let method: Method
    /// The target in origin form: visible ASCII without `#`. For OPTIONS it can also be `*`; for CONNECT it is host and
    /// port.
    public let target: String
    /// The authority: that of the target if it has one, otherwise the value of `Host`. In received requests it is
    /// validated, and only those of HTTP/1.0 can lack it (RFC 9110 §7.2).
    public let authority: String?
    /// The scheme of an absolute target; `nil` for the other forms.
    public let scheme: Scheme?
    /// The client's version of HTTP.
    public let version: Version
    /// The header fields, in order. Trailer fields are dropped.
    public let fields: HeaderFields
    /// The content without its framing; empty for a `multipart/form-data` body that was streamed.
    public let body: [UInt8]

    /// The supported versions of HTTP (RFC 9110 §2.5). Later versions of Cairn can add cases, so a `switch` needs an
    /// `@unknown default`.
    public enum Version: Int, Sendable, Hashable {
        /// HTTP/1.0.
        case http10 = 0
        /// HTTP/1.1, and any higher minor version.
        case http11 = 1
    }

    /// The schemes of absolute targets (RFC 9110 §4.2). Later versions can add cases, so a `switch` needs an
    /// `@unknown default`.
    public enum Scheme: Sendable, Hashable {
        /// `http`.
        case http
        /// `https`; the client's connection to this server need not use TLS.
        case https
    }

    /// Creates a request without validation, for tests and in-memory transports.
    public convenience init(
        method: Method = .get, target: String = "/", fields: [(String, String)] = [], body: [UInt8] = []
    ) {
        let fields = HeaderFields(fields)
        self.init(
            method: method, target: target, authority: fields[.host], scheme: nil, version: .http11, fields: fields,
            body: body)
    }

    init(
        method: Method, target: String, authority: String?, scheme: Scheme?, version: Version, fields: HeaderFields,
        body: [UInt8]
    ) {
        self.method = method
        self.target = target
        self.authority = authority
        self.scheme = scheme
        self.version = version
        self.fields = fields
        self.body = body
    }

    /// Creates a request from its head and its content.
    convenience init(_ head: Request, body: [UInt8]) {
        self.init(
            method: head.method, target: head.target, authority: head.authority, scheme: head.scheme,
            version: head.version, fields: head.fields, body: body)
    }

    /// The target up to its question mark.
    public var path: Substring {
        target[..<(questionMark ?? target.endIndex)]
    }

    /// The part of the target after the question mark; `nil` without one.
    public var query: Substring? {
        questionMark.map { target[target.utf8.index(after: $0)...] }
    }

    /// True for a POST of `multipart/form-data`, whose body can contain files (RFC 7578).
    package var hasFiles: Bool {
        guard method == .post else { return false }
        return fields.withOctets(of: .contentType) { value in
            let type: StaticString = "multipart/form-data"
            let length = type.utf8CodeUnitCount
            guard value.count >= length, value.part(0, length).isSameIgnoringCase(as: type) else { return false }
            return value.count == length || value[length] == Octet.semicolon || value[length].isBlank
        } ?? false
    }

    private var questionMark: String.Index? {
        target.withOctets { $0.position(of: Octet.questionMark) }.map {
            target.utf8.index(target.startIndex, offsetBy: $0)
        }
    }
}
