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
            var rest = bytes[...]
            while !rest.isEmpty {
                while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
                let pair = UnsafeRawBufferPointer(rebasing: rest.prefix { $0 != UInt8(ascii: ";") })
                rest = rest.dropFirst(pair.count + 1)
                guard let value = value(of: pair) else { continue }
                if let id = SessionID(value) { return .id(id) }
                found = .unreadable
            }
            return found
        } ?? .none
    }

    /// What stands behind the name and the equals sign, if `pair` is of this cookie.
    private func value(of pair: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let count = name.utf8.count
        guard pair.count > count, pair[count] == UInt8(ascii: "="), pair.prefix(count).elementsEqual(name.utf8) else {
            return nil
        }
        return UnsafeRawBufferPointer(rebasing: pair.dropFirst(count + 1))
    }

    func set(_ id: SessionID) -> String { "\(name)=\(id)\(attributes)" }

    var deletion: String { "\(name)=; Max-Age=0\(attributes)" }

    private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}
