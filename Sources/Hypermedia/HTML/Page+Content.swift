internal import NavigationKit

extension Page {
    /// Writes some of the elements in order. It corrects invalid nesting in the screen, so that the HTML stays valid.
    mutating func content(_ indices: Range<Int>) {
        let elements = screen.elements
        let rows = screen.rows
        rows.withUnsafeBufferPointer { content(elements, indices, $0) }
        endTable()
        endSplits()
        endList()
        endOwnForm()
        while !sections.isEmpty { endSection() }
        endPart()
    }

    /// Passes rows by pointer: copying a row out of the array would copy four strings.
    private mutating func content(
        _ elements: [Screen.Element], _ indices: Range<Int>, _ rows: UnsafeBufferPointer<Screen.RowElement>
    ) {
        for index in indices {
            if openTable != nil, !belongsInTable(elements.span[index]) { continue }
            switch elements.span[index] {
            case .beginForm: beginOwnForm(at: index)
            case .beginQueryForm(let form): beginQueryForm(form, at: index)
            case .endForm: endOwnForm()
            case .beginSplit: beginSplit()
            case .beginPane(let pane): beginPane(pane)
            case .endPane: endPane()
            case .endSplit: endSplit()
            case .beginList(let label): beginList(label)
            case .endList: endList()
            case .row(let row):
                if list == .none || list == .details { openImpliedList() }
                if let first = rows.baseAddress, rows.indices.contains(row) { self.row(first + row) }
            case .writtenRows(let index):
                if list == .none || list == .details { openImpliedList() }
                writer.raw(screen.writtenRows, screen.writtenOctets(index))
            case .beginSection(let title): beginSection(title, at: index)
            case .beginGroup(let group): beginGroup(group, at: index)
            case .endSection, .endCustom, .endGroup: endSection()
            case .beginTable(let table): beginTable(at: table)
            case .tableRow: beginTableRow()
            case .tableCell(let text): tableCell(text)
            case .endTable: endTable()
            case .beginCustom(let element): beginCustom(element)
            case .labeledContent(let label, let value): labeledContent(label, value)
            case .typedContent(let label, let value, let typed): labeledContent(label, value, typed)
            case .time(let time):
                if let label = time.label {
                    labeledContent(label, time.text, time: time)
                } else {
                    standAlone(elements[index])
                }
            default: standAlone(elements[index])
            }
        }
    }

    private mutating func standAlone(_ element: Screen.Element) {
        if list == .implied || list == .details { endList() }
        openPart()
        let isItem = list == .opened
        if isItem { writer.markup("<li>") }
        block(element)
        isItem ? writer.markup("</li>\n") : writer.markup("\n")
    }

    /// Consecutive labeled contents share one `<dl>`, except inside a list of rows.
    private mutating func labeledContent(
        _ label: String, _ value: String, _ typed: TypedValue? = nil, time: Screen.TimeElement? = nil
    ) {
        let isItem = list == .opened
        if list == .implied { endList() }
        if isItem { writer.markup("<li>") }
        if list != .details {
            openPart()
            writer.markup("<dl class=\"details\">\n")
            if !isItem { list = .details }
        }
        writer.markup("<div><dt>")
        writer.text(label)
        writer.markup("</dt><dd>")
        if case .color(let color) = typed?.content { swatch(color) }
        if let time { self.time(time) } else { writer.text(value) }
        writer.markup("</dd></div>\n")
        if isItem { writer.markup("</dl></li>\n") }
    }

    /// Draws a colour. It is an attribute of SVG, because the content security policy allows no inline styles.
    private mutating func swatch(_ color: String) {
        attribute(
            "<svg class=\"swatch\" viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect width=\"1\" height=\"1\" fill=\"",
            color)
        writer.markup("/></svg> ")
    }

    mutating func time(_ time: Screen.TimeElement) {
        attribute("<time datetime=\"", time.instant)
        writer.markup(">")
        writer.text(time.text)
        writer.markup("</time>")
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

    mutating func endList() {
        guard list != .none else { return }
        list == .details ? writer.markup("</dl>\n") : writer.markup("</ul>\n")
        list = .none
    }

    private mutating func beginOwnForm(at index: Int) {
        endOwnForm()
        endList()
        endPart()
        let (hasFields, isSearch) = fields(ofFormAt: index)
        beginForm(isMain: false, isSearch: isSearch, hasFields: hasFields)
        isPartOpen = true
        isInOwnForm = true
        isInSearch = isSearch
        defaultAction(ofFormAt: index)
    }

    func fields(ofFormAt start: Int) -> (hasFields: Bool, isSearch: Bool) {
        var hasFields = false
        for element in screen.elements[start...] {
            switch element {
            case .field(let field):
                hasFields = true
                if field.field.kind == .search { return (true, true) }
            case .endForm: return (hasFields, false)
            default: break
            }
        }
        return (hasFields, false)
    }

    mutating func endOwnForm() {
        guard isInOwnForm else { return }
        endList()
        endSectionsOfOwnForm()
        endQueryForm()
        endPart()
        isInOwnForm = false
        isInSearch = false
    }

    mutating func openPart() {
        guard isSplit, !isPartOpen else { return }
        beginForm(isMain: false)
        isPartOpen = true
    }

    mutating func endPart() {
        guard isPartOpen else { return }
        writer.markup("</form>\n")
        isPartOpen = false
    }
}
