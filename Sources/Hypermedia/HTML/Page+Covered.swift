internal import NavigationKit

extension Page {
    /// Writes the screen that this one covers. It follows the page, so that a browser without style sheets shows it
    /// last.
    mutating func covered(_ screen: Screen) {
        var page = Page(screen: screen, context: context)
        page.drawnSymbols = drawnSymbols
        page.isCovered = true
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
        page.writer.append(to: &bytes)
        writer.raw(bytes)
    }

    /// Writes the look of a field: its label, and a control without a name and an ID.
    mutating func coveredField(_ element: Screen.FieldElement) {
        let field = element.field
        if field.kind == .checkbox {
            writer.markup("<div class=\"field toggle\"><input type=\"checkbox\" disabled")
            if element.value == Field.Kind.ticked { writer.markup(" checked") }
            writer.markup("><label>")
            writer.text(field.label)
            return writer.markup("</label></div>")
        }
        writer.markup("<div class=\"field\"><label>")
        labelText(of: field)
        writer.markup("</label>\n")
        let choice = field.kind.isChoice ? field.choices.first { $0.value == element.value }?.title : nil
        let text = choice ?? (field.kind.isText && field.kind != .password ? element.value : "")
        if field.kind == .textarea {
            writer.markup("<textarea disabled>\n")
            writer.text(text)
            writer.markup("</textarea></div>")
        } else {
            writer.markup("<input disabled")
            attribute(" value=\"", text)
            writer.markup("></div>")
        }
    }
}
