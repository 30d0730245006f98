package import NavigationKit

/// The targets of the links and forms that show the same screen with another query.
extension PageContext {
    /// The screen's URL without its query.
    var path: Substring { location.prefix { $0 != "?" } }

    /// The URL with the items of the link.
    func url(of link: Screen.QueryLinkElement, on screen: Screen) -> String {
        let query = screen.query.replacing(link.names, by: link.items, in: screen.queryNames)
        return query.items.isEmpty ? String(path) : "\(path)?\(query.text)"
    }

    /// The links of the screen's pagers, with their relations.
    package func pageLinks(of screen: Screen) -> [(relation: StaticString, target: String)] {
        var links: [(relation: StaticString, target: String)] = []
        for case .pager(let pager) in screen.elements {
            for (relation, link) in pager.links { links.append((relation, url(of: link, on: screen))) }
        }
        return links
    }
}

extension Screen.PagerElement {
    /// The links to the previous and the next page, with their registered relations (RFC 8288 §4.2).
    var links: [(relation: StaticString, link: Screen.QueryLinkElement)] {
        var links: [(StaticString, Screen.QueryLinkElement)] = []
        if let previousLink { links.append(("prev", previousLink)) }
        if let nextLink { links.append(("next", nextLink)) }
        return links
    }
}
