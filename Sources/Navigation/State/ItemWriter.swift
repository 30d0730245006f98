/// Writes the simple items of a snapshot or of a change, so that the formats of both can share their parts.
package protocol ItemWriter {
    /// Writes an integer; small ones take one byte.
    mutating func write(_ number: Int)

    /// Writes a text.
    mutating func write(_ text: String)
}

/// Reads the items of an ``ItemWriter``. Both methods throw `SnapshotError`.
package protocol ItemReader {
    /// Reads an integer.
    mutating func readNumber() throws -> Int

    /// Reads a text.
    mutating func readText() throws -> String
}

extension SnapshotWriter: ItemWriter {}
extension SnapshotReader: ItemReader {}
extension ChangeWriter: ItemWriter {}
extension ChangeReader: ItemReader {}
