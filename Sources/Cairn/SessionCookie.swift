import HTTPProtocol
import Sessions

/// The cookie that names a session: one per app, so that mounted apps do not disturb each other (DESIGN D14, RFC 6265).
struct SessionCookie: Sendable {
    private let name: String
    private let isSecure: Bool
    /// The name with the equals sign.
    private let beginning: [UInt8]

    init(app: String, isSecure: Bool) {
        name = isSecure ? "__Host-cairn-" + app : "cairn-" + app
        self.isSecure = isSecure
        beginning = Array((name + "=").utf8)
    }

    enum Presented: Equatable {
        case none
        case id(SessionID)
        /// A cookie of this name whose value we never gave.
        case unreadable
    }

    /// What the request presents, on any of its lines. Of several cookies with this name the first that can be read
    /// counts.
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
