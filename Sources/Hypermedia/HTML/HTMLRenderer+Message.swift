/// A link of a page that is no screen.
public struct PageLink: Sendable {
    /// What it says.
    public var title: String
    /// Where it leads, root-relative.
    public var path: String
    /// What is found there; links with one are set as cards.
    public var detail: String?
    /// What the link is, for programs: a link relation (RFC 8288).
    public var rel: String

    /// - Parameters:
    ///   - title: what it says.
    ///   - path: where it leads, root-relative.
    ///   - detail: what is found there.
    ///   - rel: what the link is, for programs.
    public init(title: String, path: String, detail: String? = nil, rel: String = "urn:cairn:link") {
        self.title = title
        self.path = path
        self.detail = detail
        self.rel = rel
    }
}

extension HTMLRenderer {
    /// Appends a page that is no screen and offers nothing, as an error or the list of the apps.
    public static func renderMessage(
        title: String, paragraphs: [String], links: [PageLink] = [], assets: Assets, into bytes: inout [UInt8]
    ) {
        var writer = PageWriter(capacity: 2048)
        writer.beginDocument()
        writer.text(title)
        writer.markup("</title>\n")
        writer.endHead(assets)
        let hasCards = links.contains { $0.detail != nil }
        hasCards ? writer.markup("<body class=\"index\">\n") : writer.markup("<body class=\"message\">\n")
        writer.markup("<main id=\"content\">\n<h1>")
        writer.text(title)
        writer.markup("</h1>\n")
        for paragraph in paragraphs {
            writer.markup("<p>")
            writer.text(paragraph)
            writer.markup("</p>\n")
        }
        if !links.isEmpty { writer.links(links, asCards: hasCards) }
        writer.markup("</main>\n</body>\n</html>\n")
        writer.move(to: &bytes)
    }
}

extension PageWriter {
    fileprivate mutating func links(_ links: [PageLink], asCards: Bool) {
        asCards ? markup("<ul class=\"cards\">\n") : markup("<ul class=\"links\">\n")
        for link in links {
            markup("<li><a href=\"")
            attribute(link.path)
            markup("\"><span class=\"title\">")
            text(link.title)
            markup("</span>")
            if let detail = link.detail {
                markup(" <span class=\"subtitle\">")
                text(detail)
                markup("</span>")
            }
            markup("</a></li>\n")
        }
        markup("</ul>\n")
    }
}
