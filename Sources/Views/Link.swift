import Responders

/// A plain link, which sends no action: to a URL, or to a route of the app beside its screens.
public struct Link: View, PrimitiveView {
    private let element: Screen.Element

    /// A link to a URL. Only `https:`, `http:` and `mailto:` URLs and paths of this site are rendered as links; for a
    /// malformed or another target, only the title is shown, as text.
    ///
    /// - Parameters:
    ///   - title: the link's text.
    ///   - target: the URL or path that the link leads to.
    public init(_ title: String, target: String) {
        element = LinkTarget.isSafe(target) ? .link(title: title, target: target) : .text(title, .body)
    }

    /// A link to a route of the app, such as a download. For a malformed path, only the title is shown, as text.
    ///
    /// - Parameters:
    ///   - title: the link's text.
    ///   - route: the path of the route below the app's mount path, with an optional query, such as
    ///     `export.csv?year=2026`.
    ///   - type: the media type of the content, if it is known.
    ///   - downloads: true if a browser saves the content, false if it shows it.
    ///   - icon: a symbol before the text.
    public init(
        _ title: String, route: String, type: String? = nil, downloads: Bool = true, icon: Symbol? = nil
    ) {
        element =
            Self.isRoutePath(route)
            ? .routeLink(
                Screen.RouteLinkElement(title: title, path: route, type: type, downloads: downloads, icon: icon))
            : .text(title, .body)
    }

    /// Appends the element of the link.
    public func build(into screen: inout ScreenBuilder) { screen.append(element) }

    /// True for the path of a route without an outer slash, with an optional query.
    package static func isRoutePath(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let segments = (parts.first ?? text.utf8[...]).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isPath = segments.allSatisfy { segment in
            segment.contains { $0 != UInt8(ascii: ".") }
                && segment.allSatisfy { PercentEncoding.isUnescaped($0) || $0 == UInt8(ascii: "%") }
        }
        return isPath && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") && !$0.isNeverInURL }
    }
}
