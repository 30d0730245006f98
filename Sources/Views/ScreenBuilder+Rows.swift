/// Writes rows while a screen is built, see ``RowWriter``.
extension ScreenBuilder {
    /// True if rows can be written here.
    @inline(__always)
    var writesRows: Bool { makeRowWriter != nil && !isWithinKeptRows }

    /// Writes a row with an action, if a writer can write it.
    ///
    /// - Precondition: ``writesRows``.
    /// - Returns: false if the row must be kept as an element.
    mutating func write(_ row: UnsafePointer<Row>) -> Bool {
        guard !isInert, !isWithinView, !isInTable, resolve(row.pointee.action.type), !performerLeavesSite,
            let words = encoded(row)
        else { return false }
        let location = destination(of: row.pointee.action)
        if location != nil { screen.hasLinks = true }
        if screen.elements.count != endOfWrittenRows { beginRows() }
        rowWriter?.append(row, words, leadingTo: location)
        return true
    }

    /// Adds the element of the rows that follow.
    private mutating func beginRows() {
        if rowWriter == nil { rowWriter = makeRowWriter?() }
        screen.elements.append(.writtenRows(screen.writtenRowStarts.count))
        screen.writtenRowStarts.append(rowWriter?.count ?? 0)
        endOfWrittenRows = screen.elements.count
    }

    /// The encoded action of a row; `nil` if the action cannot be encoded. Copies the action only if it is not cached.
    @inline(__always)
    private func encoded(_ row: UnsafePointer<Row>) -> EncodedAction? {
        if let key = row.pointee.action.key, let words = coder.cached(key) { return words }
        return try? coder.encode(row.pointee.action, named: name)
    }

    /// Ends the content; rows that follow are not part of its last ones.
    package mutating func endContent() {
        screen.endContent()
        endOfWrittenRows = -1
    }

    /// Ends the header in the same way.
    package mutating func endHeader() {
        screen.endHeader()
        endOfWrittenRows = -1
    }

    /// Keeps all rows of the screen that follow as elements.
    mutating func keepAllRows() {
        if rowWriter != nil { hasWrittenTooEarly = true }
        (makeRowWriter, rowWriter) = (nil, nil)
    }

    /// Builds the content of `body`, whose rows are kept as elements.
    mutating func keepingRows(_ body: (inout ScreenBuilder) -> Void) {
        let wasWithinKeptRows = isWithinKeptRows
        isWithinKeptRows = true
        body(&self)
        isWithinKeptRows = wasWithinKeptRows
    }
}
