extension RenderedPage {
    /// The page as a text with one line for each part, to compare a whole screen with a text in a test.
    ///
    /// It has the heading, the notice, the message of the last action and the alert, then the tabs, the texts, the
    /// details in alphabetical order, the tables, the rows, the fields and the buttons, each kind in the order of the
    /// page. It has no URL, no nonce and no class name, so it changes only with what a visitor sees.
    ///
    /// ```swift
    /// #expect(page.outline == """
    ///     # Books
    ///     row Walden
    ///     row Kim
    ///     button New
    ///     """)
    /// ```
    public var outline: String {
        var lines = ["# " + heading]
        if let notice { lines.append("notice " + notice) }
        if let flash { lines.append("message " + flash) }
        if let alert { lines.append("alert " + joined(alert.title, alert.message)) }
        lines += tabs.map { "tab " + $0.title + marked($0.badge) + ($0.isSelected ? " (selected)" : "") }
        lines += texts.map { "text " + $0 }
        lines += details.sorted { $0.key < $1.key }.map { "detail " + joined($0.key, $0.value) }
        for table in tables {
            lines.append("table " + table.caption)
            lines += ([table.columns] + table.rows).map { "    " + $0.joined(separator: " | ") }
        }
        lines += rows.map { "row " + joined($0.title, $0.subtitle ?? "") + marked($0.badge) }
        lines += fields.map(line(of:))
        lines += buttons.filter { $0.place != .hidden && $0.place != .tab && $0.row != $0.label }.map {
            "button " + $0.label + ($0.row.map { " (in " + $0 + ")" } ?? "")
        }
        return lines.joined(separator: "\n")
    }

    private func line(of field: Field) -> String {
        let value = field.options.first { $0.value == field.value && field.isSent }?.title
        let isUnchecked = field.kind == "checkbox" && !field.isSent
        return "field " + field.label + (field.isRequired ? "*" : "") + ": "
            + (isUnchecked ? "off" : field.kind == "checkbox" ? "on" : value ?? field.value)
            + (field.error.map { " (error: " + $0 + ")" } ?? "")
    }

    private func joined(_ first: String, _ second: String) -> String {
        second.isEmpty ? first : first + ": " + second
    }

    private func marked(_ badge: String?) -> String { badge.map { " [" + $0 + "]" } ?? "" }
}
