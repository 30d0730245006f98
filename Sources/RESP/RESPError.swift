/// Octets that are not RESP, or that exceed a limit. The connection cannot be used any longer, because the beginning of
/// the next value is unknown.
package struct RESPError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: String, Sendable, Equatable {
        /// The octets do not follow the protocol.
        case malformed = "malformed value"
        /// A streamed string or aggregate of RESP3, which servers do not send to clients that do not ask for them.
        case unsupported = "streamed values are not supported"
        case lineTooLong = "a line exceeds the limit"
        case stringTooLong = "a string exceeds the limit"
        case tooManyElements = "a value has too many elements"
        case valueTooLarge = "a value exceeds the limit"
        case tooDeep = "values are nested too deeply"
    }

    package let code: Code
    /// The number of octets that the parser had received before the line or the string with the error.
    package let position: Int

    package var description: String { "\(code.rawValue) (octet \(position) of the replies)" }
}
