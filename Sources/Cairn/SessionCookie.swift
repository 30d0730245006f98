import HTTPProtocol
import Sessions

/// The cookie that names a session: one per app, so that mounted apps do not disturb each other (DESIGN D14, RFC 6265).
struct SessionCookie: Sendable {
    private let name: String
    private let isSecure: Bool

    init(app: String, isSecure: Bool) {
        name = isSecure ? "__Host-cairn-" + app : "cairn-" + app
        self.isSecure = isSecure
    }

    enum Presented: Equatable {
        case none
        case id(SessionID)
        /// A cookie of this name whose value we never gave.
        case unreadable
    }

    /// What the request presents. Of several cookies with this name the first that can be read counts.
    func presented(by fields: HeaderFields) -> Presented {
        fields.withValue(of: .cookie) { bytes in
            var found = Presented.none
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
                var pair = bytes[start..<end]
                while pair.first == UInt8(ascii: " ") { pair = pair.dropFirst() }
                start = end + 1
                guard pair.count > name.utf8.count, pair[pair.startIndex + name.utf8.count] == UInt8(ascii: "="),
                    pair.starts(with: name.utf8)
                else { continue }
                guard let id = SessionID(pair.dropFirst(name.utf8.count + 1)) else {
                    found = .unreadable
                    continue
                }
                return .id(id)
            }
            return found
        } ?? .none
    }

    func set(_ id: SessionID) -> String { "\(name)=\(id)\(attributes)" }

    var deletion: String { "\(name)=; Max-Age=0\(attributes)" }

    private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}
