internal import NavigationKit

/// Links and forms that show the same screen with another query.
extension Page {
    mutating func queryLink(_ link: Screen.QueryLinkElement) {
        attribute("<p><a class=\"link\" href=\"", context.url(of: link, on: screen))
        link.isCurrent ? writer.markup(" aria-current=\"true\">") : writer.markup(">")
        writer.text(link.title)
        writer.markup("</a></p>")
    }

    mutating func turn(_ link: Screen.QueryLinkElement, rel: StaticString) {
        attribute("<a class=\"button normal\" href=\"", context.url(of: link, on: screen))
        writer.markup(" rel=\"")
        writer.markup(rel)
        writer.markup("\">")
        writer.text(link.title)
        writer.markup("</a>")
    }

    /// Begins a form that is sent with GET. Values of the query without a field of the form are hidden inputs.
    mutating func beginQueryForm(_ form: Screen.QueryFormElement, at index: Int) {
        endOwnForm()
        endList()
        endPart()
        let (_, isSearch) = fields(ofFormAt: index)
        writer.markup("<form method=\"get\"")
        if isSearch { writer.markup(" role=\"search\"") }
        attribute(" action=\"", String(context.path))
        writer.markup(">\n")
        for item in screen.query.items where !form.names.contains(item.name) {
            attribute("<input type=\"hidden\" name=\"", item.name)
            attribute(" value=\"", item.text)
            writer.markup(">\n")
        }
        isPartOpen = true
        isInOwnForm = true
        openQueryForm = form.title
    }

    /// Writes the button of the open form, if it is sent with GET.
    mutating func endQueryForm() {
        guard let title = openQueryForm else { return }
        openQueryForm = nil
        writer.markup("<button class=\"button normal\">")
        writer.text(title)
        writer.markup("</button>\n")
    }
}
