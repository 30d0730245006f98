/// Writes the rows of lists into the representation of a screen while the screen is built, instead of keeping them as
/// elements: most of the work for a long list is to copy, retain and release the texts of its rows. A page of twenty rows
/// needed 87,900 instructions with it and 104,700 without.
///
/// ``ScreenBuilder`` uses it only for rows whose markup depends on nothing that follows them.
package protocol RowWriter: AnyObject {
    /// The number of octets so far.
    var count: Int { get }

    /// Appends a row with an action and without extras.
    ///
    /// - Parameters:
    ///   - row: points to the row: passing the row itself would copy its texts.
    ///   - words: the encoded action.
    ///   - location: the location that the action leads to, if it is shown as a link.
    func append(_ row: UnsafePointer<Row>, _ words: EncodedAction, leadingTo location: Location?)

    /// Returns all rows.
    func finish() -> [UInt8]
}

/// Makes the writer of the rows of one screen.
package typealias RowWriterFactory = @Sendable () -> any RowWriter
