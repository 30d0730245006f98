internal import NavigationKit

/// A table with views in its cells, while its page is rendered.
struct OpenTable {
    /// The index of the table among the screen's tables.
    var index: Int
    /// The number of sections and groups around the table.
    var sections: Int
    var isRowOpen = false
    var isCellOpen = false
    /// The number of cells of the row so far.
    var cells = 0
}

extension Page {
    /// Writes a table of texts.
    mutating func table(_ table: Screen.TableElement) {
        beginTable(table)
        for row in table.rows {
            beginRow(of: table)
            for (index, text) in row.enumerated() where table.columns.indices.contains(index) {
                beginCell(index, of: table)
                writer.text(text)
                endCell(index)
            }
            writer.markup("</tr>\n")
        }
        endTable(table, rows: table.rows.count)
    }

    /// A table that is too wide scrolls by itself. It is focusable, so that keyboard users can scroll it too.
    ///
    /// The style sheet changes `display` of the parts of a table that stacks. WebKit then takes them for no table, so
    /// they have roles.
    private mutating func beginTable(_ table: Screen.TableElement) {
        blockNumber += 1
        let stacks = table.stacks
        stacks ? writer.markup("<div class=\"table stacks\"") : writer.markup("<div class=\"table\"")
        writer.markup(" role=\"region\" tabindex=\"0\" aria-labelledby=\"table-")
        writer.number(blockNumber)
        stacks
            ? writer.markup("\">\n<table role=\"table\">\n<caption id=\"table-")
            : writer.markup("\">\n<table>\n<caption id=\"table-")
        writer.number(blockNumber)
        writer.markup("\">")
        writer.text(table.caption)
        writer.markup("</caption>\n<thead>")
        beginRow(of: table)
        for column in table.columns {
            column.alignment == .trailing
                ? writer.markup("<th scope=\"col\" class=\"end\"") : writer.markup("<th scope=\"col\"")
            if stacks { writer.markup(" role=\"columnheader\"") }
            heading(column)
            writer.markup("</th>")
        }
        writer.markup("</tr></thead>\n<tbody>\n")
    }

    private mutating func beginRow(of table: Screen.TableElement) {
        table.stacks ? writer.markup("<tr role=\"row\">") : writer.markup("<tr>")
    }

    private mutating func heading(_ column: Screen.TableElement.Column) {
        guard let heading = column.heading else {
            writer.markup(">")
            return writer.text(column.title)
        }
        if let order = heading.order { attribute(" aria-sort=\"", order.rawValue) }
        attribute("><a class=\"link\" href=\"", context.url(of: heading.link, on: screen))
        writer.markup(">")
        writer.text(column.title)
        writer.markup("</a>")
    }

    private mutating func beginCell(_ column: Int, of table: Screen.TableElement) {
        column == 0 ? writer.markup("<th scope=\"row\"") : writer.markup("<td")
        if table.stacks {
            column == 0 ? writer.markup(" role=\"rowheader\"") : writer.markup(" role=\"cell\"")
            // The style sheet shows the label of a narrow page. The block of a row begins with its first cell.
            if column > 0 { attribute(" data-label=\"", table.columns[column].title) }
        }
        table.columns[column].alignment == .trailing ? writer.markup(" class=\"end\">") : writer.markup(">")
    }

    private mutating func endCell(_ column: Int) {
        column == 0 ? writer.markup("</th>") : writer.markup("</td>")
    }

    private mutating func endTable(_ table: Screen.TableElement, rows: Int) {
        writer.markup("</tbody>\n</table>\n</div>")
        guard rows < table.count else { return }
        writer.markup("\n<p class=\"secondary\">")
        writer.text(context.localization.text("The first \(rows) of \(table.count)."))
        writer.markup("</p>")
    }
}

/// Tables with views in their cells.
extension Page {
    /// True if the element can be written in the open table. A cell contains no form, section or pane, because a form
    /// around the table cannot end within a cell.
    func belongsInTable(_ element: Screen.Element) -> Bool {
        switch element {
        case .tableRow, .tableCell, .endTable: true
        case .beginForm, .beginQueryForm, .endForm, .beginSection, .endSection, .beginSplit, .beginPane, .endPane,
            .endSplit:
            false
        case .beginTable: false
        default: openTable?.isCellOpen ?? false
        }
    }

    mutating func beginTable(at index: Int) {
        guard screen.tables.indices.contains(index) else { return }
        endList()
        openPart()
        beginTable(screen.tables[index])
        openTable = OpenTable(index: index, sections: sections.count)
        tableRows = 0
    }

    mutating func beginTableRow() {
        guard let table = openTable else { return }
        endTableRow()
        beginRow(of: screen.tables[table.index])
        tableRows += 1
        openTable?.isRowOpen = true
    }

    mutating func tableCell(_ text: String?) {
        guard let table = openTable, table.isRowOpen else { return }
        endTableCell()
        guard screen.tables[table.index].columns.indices.contains(table.cells) else { return }
        beginCell(table.cells, of: screen.tables[table.index])
        openTable?.cells += 1
        openTable?.isCellOpen = true
        if let text { writer.text(text) }
    }

    private mutating func endTableCell() {
        guard let table = openTable, table.isCellOpen else { return }
        endList()
        while sections.count > table.sections { endSection() }
        endCell(table.cells - 1)
        openTable?.isCellOpen = false
    }

    private mutating func endTableRow() {
        guard openTable?.isRowOpen ?? false else { return }
        endTableCell()
        writer.markup("</tr>\n")
        openTable?.isRowOpen = false
        openTable?.cells = 0
    }

    mutating func endTable() {
        endTableRow()
        guard let table = openTable else { return }
        openTable = nil
        endTable(screen.tables[table.index], rows: tableRows)
        writer.markup("\n")
    }
}
