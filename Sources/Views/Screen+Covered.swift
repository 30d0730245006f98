extension Screen {
    /// A screen that is shown behind a sheet: its first elements, without actions, fields and IDs.
    package final class Covered: Sendable {
        /// The screen, whose elements are only those that have no ID on a page.
        package let screen: Screen

        /// The maximum number of elements: about as many as are visible on a large display.
        package static let maxElements = 30

        /// Copies the visible part of `screen`.
        package init(_ screen: Screen) {
            var shown = Screen()
            (shown.title, shown.hidesBar, shown.rows) = (screen.title, screen.hidesBar, screen.rows)
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
                    .labeledContent, .typedContent:
                    shown.elements.append(element)
                case .beginSection(let title): shown.elements.append(.heading(title))
                case .field(let field): shown.elements.append(.labeledContent(label: field.field.label, value: ""))
                case .button(var button):
                    button.action = nil
                    shown.elements.append(.button(button))
                // Elements with IDs, with forms, or with other elements in them.
                case .link, .routeLink, .table, .beginTable, .tableRow, .tableCell, .endTable, .queryLink,
                    .beginQueryForm, .gauge, .beginGroup, .endGroup, .progress, .pager, .endSection, .map, .custom,
                    .beginCustom, .endCustom, .beginForm, .endForm, .beginSplit, .endSplit,
                    .beginPane, .endPane, .writtenRows:
                    break
                }
            }
            self.screen = shown
        }
    }
}
