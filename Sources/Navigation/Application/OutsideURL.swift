extension Application {
    /// Sends the visitor to another site after the action.
    ///
    /// - Parameter url: an `https` URL whose host is in the app's list of permitted hosts.
    /// - Throws: ``OutsideURLError`` for any other URL; nothing is changed.
    public final func open(_ url: String) throws {
        guard let host = OutsideURL.host(of: url) else { throw OutsideURLError(url: url, allowed: outsideHosts) }
        guard outsideHosts.contains(host) else { throw OutsideURLError(url: url, allowed: outsideHosts) }
        outsideURL = url
    }
}

extension Application {
    /// Sends the visitor to a route of the app after the action, such as to a download: 303 to the route, which a
    /// browser saves while its page stays as it is.
    ///
    /// - Parameter route: the path of a route below the app's mount path, such as `export.csv` or `tickets/7/file`.
    /// - Throws: ``RoutePathError`` for a text that is no such path; nothing is changed.
    public final func open(route: String) throws {
        guard Link.isRoutePath(route) else { throw RoutePathError(path: route) }
        outsideURL = "/" + route
    }
}

/// The error for a text that is not the path of a route below an app's mount path.
public struct RoutePathError: Error, Equatable, CustomStringConvertible {
    /// The refused text.
    public let path: String

    package init(path: String) { self.path = path }

    /// The refused text and the expected form.
    public var description: String {
        "\(path.shortened(to: 200)) is not a path of a route; write it without the app's name, as in tickets/7/file."
    }
}

/// The validation of a URL of another site.
package enum OutsideURL {
    /// The host of an `https` URL in visible ASCII, without user information and port. The host must be in lower case.
    /// `nil` for other URLs, for those with characters that RFC 3986 forbids, and for those above 2,048 bytes.
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

/// The error for a URL to which the app cannot send visitors.
public struct OutsideURLError: PresentableError, CustomStringConvertible {
    /// The refused URL.
    public let url: String
    /// The permitted hosts.
    public let allowed: [String]

    package init(url: String, allowed: [String]) {
        self.url = url
        self.allowed = allowed
    }

    /// The refused URL and the permitted hosts.
    public var description: String {
        let hosts = allowed.isEmpty ? "none" : allowed.joined(separator: ", ")
        return "\(url.shortened(to: 200)) is not an https URL of an allowed host. Allowed hosts: \(hosts)."
    }

    /// The alert for the visitor.
    public var alert: Alert {
        Alert(
            title: localized("That link cannot be followed"),
            message: localized("It leads to a site that this app does not allow."))
    }
}
