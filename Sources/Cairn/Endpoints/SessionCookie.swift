import HTTPProtocol
import SessionStores
import Sessions

/// The cookie with the session id: one per app, so that mounted apps do not affect each other (RFC 6265).
///
/// If several processes share the sessions, the number of the newest revision that the browser has seen follows, after a
/// full stop: no process shows the browser an older state.
struct SessionCookie: Sendable {
    private let name: String
    private let isSecure: Bool
    /// The cookie's name with the equals sign.
    private let beginning: [UInt8]
    /// The name of the cookie that says which version's message the visitor has not seen yet. The full stop keeps it
    /// apart from the cookie of another app, whose name has none.
    fileprivate let flashName: String

    init(app: String, isSecure: Bool) {
        name = isSecure ? "__Host-cairn-" + app : "cairn-" + app
        self.isSecure = isSecure
        beginning = Array((name + "=").utf8)
        flashName = name + ".flash"
    }

    enum Presented: Equatable {
        case none
        case id(SessionID, seen: UInt64 = 0)
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
                found = Self.presented(by: pair.part(beginning.count, pair.count))
                if case .id = found { return }
            }
        }
    }

    /// Parses 32 hexadecimal digits, and optionally a full stop and a decimal number.
    private static func presented(by value: Octets) -> Presented {
        guard let id = value.part(0, min(idLength, value.count)).withSpan({ SessionID($0) }) else { return .unreadable }
        guard value.count > idLength else { return .id(id) }
        guard value[idLength] == UInt8(ascii: "."), value.count <= idLength + 1 + maxDigits else { return .unreadable }
        var seen: UInt64 = 0
        for position in idLength + 1..<value.count {
            let digit = value[position] &- UInt8(ascii: "0")
            guard digit < 10 else { return .unreadable }
            seen = seen * 10 + UInt64(digit)
        }
        return .id(id, seen: seen)
    }

    private static let idLength = 32
    /// Of the number; a number of this length fits in 64 bits.
    private static let maxDigits = 18

    /// - Parameter seen: the newest revision that the response shows; `nil` if no other process can change the session.
    func set(_ id: SessionID, seen: UInt64? = nil) -> String {
        "\(name)=\(id)\(seen.map { ".\($0)" } ?? "")\(attributes)"
    }

    var deletion: String { "\(name)=; Max-Age=0\(attributes)" }

    fileprivate var attributes: String { "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "") }
}

/// The message of an action is stored with its version, so that every process can show it after the redirect. The
/// redirect sets a cookie with the number of the version; the first page that shows that version shows the message too
/// and deletes the cookie. So neither a reload nor another tab shows it again.
extension SessionCookie {
    /// The value of `Set-Cookie` for the redirect of an action with a message. The cookie expires after a minute, in
    /// case the browser does not follow the redirect.
    func announcing(_ version: Int) -> String { "\(flashName)=\(version); Max-Age=60\(attributes)" }

    /// The value of `Set-Cookie` for the page that shows the message.
    var flashDeletion: String { "\(flashName)=; Max-Age=0\(attributes)" }

    /// True if the client was redirected to this version by an action whose message it has not seen.
    func announces(_ origin: Page.Origin, to fields: HeaderFields) -> Bool {
        guard case .version(let version) = origin else { return false }
        let expected = Array("\(flashName)=\(version)".utf8)
        var isAnnounced = false
        fields.forEachOctets(of: .cookie) { cookies in
            expected.withOctets { expected in
                var position = 0
                while position < cookies.count, !isAnnounced {
                    while position < cookies.count, cookies[position] == UInt8(ascii: " ") { position += 1 }
                    let end = cookies.position(of: UInt8(ascii: ";"), from: position) ?? cookies.count
                    isAnnounced = cookies.part(position, end).isSame(as: expected)
                    position = end + 1
                }
            }
        }
        return isAnnounced
    }
}
