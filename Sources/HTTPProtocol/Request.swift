/// A complete request (RFC 9110 §3.4): its framing is decided and its content is there.
public struct Request: Sendable {
    /// What to do.
    public var method: Method
    /// The target in origin form, visible ASCII without `#`; `*` for OPTIONS; host and port for CONNECT.
    public var target: String
    /// The checked authority of an absolute target, or else of `Host`; only HTTP/1.0 may lack it (RFC 9110 §7.2).
    public var authority: String?
    /// What the client speaks.
    public var version: Version
    /// The fields, in order; those of a trailer are dropped.
    public var fields: HeaderFields
    /// The content without its framing.
    public var body: [UInt8]

    /// The versions that differ in what they allow (RFC 9110 §2.5).
    public enum Version: Int, Sendable, Hashable {
        /// HTTP/1.0.
        case http10 = 0
        /// HTTP/1.1, and any higher minor version.
        case http11 = 1
    }

    /// A request that did not come from the wire: for tests and for transports in memory; nothing is checked.
    public init(
        method: Method = .get, target: String = "/", fields: [(String, String)] = [], body: [UInt8] = []
    ) {
        let fields = HeaderFields(fields)
        self.init(
            method: method, target: target, authority: fields[.host], version: .http11, fields: fields, body: body)
    }

    init(
        method: Method, target: String, authority: String?, version: Version, fields: HeaderFields, body: [UInt8]
    ) {
        self.method = method
        self.target = target
        self.authority = authority
        self.version = version
        self.fields = fields
        self.body = body
    }

    /// The target up to its question mark.
    public var path: Substring {
        target[..<(questionMark ?? target.endIndex)]
    }

    /// What follows the question mark, `nil` without one.
    public var query: Substring? {
        questionMark.map { target[target.utf8.index(after: $0)...] }
    }

    private var questionMark: String.Index? {
        // Run over plain octets: a long target is searched for each use.
        let offset = target.utf8.withContiguousStorageIfAvailable { $0.firstIndex(of: Octet.questionMark) }
        guard let offset else { return target.utf8.firstIndex(of: Octet.questionMark) }
        return offset.map { target.utf8.index(target.startIndex, offsetBy: $0) }
    }
}
