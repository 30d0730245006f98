internal import NavigationKit

extension Page {
    /// Writes the screen that this one covers. It follows the page, so that a browser without style sheets shows it last.
    mutating func covered(_ screen: Screen) {
        var page = Page(screen: screen, context: context)
        page.drawnSymbols = drawnSymbols
        // The IDs continue.
        page.blockNumber = blockNumber
        page.writer.markup("<div class=\"covered\" inert>\n")
        if !screen.hidesBar {
            page.writer.markup("<div class=\"bar\"><p class=\"heading\">")
            page.writer.text(screen.title)
            page.writer.markup("</p></div>\n")
        }
        page.writer.markup("<div class=\"content\">\n")
        page.content(screen.elements.indices)
        page.writer.markup("</div>\n")
        page.tabs()
        page.writer.markup("</div>\n")
        var bytes: [UInt8] = []
        page.writer.move(to: &bytes)
        writer.raw(bytes)
    }
}
