/// A JSON value (RFC 8259) whose members keep their order, for small documents that are not screens.
package enum JSONValue: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    case string(String)
    /// An integer.
    case number(Int)
    /// A number in the syntax of RFC 8259 §6.
    case numeral(String)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null
    /// An array.
    case array([JSONValue])
    /// An object, with its members in order.
    case object([(String, JSONValue)])

    /// Creates a string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// Creates an integer.
    package init(integerLiteral value: Int) { self = .number(value) }
    /// Creates a Boolean.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object, with its members in order.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements)
    }

    /// Returns the value as a JSON document without spaces.
    package func bytes() -> [UInt8] {
        var writer = PageWriter(capacity: 1024)
        write(to: &writer)
        var bytes: [UInt8] = []
        writer.append(to: &bytes)
        return bytes
    }

    func write(to writer: inout PageWriter) {
        switch self {
        case .string(let text): writer.jsonString(text)
        case .number(let number): writer.number(number)
        case .numeral(let text): writer.raw(text)
        case .bool(let bool): bool ? writer.markup("true") : writer.markup("false")
        case .null: writer.markup("null")
        case .array(let values):
            writer.markup("[")
            for value in values {
                writer.separate()
                value.write(to: &writer)
            }
            writer.markup("]")
        case .object(let members):
            writer.markup("{")
            for (name, value) in members {
                writer.separate()
                writer.jsonString(name)
                writer.markup(":")
                value.write(to: &writer)
            }
            writer.markup("}")
        }
    }
}

extension PageWriter {
    /// Writes a comma, unless an array or object has just been opened. Must not be called inside a string.
    mutating func separate() {
        if let last, last != UInt8(ascii: "["), last != UInt8(ascii: "{") { byte(UInt8(ascii: ",")) }
    }

    /// Writes a JSON string with its quotes.
    mutating func jsonString(_ text: String) {
        byte(UInt8(ascii: "\""))
        jsonText(text)
        byte(UInt8(ascii: "\""))
    }
}
