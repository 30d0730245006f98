extension Screen {
    /// A picture.
    public struct ImageElement: Sendable {
        /// The picture's path on this site.
        public var source: String
        /// The text alternative; empty for a decoration.
        public var alternative: String
        /// The width in CSS pixels.
        public var width: Int?
        /// The height in CSS pixels.
        public var height: Int?
    }

    /// The progress of a task.
    public struct ProgressElement: Sendable {
        /// The name of the task.
        public var label: String
        /// The completed part, from 0 to the total; `nil` for indeterminate progress.
        public var value: Double?
        /// The size of the whole task, more than 0.
        public var total: Double
    }

    /// A table of texts.
    public struct TableElement: Sendable {
        /// The caption of the table.
        public var caption: String
        /// The columns' headings.
        public var columns: [Column]
        /// The texts of each row, one for each column.
        public var rows: [[String]]
        /// The number of rows in the data; ``rows`` can hold only the first of them.
        public var count: Int

        /// The heading of a column.
        public struct Column: Sendable {
            /// The heading's text.
            public var title: String
            /// The alignment of the column's texts.
            public var alignment: TableAlignment
        }
    }

    /// A pager: the current page of a list, and the actions that show its neighbours.
    public struct PagerElement: Sendable {
        /// The name of the pager, for assistive technology.
        public var label: String
        /// The number of the current page, from 1 on.
        public var page: Int
        /// The number of pages.
        public var pages: Int
        /// The action that shows the previous page; `nil` on the first page.
        public var previous: ActionIndex?
        /// The action that shows the next page; `nil` on the last page.
        public var next: ActionIndex?

        /// The title of ``previous``.
        package static let previousTitle = "Previous page"
        /// The title of ``next``.
        package static let nextTitle = "Next page"
        /// The current page and the number of pages, for people.
        package var title: String { "Page \(page) of \(pages)" }
    }
}
