import Glibc
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
        fields.forEachValue(of: .cookie) { cookies in
            if case .id = found { return }
            cookies.withUnsafeBytes { read($0, into: &found) }
        }
        return found
    }

    private func read(_ cookies: UnsafeRawBufferPointer, into found: inout Presented) {
        beginning.withUnsafeBytes { beginning in
            var position = 0
            while position < cookies.count {
                while position < cookies.count, cookies[position] == UInt8(ascii: " ") { position += 1 }
                let end = cookies.position(of: UInt8(ascii: ";"), from: position) ?? cookies.count
                let pair = UnsafeRawBufferPointer(rebasing: cookies[position..<end])
                position = end + 1
                guard let value = pair.dropping(beginning) else { continue }
                if let id = SessionID(value) {
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

extension UnsafeRawBufferPointer {
    /// What follows `beginning`; `nil` if these bytes begin otherwise.
    @inline(__always)
    fileprivate func dropping(_ beginning: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard count >= beginning.count, let own = baseAddress, let other = beginning.baseAddress,
            memcmp(own, other, beginning.count) == 0
        else { return nil }
        return UnsafeRawBufferPointer(rebasing: self[beginning.count...])
    }
}
