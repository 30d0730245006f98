extension Screen {
    /// A screen that is shown behind a sheet: its first elements, without actions and forms.
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
            (shown.rows, shown.tables) = (screen.rows, screen.tables.map(\.covered))
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
                    .labeledContent, .typedContent, .gauge, .progress, .beginGroup, .endGroup, .beginTable, .tableRow,
                    .tableCell, .endTable:
                    shown.elements.append(element)
                case .table(let table): shown.elements.append(.table(table.covered))
                case .map(var map):
                    map.points = Array(map.points.prefix(Self.maxElements))
                    shown.elements.append(.map(map))
                case .beginSection(let title): shown.elements.append(.heading(title))
                case .field(var field):
                    field.error = nil
                    shown.elements.append(.field(field))
                case .button(var button):
                    button.action = nil
                    shown.elements.append(.button(button))
                // Links, forms, and elements whose markup an app writes.
                case .link, .routeLink, .queryLink, .pager, .endSection, .custom, .beginCustom, .endCustom,
                    .beginQueryForm, .beginForm, .endForm, .beginSplit, .endSplit, .beginPane, .endPane, .writtenRows:
                    break
                }
            }
            // The renderer ends the groups, and the table, that are open.
            self.screen = shown
        }
    }
}

extension Screen.TableElement {
    /// The first rows, with headings that sort nothing, and without the line that says how many there are.
    fileprivate var covered: Screen.TableElement {
        var table = self
        for index in table.columns.indices { table.columns[index].heading = nil }
        table.rows = Array(rows.prefix(Screen.Covered.maxTableRows))
        table.typedRows = Array(typedRows.prefix(Screen.Covered.maxTableRows))
        table.count = table.rows.count
        return table
    }
}
