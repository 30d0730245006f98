/// A complete request (RFC 9110 §3.4): its framing is decided and its content is there.
///
/// An object, because it goes through many hands between its connection and who answers it.
public final class Request: Sendable {
    /// What to do.
    public let method: Method
    /// The target in origin form, visible ASCII without `#`; `*` for OPTIONS; host and port for CONNECT.
    public let target: String
    /// The checked authority of an absolute target, or else of `Host`; only HTTP/1.0 may lack it (RFC 9110 §7.2).
    public let authority: String?
    /// The scheme of an absolute target; the other forms name none.
    public let scheme: Scheme?
    /// What the client speaks.
    public let version: Version
    /// The fields, in order; those of a trailer are dropped.
    public let fields: HeaderFields
    /// The content without its framing.
    public let body: [UInt8]

    /// The versions that differ in what they allow (RFC 9110 §2.5).
    public enum Version: Int, Sendable, Hashable {
        /// HTTP/1.0.
        case http10 = 0
        /// HTTP/1.1, and any higher minor version.
        case http11 = 1
    }

    /// The schemes whose targets are understood (RFC 9110 §4.2).
    public enum Scheme: Sendable, Hashable {
        /// `http`.
        case http
        /// `https`, for connections that are secured.
        case https
    }

    /// A request that did not come from the wire: for tests and for transports in memory; nothing is checked.
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

    /// A request that lacked its content until now.
    convenience init(_ head: Request, body: [UInt8]) {
        self.init(
            method: head.method, target: head.target, authority: head.authority, scheme: head.scheme,
            version: head.version, fields: head.fields, body: body)
    }

    /// The target up to its question mark.
    public var path: Substring {
        target[..<(questionMark ?? target.endIndex)]
    }

    /// What follows the question mark, `nil` without one.
    public var query: Substring? {
        questionMark.map { target[target.utf8.index(after: $0)...] }
    }

    /// Whether its body may hold files (RFC 7578): it is a POST of `multipart/form-data`.
    public var hasFiles: Bool {
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
