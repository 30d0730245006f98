import CSQLite
import Foundation

/// A connection to an SQLite database. It is not thread-safe: an actor owns it.
final class SQLite {
    /// An error of SQLite, with its text.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A value of a column or a parameter.
    enum Value {
        case integer(Int)
        case text(String)
        case blob([UInt8])
        case null
    }

    private let connection: OpaquePointer

    /// - Parameter path: the path of the file, or `:memory:`.
    init(path: String) throws {
        var connection: OpaquePointer?
        guard sqlite3_open(path, &connection) == SQLITE_OK, let connection else {
            sqlite3_close(connection)
            throw Failure(description: "The database \(path) cannot be opened.")
        }
        self.connection = connection
    }

    deinit { sqlite3_close(connection) }

    /// Performs one statement and returns the rows of its result.
    @discardableResult
    func run(_ statement: String, _ values: Value...) throws -> [[Value]] { try run(statement, values) }

    @discardableResult
    func run(_ statement: String, _ values: [Value]) throws -> [[Value]] {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(connection, statement, -1, &prepared, nil) == SQLITE_OK else { throw failure }
        defer { sqlite3_finalize(prepared) }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1), of: prepared) }
        var rows: [[Value]] = []
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW: rows.append((0..<sqlite3_column_count(prepared)).map { column($0, of: prepared) })
            case SQLITE_DONE: return rows
            default: throw failure
            }
        }
    }

    /// The key of the last row that was inserted.
    var lastKey: Int { Int(sqlite3_last_insert_rowid(connection)) }

    private var failure: Failure { Failure(description: String(cString: sqlite3_errmsg(connection))) }

    /// SQLite copies the text and the octets before the call returns.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private func bind(_ value: Value, at index: Int32, of statement: OpaquePointer?) throws {
        let result =
            switch value {
            case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
            case .text(let text): sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), Self.transient)
            case .blob(let bytes): sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), Self.transient)
            case .null: sqlite3_bind_null(statement, index)
            }
        guard result == SQLITE_OK else { throw failure }
    }

    private func column(_ index: Int32, of statement: OpaquePointer?) -> Value {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, index)))
        case SQLITE_TEXT: return .text(String(cString: sqlite3_column_text(statement, index)))
        case SQLITE_BLOB:
            let count = Int(sqlite3_column_bytes(statement, index))
            return .blob(Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, index), count: count)))
        default: return .null
        }
    }
}

extension [SQLite.Value] {
    func integer(_ index: Int) -> Int { if case .integer(let number) = self[index] { number } else { 0 } }
    func text(_ index: Int) -> String { if case .text(let text) = self[index] { text } else { "" } }
    func blob(_ index: Int) -> [UInt8] { if case .blob(let bytes) = self[index] { bytes } else { [] } }
}
