extension Screen {
    /// A screen that is shown behind a sheet: its first elements, without actions, forms and fields.
    package final class Covered: Sendable {
        /// The screen, whose elements need no action.
        package let screen: Screen

        /// The maximum number of elements: about as many as are visible on a large display.
        package static let maxElements = 30
        /// The maximum number of rows of a table.
        package static let maxTableRows = 12

        /// Copies the visible part of `screen`.
        package init(_ screen: Screen) {
            var shown = Screen()
            (shown.title, shown.hidesBar) = (screen.title, screen.hidesBar)
            (shown.rows, shown.tables) = (screen.rows, screen.tables)
            // The ends of the groups, and of the table, that are open.
            var ends: [Element] = []
            for var tab in screen.tabs {
                tab.action = nil
                shown.tabs.append(tab)
            }
            for element in screen.elements[screen.content] {
                guard shown.elements.count < Self.maxElements else { break }
                switch element {
                case .row(let row):
                    shown.rows[row].action = nil
                    shown.rows[row].extras = shown.rows[row].extras.map { extras in
                        RowElement.Extras(
                            badgeRole: extras.badgeRole, isSelected: extras.isSelected, leading: extras.leading,
                            isUnread: extras.isUnread, time: extras.time)
                    }
                    shown.elements.append(element)
                case .heading, .text, .time, .lines, .badge, .label, .skeleton, .beginList, .endList, .image,
                    .labeledContent, .typedContent, .gauge, .progress, .map, .tableRow, .tableCell:
                    shown.elements.append(element)
                case .beginGroup:
                    shown.elements.append(element)
                    ends.append(.endGroup)
                case .beginTable:
                    shown.elements.append(element)
                    ends.append(.endTable)
                case .endGroup, .endTable: if let end = ends.popLast() { shown.elements.append(end) }
                case .table(var table):
                    table.rows = Array(table.rows.prefix(Self.maxTableRows))
                    table.typedRows = Array(table.typedRows.prefix(Self.maxTableRows))
                    table.count = table.rows.count
                    shown.elements.append(.table(table))
                case .beginSection(let title): shown.elements.append(.heading(title))
                case .field(let field): shown.elements.append(.labeledContent(label: field.field.label, value: ""))
                case .button(var button):
                    button.action = nil
                    shown.elements.append(.button(button))
                // Links, forms, and elements whose markup an app writes.
                case .link, .routeLink, .queryLink, .beginQueryForm, .pager, .endSection, .custom, .beginCustom,
                    .endCustom, .beginForm, .endForm, .beginSplit, .endSplit, .beginPane, .endPane, .writtenRows:
                    break
                }
            }
            shown.elements += ends.reversed()
            self.screen = shown
        }
    }
}
