internal import NavigationKit

extension Page {
    /// The elements in order. What a screen nests wrongly is put right, so that the page stays valid HTML.
    mutating func content() {
        let elements = screen.elements
        let rows = screen.rows
        rows.withUnsafeBufferPointer { content(elements, $0) }
        endList()
        endPart()
    }

    /// The rows are lent where they lie: to take one out of its array is to copy four texts.
    private mutating func content(
        _ elements: [Screen.Element], _ rows: UnsafeBufferPointer<Screen.RowElement>
    ) {
        for index in elements.indices {
            switch elements.span[index] {
            case .beginForm: beginOwnForm(at: index)
            case .endForm: endOwnForm()
            case .beginList(let label): beginList(label)
            case .endList: endList()
            case .row(let row):
                if list == .none { openImpliedList() }
                if let first = rows.baseAddress, rows.indices.contains(row) { self.row(first + row) }
            default: block(elements[index])
            }
        }
    }

    private mutating func block(_ element: Screen.Element) {
        if list == .implied { endList() }
        openPart()
        let isItem = list == .opened
        if isItem { writer.markup("<li>") }
        switch element {
        case .heading(let text):
            writer.markup("<h2>")
            writer.text(text)
            writer.markup("</h2>")
        case .text(let text, let style): paragraph(text, style)
        case .button(let button): self.button(button)
        case .field(let field): self.field(field)
        case .link(let title, let target):
            writer.markup("<p><a class=\"link\" href=\"")
            writer.attribute(target)
            writer.markup("\">")
            writer.text(title)
            writer.markup("</a></p>")
        case .image(let source, let alternative):
            writer.markup("<img src=\"")
            writer.attribute(source)
            writer.markup("\" alt=\"")
            writer.attribute(alternative)
            writer.markup("\">")
        case .beginForm, .endForm, .beginList, .endList, .row: break
        }
        isItem ? writer.markup("</li>\n") : writer.markup("\n")
    }

    private mutating func paragraph(_ text: String, _ style: Text.Style) {
        switch style {
        case .body: writer.markup("<p>")
        case .secondary: writer.markup("<p class=\"secondary\">")
        case .placeholder: writer.markup("<p class=\"placeholder\">")
        }
        writer.text(text)
        writer.markup("</p>")
    }

    private mutating func beginList(_ label: String?) {
        endList()
        openPart()
        writer.markup("<ul class=\"rows\"")
        if let label {
            writer.markup(" aria-label=\"")
            writer.attribute(label)
            writer.markup("\"")
        }
        writer.markup(">\n")
        list = .opened
    }

    private mutating func openImpliedList() {
        beginList(nil)
        list = .implied
    }

    private mutating func endList() {
        guard list != .none else { return }
        writer.markup("</ul>\n")
        list = .none
    }

    private mutating func beginOwnForm(at index: Int) {
        endList()
        endPart()
        beginForm(isMain: false)
        isPartOpen = true
        isInOwnForm = true
        defaultAction(ofFormAt: index)
    }

    private mutating func endOwnForm() {
        guard isInOwnForm else { return }
        endList()
        endPart()
        isInOwnForm = false
    }

    private mutating func openPart() {
        guard isSplit, !isPartOpen else { return }
        beginForm(isMain: false)
        isPartOpen = true
    }

    private mutating func endPart() {
        guard isPartOpen else { return }
        writer.markup("</form>\n")
        isPartOpen = false
    }
}
