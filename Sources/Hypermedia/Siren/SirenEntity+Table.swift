internal import NavigationKit

extension SirenEntity {
    /// Writes a table of texts.
    mutating func table(_ table: Screen.TableElement) {
        table.rows.withUnsafeBufferPointer { properties(of: table, rows: $0) }
        writer.markup("}")
    }

    /// Writes a table with views in its cells: the texts of the cells, and a sub-entity for each row with actions or
    /// links.
    mutating func table(at index: Int) {
        guard screen.tables.indices.contains(index) else { return }
        let rows = TableRows(ofTable: index, of: screen)
        rows.texts.withUnsafeBufferPointer { properties(of: screen.tables[index], rows: $0) }
        writer.markup(",\"entities\":[")
        for (texts, elements) in zip(rows.texts, rows.elements) { row(texts, elements) }
        writer.markup("]}")
    }

    private mutating func properties(of table: Screen.TableElement, rows: UnsafeBufferPointer<[String]>) {
        beginEntity("table", rel: "urn:cairn:table", title: table.caption)
        writer.markup(",\"columns\":[")
        for column in table.columns {
            writer.separate()
            writer.jsonString(column.title)
        }
        writer.markup("]")
        for column in table.columns {
            guard let order = column.heading?.order else { continue }
            writer.markup(",\"sortedBy\":")
            writer.jsonString(column.title)
            writer.markup(",\"order\":")
            writer.jsonString(order.rawValue)
        }
        writer.markup(",\"rows\":[")
        for row in rows {
            writer.separate()
            writer.markup("[")
            for text in row {
                writer.separate()
                writer.jsonString(text)
            }
            writer.markup("]")
        }
        writer.markup("]")
        typedRows(of: table)
        writer.markup(",\"count\":")
        writer.number(table.count)
        writer.markup("}")
    }

    private mutating func row(_ texts: [String], _ elements: [Screen.Element]) {
        var line: [ShownAction] = []
        for element in elements {
            switch element {
            case .button(let button): line += buttons([button])
            case .row(let row) where screen.rows.indices.contains(row):
                if let action = screen.rows[row].action { line.append(ShownAction(action)) }
                line += buttons(screen.rows[row].buttons)
            default: break
            }
        }
        line = line.filter { screen.actions.indices.contains($0.action) }
        guard !line.isEmpty else { return }
        beginEntity("row", rel: "item", title: texts.first ?? "")
        writer.markup("}")
        actions(ofLine: line)
        writer.markup("}")
    }
}

/// The rows of a table with views in its cells: the text of each cell, and the elements of each row.
private struct TableRows {
    private(set) var texts: [[String]] = []
    private(set) var elements: [[Screen.Element]] = []

    init(ofTable index: Int, of screen: Screen) {
        let start = screen.elements.firstIndex { if case .beginTable(index) = $0 { true } else { false } }
        for element in screen.elements[(start.map { $0 + 1 } ?? screen.elements.count)...] {
            switch element {
            case .endTable: return
            case .tableRow:
                texts.append([])
                elements.append([])
            case .tableCell(let text):
                guard !texts.isEmpty else { continue }
                texts[texts.count - 1].append(text ?? "")
            default:
                guard let cells = texts.last?.count, cells > 0 else { continue }
                elements[elements.count - 1].append(element)
                guard let text = screen.text(of: element), !text.isEmpty else { continue }
                let cell = texts[texts.count - 1][cells - 1]
                texts[texts.count - 1][cells - 1] = cell.isEmpty ? text : "\(cell) \(text)"
            }
        }
    }
}

extension Screen {
    /// The text of an element in a cell; `nil` for one that has none, or whose text is that of an action.
    fileprivate func text(of element: Element) -> String? {
        switch element {
        case .heading(let text), .text(let text, _), .lines(let text, _), .badge(let text, _), .label(let text, _),
            .skeleton(let text, _):
            text
        case .link(let title, _): title
        case .queryLink(let link): link.title
        case .routeLink(let link): link.title
        case .image(let image): image.alternative
        case .labeledContent(let label, let value), .typedContent(let label, let value, _): "\(label): \(value)"
        case .time(let time): time.label.map { "\($0): \(time.text)" } ?? time.text
        case .progress(let progress): progress.label
        case .gauge(let gauge): gauge.text
        case .custom(let element), .beginCustom(let element): element.title
        case .row(let row): rows.indices.contains(row) ? rows[row].title : nil
        default: nil
        }
    }
}
