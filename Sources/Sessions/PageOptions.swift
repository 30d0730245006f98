package import Views

/// How a page is used.
package struct PageOptions: Sendable {
    /// True if a visitor sees the page, which then shows once how the last action led to it.
    var isShown = false
    /// The format of the page's rows; `nil` to keep them as elements.
    var rowFormat: (any RowFormat)?

    /// A page that a visitor sees, with its rows as elements.
    package static var shown: PageOptions { PageOptions(isShown: true) }

    package init(isShown: Bool = false, rowFormat: (any RowFormat)? = nil) {
        self.isShown = isShown
        self.rowFormat = rowFormat
    }
}
