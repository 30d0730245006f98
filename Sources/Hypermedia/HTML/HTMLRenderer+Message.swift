internal import NavigationKit

/// A link on a page that is not a screen.
package struct PageLink: Sendable {
    /// The link's text.
    package var title: String
    /// The root-relative target.
    package var path: String
    /// A description of the target. If any link has one, all links are shown as cards.
    package var detail: String?
    /// The path of a picture of the target, 16:10.
    package var picture: String?
    /// The link relation (RFC 8288), for programs.
    package var rel: String

    /// - Parameters:
    ///   - title: the link's text.
    ///   - path: the root-relative target.
    ///   - detail: a description of the target.
    ///   - picture: the path of a picture of the target.
    ///   - rel: the link relation, for programs.
    package init(
        title: String, path: String, detail: String? = nil, picture: String? = nil, rel: String = "urn:cairn:link"
    ) {
        self.title = title
        self.path = path
        self.detail = detail
        self.picture = picture
        self.rel = rel
    }
}

extension HTMLRenderer {
    /// Appends a page that is not a screen and has no actions, such as an error or the list of apps.
    ///
    /// - Parameters:
    ///   - isEnglish: true if the title and the paragraphs are in English, whatever the language of the page.
    ///   - command: a command line below the links, with a sentence about it.
    ///   - reference: a link below all others, to the documentation.
    package static func renderMessage(
        title: String, paragraphs: [String], isEnglish: Bool = false, links: [PageLink] = [],
        command: (about: String, line: String)? = nil, reference: PageLink? = nil, assets: Assets,
        into bytes: inout [UInt8]
    ) {
        var writer = PageWriter(capacity: 2048)
        let localization = Localization.current
        let namesLanguage = isEnglish && !localization.isEnglish
        writer.beginDocument(localization, isTitleEnglish: namesLanguage)
        writer.text(title)
        writer.markup("</title>\n")
        writer.endHead(assets)
        let hasCards = links.contains { $0.detail != nil }
        hasCards ? writer.markup("<body class=\"index\">\n") : writer.markup("<body class=\"message\">\n")
        writer.markup("<main id=\"content\">\n")
        namesLanguage ? writer.markup("<h1 lang=\"en\" dir=\"ltr\">") : writer.markup("<h1>")
        writer.text(title)
        writer.markup("</h1>\n")
        for paragraph in paragraphs {
            namesLanguage ? writer.markup("<p lang=\"en\" dir=\"ltr\">") : writer.markup("<p>")
            writer.text(paragraph)
            writer.markup("</p>\n")
        }
        if !links.isEmpty { writer.links(links, asCards: hasCards, assets) }
        if let command {
            writer.markup("<p>")
            writer.text(command.about)
            writer.markup("</p>\n<pre class=\"command\"><code>")
            writer.text(command.line)
            writer.markup("</code></pre>\n")
        }
        if let reference {
            writer.markup("<p><a href=\"")
            writer.attribute(reference.path)
            writer.markup("\">")
            writer.text(reference.title)
            writer.markup("</a></p>\n")
        }
        writer.markup("</main>\n</body>\n</html>\n")
        writer.append(to: &bytes)
    }
}

extension PageWriter {
    fileprivate mutating func links(_ links: [PageLink], asCards: Bool, _ assets: Assets) {
        asCards ? markup("<ul class=\"cards\">\n") : markup("<ul class=\"links\">\n")
        for link in links {
            markup("<li><a href=\"")
            attribute(link.path)
            markup("\">")
            if let picture = link.picture {
                markup("<img src=\"")
                attribute(assets[picture])
                markup("\" alt=\"\" width=\"640\" height=\"400\" loading=\"lazy\">")
            }
            markup("<span class=\"title\">")
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
