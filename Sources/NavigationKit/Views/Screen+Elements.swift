extension Screen {
    /// A picture.
    public struct ImageElement: Sendable {
        /// Its path on this site.
        public var source: String
        /// What it shows, in words; empty for decoration.
        public var alternative: String
        /// How wide it is, in CSS pixels.
        public var width: Int?
        /// How high it is, in CSS pixels.
        public var height: Int?
    }

    /// How far something is.
    public struct ProgressElement: Sendable {
        /// What is under way.
        public var label: String
        /// How much of it is done, from 0 to the total; `nil` if nobody knows.
        public var value: Double?
        /// How much there is to do, more than 0.
        public var total: Double
    }

    /// Rows and columns of texts.
    public struct TableElement: Sendable {
        /// What the table is about.
        public var caption: String
        /// The headings.
        public var columns: [Column]
        /// The texts of each row, one for each column.
        public var rows: [[String]]
        /// How many rows there are, of which only the first may be here.
        public var count: Int

        /// The heading of a column.
        public struct Column: Sendable {
            /// What it says.
            public var title: String
            /// Where the texts stand.
            public var alignment: TableAlignment
        }
    }

    /// Which page of a list is shown, and the ways to its neighbours.
    public struct PagerElement: Sendable {
        /// What the pages are of.
        public var label: String
        /// The one that is shown, from 1 on.
        public var page: Int
        /// How many there are.
        public var pages: Int
        /// Shows the one before.
        public var previous: ActionIndex?
        /// Shows the one after.
        public var next: ActionIndex?

        /// What a person calls the way back.
        package static let previousTitle = "Previous page"
        /// What a person calls the way on.
        package static let nextTitle = "Next page"
        /// Where one is, in words.
        package var title: String { "Page \(page) of \(pages)" }
    }
}
