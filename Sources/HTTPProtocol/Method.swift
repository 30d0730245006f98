/// A request method (RFC 9110 §9, RFC 5789); methods are case-sensitive, an unknown one is answered with 501.
public enum Method: Sendable, Hashable, CaseIterable {
    case get, head, post, put, delete, options, patch, trace, connect

    /// The token on the wire.
    public var name: String { token.description }

    private var token: StaticString {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .patch: "PATCH"
        case .trace: "TRACE"
        case .connect: "CONNECT"
        }
    }

    /// The method of this exact token, `nil` if it is not known here.
    public init?(name: String) {
        guard let method = name.withOctets(Method.init(token:)) else { return nil }
        self = method
    }

    /// Octets of the longest one that is known.
    static let longestName = 7

    init?(token: Octets) {
        let known: Method
        switch token.count {
        case 3: known = token[0] == 0x47 ? .get : .put
        case 4: known = token[0] == 0x50 ? .post : .head
        case 5: known = token[0] == 0x50 ? .patch : .trace
        case 6: known = .delete
        case 7: known = token[0] == 0x4F ? .options : .connect
        default: return nil
        }
        guard token.isSame(as: known.token) else { return nil }
        self = known
    }
}
