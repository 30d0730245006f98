extension Screen {
    /// One part of a screen's content.
    ///
    /// Each renderer has one `switch` over all cases without a `default`, so the compiler names the renderers that lack
    /// a new element.
    package enum Element: Sendable {
        /// A heading, one level below the screen's title and the headings of the enclosing panes and sections.
        case heading(String)
        /// A paragraph.
        case text(String, TextStyle)
        /// A time stamp, as a paragraph or with a label.
        indirect case time(TimeElement)
        /// A paragraph whose line breaks are kept.
        case lines(String, TextStyle)
        /// A short text with a colour.
        case badge(String, BadgeRole)
        /// A paragraph with a symbol in front of it.
        case label(String, Symbol)
        /// A list begins; its content, usually rows, follows, until ``endList``.
        case beginList(label: String?)
        /// The list ends.
        case endList
        /// A row of a list, by its index into ``rows``.
        case row(Int)
        /// Rows that a ``RowWriter`` has written, by their index for ``writtenOctets(_:)``. Only in a screen that was built
        /// with one, for the renderer of its format.
        case writtenRows(Int)
        /// A button in the content.
        case button(ButtonElement)
        /// An input. Indirect, because it is large and most elements are small.
        indirect case field(FieldElement)
        /// A plain link, which sends no action.
        case link(title: String, target: String)
        /// A link to a route of the app beside its screens.
        indirect case routeLink(RouteLinkElement)
        /// A picture with its text alternative.
        indirect case image(ImageElement)
        /// A table of texts.
        indirect case table(TableElement)
        /// A table with other views in its cells begins, given by its index into ``tables``; its rows follow, until
        /// ``endTable``.
        case beginTable(Int)
        /// A row of such a table begins.
        case tableRow
        /// A cell of such a table begins: with its text, or with `nil` if its views follow.
        case tableCell(String?)
        /// The table ends.
        case endTable
        /// A link that shows the same screen with another query.
        indirect case queryLink(QueryLinkElement)
        /// A form with fields begins, which shows the same screen with another query; it ends with ``endForm``.
        indirect case beginQueryForm(QueryFormElement)
        /// A value within a known range.
        indirect case gauge(GaugeElement)
        /// A group begins; its content follows, until ``endGroup``.
        case beginGroup(GroupElement)
        /// The group ends.
        case endGroup
        /// The progress of a task, determinate or indeterminate.
        indirect case progress(ProgressElement)
        /// Rows whose data comes later, with a text for those who do not see the bars.
        case skeleton(status: String, rows: Int)
        /// The actions that show other pages of a list.
        indirect case pager(PagerElement)
        /// A label and its value.
        case labeledContent(label: String, value: String)
        /// A label and its value, with the value for programs. A case of its own: most labeled contents have none, and
        /// the elements stay small.
        indirect case typedContent(label: String, value: String, typed: TypedValue)
        /// A section begins; its content follows, until ``endSection``.
        case beginSection(title: String)
        /// The section ends.
        case endSection
        /// A map; the list of its markers follows.
        indirect case map(MapElement)
        /// An element of the app's own without other views in it.
        indirect case custom(CustomElement)
        /// An element of the app's own begins; the views in it follow, until ``endCustom``.
        indirect case beginCustom(CustomElement)
        /// The element of the app's own ends.
        case endCustom
        /// A separate form begins; its content follows, until ``endForm``.
        case beginForm
        /// The separate form ends.
        case endForm
        /// Panes follow, until ``endSplit``: side by side if wide and not nested; a narrow page shows only the detail.
        case beginSplit
        /// A pane begins, given by its index into ``panes``; its content follows, until ``endPane``.
        case beginPane(Int)
        /// The pane ends.
        case endPane
        /// The panes end.
        case endSplit
    }

    /// One line of a list.
    package struct RowElement: Sendable {
        /// The row's text.
        package var title: String
        /// A second line in smaller type.
        package var subtitle: String?
        /// A short note at the end.
        package var badge: String?
        /// The action that choosing the row sends; `nil` if the row is read-only or the action is not available.
        package var action: ActionIndex?
        /// The parts that few rows have; `nil` for most rows.
        package var extras: Extras?
        /// The other actions of the row, such as Delete.
        package var buttons: [ButtonElement] { extras?.buttons ?? [] }

        /// The other actions of a row, the meaning of its badge, and its selection.
        package final class Extras: Sendable {
            /// The buttons, in order.
            package let buttons: [ButtonElement]
            /// True if the buttons are in a menu.
            package let isMenu: Bool
            /// The meaning of the badge.
            package let badgeRole: BadgeRole
            /// True if the row is the selected one of its list.
            package let isSelected: Bool
            /// The decoration before the title.
            package let leading: Leading?
            /// True if the visitor has not read what the row shows.
            package let isUnread: Bool
            /// The time stamp at the end.
            package let time: TimeElement?
            /// The values for programs, by name.
            package let values: [(name: StaticString, value: TypedValue)]

            package init(
                buttons: [ButtonElement] = [], isMenu: Bool = false, badgeRole: BadgeRole = .accent,
                isSelected: Bool = false, leading: Leading? = nil, isUnread: Bool = false, time: TimeElement? = nil,
                values: [(name: StaticString, value: TypedValue)] = []
            ) {
                self.buttons = buttons
                self.isMenu = isMenu
                self.badgeRole = badgeRole
                self.isSelected = isSelected
                self.leading = leading
                self.isUnread = isUnread
                self.time = time
                self.values = values
            }
        }

        /// A decoration before the title of a row.
        package enum Leading: Sendable {
            /// A symbol.
            case icon(Symbol)
            /// The initials of a name.
            case avatar(Initials)
            /// A small picture of the app's static files, by its path on this site.
            case picture(String)
        }
    }

    /// A time stamp.
    package struct TimeElement: Sendable {
        /// The name of the value; `nil` for a paragraph, and for the time of a row.
        package var label: String?
        /// The time for people.
        package var text: String
        /// The time in UTC for programs (RFC 3339), such as `2026-05-03T14:05:00Z`.
        package var instant: String
    }

    /// A link that shows the same screen with another query.
    package struct QueryLinkElement: Sendable {
        /// The text of the link.
        package var title: String
        /// The names whose items it replaces.
        package var names: [String]
        /// The items in their place.
        package var items: [LocationQuery.Item]
        /// True if the query already has these items.
        package var isCurrent: Bool
    }

    /// A form that shows the same screen with another query.
    package struct QueryFormElement: Sendable {
        /// The title of its button.
        package var title: String
        /// The names whose items it replaces.
        package var names: [String]
    }

    /// The kind of a group.
    package enum GroupElement: Sendable {
        /// Views one below the other.
        case vertical
        /// Views side by side.
        case horizontal
        /// Views with a background.
        case background(BackgroundStyle)
        /// In place of missing content.
        case emptyState(icon: Symbol?)
        /// Views that the title shows and hides.
        case disclosure(title: String, isExpanded: Bool)
        /// Buttons that the title shows and hides.
        case menu(title: String, icon: Symbol?)
    }

    /// A value within a known range.
    package struct GaugeElement: Sendable {
        /// The name of the value.
        package var label: String
        /// The value, within the bounds.
        package var value: Double
        /// The smallest and the largest value.
        package var bounds: ClosedRange<Double>
        /// The value for people.
        package var text: String
        /// The unit of the value and its bounds, for programs.
        package var unit: String?
    }

    /// A button in the content.
    package struct ButtonElement: Sendable {
        /// The button's title.
        package var title: String
        /// The symbol before the title.
        package var icon: Symbol?
        /// The action that the button sends; `nil` while an alert is presented.
        package var action: ActionIndex?
        /// The button's purpose for the visitor. The last property, so that an element stays small.
        package var role: ButtonRole

        package init(title: String, icon: Symbol? = nil, role: ButtonRole, action: ActionIndex?) {
            self.title = title
            self.icon = icon
            self.action = action
            self.role = role
        }
    }

    /// An input, its value and its validation error.
    package struct FieldElement: Sendable {
        /// The input, with its validation rules.
        package var field: Field
        /// The value that the input shows; for a file, the token of the file that is kept.
        package var value: String
        /// The validation message; `nil` if the value is valid or was not checked yet.
        package var error: String?
    }

    /// A link to a route of the app beside its screens, such as a download.
    package struct RouteLinkElement: Sendable {
        /// The link's text.
        package var title: String
        /// The path below the app's mount path, without a slash in front, with an optional query.
        package var path: String
        /// The media type of the content, if it is known.
        package var type: String?
        /// True if a browser saves the content instead of showing it.
        package var downloads: Bool
        /// The symbol before the text.
        package var icon: Symbol?
    }

    /// A picture of the app's static files, with its text alternative and, if known, its size.
    package struct ImageElement: Sendable {
        /// The picture's path on this site.
        package var source: String
        /// The text alternative; empty for a decoration.
        package var alternative: String
        /// The width in CSS pixels.
        package var width: Int?
        /// The height in CSS pixels.
        package var height: Int?
    }

    /// The progress of a task, determinate or indeterminate.
    package struct ProgressElement: Sendable {
        /// The name of the task.
        package var label: String
        /// The completed part, from 0 to the total; `nil` for indeterminate progress.
        package var value: Double?
        /// The size of the whole task, more than 0.
        package var total: Double
    }

    /// A table.
    package struct TableElement: Sendable {
        /// The caption of the table.
        package var caption: String
        /// The columns' headings.
        package var columns: [Column]
        /// The texts of each row, one for each column; empty if the cells follow as elements.
        package var rows: [[String]]
        /// The number of rows in the data; the table can show only the first of them.
        package var count: Int
        /// False if the table stays a table on a narrow page, where it scrolls.
        package var mayStack = true
        /// The values of each row's cells for programs, one for each column; empty if no column has any.
        package var typedRows: [[TypedValue?]] = []

        /// True if a narrow page shows each row as a block. Two columns fit on a phone.
        package var stacks: Bool { mayStack && columns.count > 2 }

        /// The heading of a column.
        package struct Column: Sendable {
            /// The heading's text.
            package var title: String
            /// The alignment of the column's texts.
            package var alignment: TableAlignment
            /// The link that sorts by the column; `nil` if the table cannot be sorted by it.
            package var heading: Heading?
        }

        /// A heading that sorts the table by its column.
        package struct Heading: Sendable {
            /// The direction in which a table is sorted; the names are those of `aria-sort`.
            package enum Order: String, Sendable { case ascending, descending }

            /// The link that sorts by the column, or in the other direction.
            package var link: QueryLinkElement
            /// The direction if the table is sorted by the column; `nil` if by another.
            package var order: Order?
        }
    }

    /// A pager: the current page of a list, and the actions that show its neighbours.
    package struct PagerElement: Sendable {
        /// The name of the pager, for assistive technology.
        package var label: String
        /// The number of the current page, from 1 on; 0 if it is unknown.
        package var page: Int
        /// The number of pages; 0 if it is unknown.
        package var pages: Int
        /// The action that shows the previous page; `nil` on the first page, or if it is not available.
        package var previous: ActionIndex?
        /// The action that shows the next page; `nil` on the last page, or if it is not available.
        package var next: ActionIndex?
        /// The link in place of ``previous``, for a list whose page is in the query.
        package var previousLink: QueryLinkElement?
        /// The link in place of ``next``.
        package var nextLink: QueryLinkElement?

        /// The title of ``previous``.
        package static var previousTitle: String { localized("Previous page") }
        /// The title of ``next``.
        package static var nextTitle: String { localized("Next page") }
        /// The current page and the number of pages, for people.
        package var title: String { isNumbered ? localized("Page \(page) of \(pages)") : label }
        /// False for a list without a known number of pages.
        package var isNumbered: Bool { pages > 0 }
    }

    /// A map: its drawing and the range of rows that belong to it.
    package struct MapElement: Sendable {
        /// The text alternative of the map.
        package var label: String
        /// The visible part of the globe.
        package var region: CoordinateRegion
        /// Land and water areas, from bottom to top.
        package var polygons: [MapPolygon]
        /// The markers' points, one for each of ``rows``.
        package var points: [Point]
        /// The indices of the markers' rows in ``Screen/rows``.
        package var rows: Range<Int>

        /// A marker on the map.
        package struct Point: Sendable {
            /// The position of the marker.
            package var coordinate: Coordinate
            /// True if the marker was created with an action.
            package var leadsSomewhere: Bool
        }

        /// Returns the point of the row at `index`; `nil` if that row is not one of the map's.
        package func point(ofRow index: Int) -> Point? {
            guard rows.contains(index), points.indices.contains(index - rows.lowerBound) else { return nil }
            return points[index - rows.lowerBound]
        }
    }
}
