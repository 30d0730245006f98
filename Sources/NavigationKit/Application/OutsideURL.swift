extension Application {
    /// Sends the visitor to another site when the action is done (seed 001's `presentURL`).
    ///
    /// - Parameter url: an `https` URL of a host that the app was allowed to name.
    /// - Throws: ``OutsideURLError`` for any other; nothing is changed.
    public final func open(_ url: String) throws {
        guard let host = OutsideURL.host(of: url) else { throw OutsideURLError(url: url, allowed: outsideHosts) }
        guard outsideHosts.contains(host) else { throw OutsideURLError(url: url, allowed: outsideHosts) }
        outsideURL = url
    }
}

/// What a URL has to be that visitors are sent to.
package enum OutsideURL {
    /// The host of an `https` URL without a user, on the usual port, all in visible ASCII; `nil` for others.
    package static func host(of url: String) -> String? {
        let scheme = "https://"
        guard url.hasPrefix(scheme), url.utf8.count <= longest else { return nil }
        let forbidden = Array("\"<>\\^`{|}".utf8)
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !forbidden.contains($0) }) else { return nil }
        let host = url.utf8.dropFirst(scheme.utf8.count).prefix { byte in !"/?#".utf8.contains(byte) }
        let isName = host.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
        return isName && !host.isEmpty ? String(Substring(host)) : nil
    }

    private static let longest = 2_048
}

/// A URL that visitors are not sent to.
public struct OutsideURLError: PresentableError, CustomStringConvertible {
    /// The URL.
    public let url: String
    /// The hosts that would have been right.
    public let allowed: [String]

    /// What was tried and what would have worked.
    public var description: String {
        let hosts = allowed.isEmpty ? "none is allowed" : "allowed are " + allowed.joined(separator: ", ")
        return "\(url.shortened(to: 200)) is no https URL of a host that this app may send people to; \(hosts)."
    }

    /// What the visitor is told.
    public var alert: Alert {
        Alert(title: "That link cannot be followed", message: "It leads to a place that this app does not know.")
    }
}
