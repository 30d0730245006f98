/// A value that a server sends in RESP2 or RESP3, the serialization protocols of Redis and Valkey.
package enum RESPValue: Sendable, Equatable {
    /// No value: `_`, or a bulk string or an array with the length -1.
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    /// An integer of any size: an optional sign and decimal digits.
    case bigNumber(String)
    /// A line of text; invalid UTF-8 is repaired.
    case simpleString(String)
    /// Any octets: a bulk string, or the text of a verbatim string.
    case bulkString([UInt8])
    /// The command failed.
    case error(RESPErrorReply)
    case array([RESPValue])
    case map([RESPPair])
    case set([RESPValue])
    /// Out-of-band data, which answers no command, such as the keys that a server invalidates.
    case push([RESPValue])
}

/// An entry of a map.
package struct RESPPair: Sendable, Equatable {
    package let key: RESPValue
    package let value: RESPValue

    package init(key: RESPValue, value: RESPValue) {
        self.key = key
        self.value = value
    }
}

/// The error with which a server answers a command.
package struct RESPErrorReply: Error, Sendable, Equatable, CustomStringConvertible {
    /// The whole text, such as `MOVED 3999 127.0.0.1:6381`; invalid UTF-8 is repaired.
    package let message: String

    package init(_ message: String) { self.message = message }

    /// The first word, such as `MOVED`; servers use it as the kind of the error.
    package var code: Substring { message.prefix { $0 != " " } }

    package var description: String { message }
}
