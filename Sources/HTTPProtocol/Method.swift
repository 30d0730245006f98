/// A request method (RFC 9110 §9, RFC 5789). Methods are case-sensitive; an unknown one gets 501.
///
/// Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum Method: Sendable, Hashable, CaseIterable {
    case get, head, post, put, delete, options, patch, trace, connect

    /// The method's token.
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

    /// Creates the method with this exact token, or returns `nil` if it is unknown.
    public init?(name: String) {
        guard let method = name.withOctets(Method.init(token:)) else { return nil }
        self = method
    }

    /// The length of the longest known method, in octets.
    static let maxNameLength = 7

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
