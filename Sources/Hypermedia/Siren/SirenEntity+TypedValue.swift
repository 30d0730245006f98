internal import NavigationKit

extension SirenEntity {
    /// Writes a value with its type and unit.
    mutating func typed(_ value: TypedValue) {
        writer.markup("{\"type\":\"")
        writer.markup(value.typeName)
        writer.markup("\",\"value\":")
        switch value.content {
        case .integer(let number): writer.number(number)
        case .number(let number): number.isFinite ? writer.raw(Field.text(of: number)) : writer.markup("null")
        case .boolean(let flag): flag ? writer.markup("true") : writer.markup("false")
        case .coordinate(let coordinate):
            writer.markup("{\"latitude\":")
            writer.decimal(coordinate.latitude)
            writer.markup(",\"longitude\":")
            writer.decimal(coordinate.longitude)
            writer.markup("}")
        case .date(let text), .localDateTime(let text), .dateTime(let text), .code(let text), .color(let text):
            writer.jsonString(text)
        }
        if let unit = value.unit {
            writer.markup(",\"unit\":")
            writer.jsonString(unit)
        }
        writer.markup("}")
    }

    /// Writes the values of a row as an object.
    mutating func values(of row: Screen.RowElement) {
        guard let values = row.extras?.values, !values.isEmpty else { return }
        writer.markup(",\"values\":{")
        for (name, value) in values {
            writer.separate()
            writer.jsonString(name.description)
            writer.markup(":")
            typed(value)
        }
        writer.markup("}")
    }

    /// Writes the typed values of a table's cells, row by row, with `null` for a cell that has only a text.
    mutating func typedRows(of table: Screen.TableElement) {
        guard !table.typedRows.isEmpty else { return }
        writer.markup(",\"typedRows\":[")
        for row in table.typedRows {
            writer.separate()
            writer.markup("[")
            for value in row {
                writer.separate()
                if let value { typed(value) } else { writer.markup("null") }
            }
            writer.markup("]")
        }
        writer.markup("]")
    }
}
