/// Writes rows while a screen is built, see ``RowWriter``.
extension ScreenBuilder {
    /// True if rows were written before a form, a field, a pane or an own element, on which their markup depends. The
    /// screen must then be built again without a writer.
    package var hasWrittenTooEarly: Bool { rowOutput.isTooEarly }

    /// Writes a row with an action, if a writer can write it.
    ///
    /// - Precondition: ``rowOutput`` is open.
    /// - Returns: false if the row must be kept as an element.
    mutating func write(_ row: UnsafePointer<Row>) -> Bool {
        guard !isInert, !isWithinView, !isInTable, resolve(row.pointee.action.type), !resolved.leavesSite,
            let encoded = try? coder.encode(row.pointee.action, named: resolved.name)
        else { return false }
        let location = destination(of: row.pointee.action)
        if location != nil { screen.hasLinks = true }
        rowOutput.append(row, encoded, leadingTo: location, to: &screen)
        return true
    }

    /// Ends the content. Rows that follow begin a part of their own.
    package mutating func endContent() {
        screen.endContent()
        rowOutput.endPart()
    }

    /// Ends the header. Rows that follow begin a part of their own.
    package mutating func endHeader() {
        screen.endHeader()
        rowOutput.endPart()
    }

    /// Keeps all rows of the screen that follow as elements.
    mutating func keepAllRows() { rowOutput.close() }

    /// Builds the content of `body`, whose rows are kept as elements.
    mutating func keepingRows(_ body: (inout ScreenBuilder) -> Void) {
        let wasPaused = rowOutput.isPaused
        rowOutput.isPaused = true
        body(&self)
        rowOutput.isPaused = wasPaused
    }
}
