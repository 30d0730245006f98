/// Lines of CSV (RFC 4180), such as of an export.
public enum CommaSeparatedValues {
    /// Returns a line with its line end. Each field is in quotes. An apostrophe precedes a field that spreadsheets would
    /// take for a formula, because others can have written its text.
    public static func line(_ fields: some Sequence<String>) -> String {
        var line = ""
        for field in fields {
            line += line.isEmpty ? "\"" : ",\""
            // By scalars: a quotation mark and a combining mark are one character.
            if let first = field.unicodeScalars.first, "=+-@\t\r\n".unicodeScalars.contains(first) { line += "'" }
            for scalar in field.unicodeScalars {
                if scalar == "\"" { line += "\"" }
                line.unicodeScalars.append(scalar)
            }
            line.unicodeScalars.append("\"")
        }
        return line + "\r\n"
    }
}
