import HTTPProtocol
import SessionStores
import Sessions

/// The cookie with the session id: one per app, so that mounted apps do not affect each other (RFC 6265).
struct SessionCookie: Sendable {
    private let name: String
    private let isSecure: Bool
    /// The cookie's name with the equals sign.
    private let beginning: [UInt8]

    init(app: String, isSecure: Bool) {
        name = isSecure ? "__Host-cairn-" + app : "cairn-" + app
        self.isSecure = isSecure
        beginning = Array((name + "=").utf8)
    }

    enum Presented: Equatable {
        case none
        case id(SessionID)
        /// The value is not a session id.
        case unreadable
    }

    /// Reads the cookie from all lines of the request. If several cookies have this name, the first valid one is used.
    func presented(by fields: HeaderFields) -> Presented {
        var found = Presented.none
        fields.forEachOctets(of: .cookie) { cookies in
            if case .id = found { return }
            read(cookies, into: &found)
        }
        return found
    }

    private func read(_ cookies: Octets, into found: inout Presented) {
        beginning.withOctets { beginning in
            var position = 0
            while position < cookies.count {
                while position < cookies.count, cookies[position] == UInt8(ascii: " ") { position += 1 }
                let end = cookies.position(of: UInt8(ascii: ";"), from: position) ?? cookies.count
                let pair = cookies.part(position, end)
                position = end + 1
                guard pair.part(0, beginning.count).isSame(as: beginning) else { continue }
                if let id = pair.part(beginning.count, pair.count).withSpan({ SessionID($0) }) {
                    found = .id(id)
                    return
                }
                found = .unreadable
            }
        }
    }

    func set(_ id: SessionID) -> String { "\(name)=\(id)\(attributes)" }

    var deletion: String { "\(name)=; Max-Age=0\(attributes)" }

    private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}
