/// An error that describes why a request body cannot be read, with the byte offset.
package struct BodyError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: String, Sendable {
        /// A `%` that two hexadecimal digits do not follow.
        case malformedEscape
        /// Invalid UTF-8, or half of a surrogate pair.
        case invalidText
        /// More than 256 fields, or too many files.
        case tooManyFields
        /// Malformed JSON (RFC 8259), or JSON other than one object.
        case malformedJSON
        /// A field whose value is an array or an object.
        case nestedValue
        /// Malformed `multipart/form-data` (RFC 7578), or an invalid `Content-Type` for it.
        case invalidMultipart
        /// More data than a limit allows.
        case tooLarge
        /// Two members with the same name and different values.
        case contradiction
    }

    package let code: Code
    /// The byte offset of the malformed or refused input, or of the text or part with it, from 0; also 0 for an error
    /// without a position, such as too many files.
    package let offset: Int
    /// A description of the wrong input, of the expected input, or of both.
    package let message: String

    package init(_ code: Code, at offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = message
    }

    /// The message with the byte offset.
    package var description: String { "\(message) (byte \(offset) of the body)" }

    static let maxFields = 256

    static func tooManyFields(at offset: Int) -> BodyError {
        BodyError(.tooManyFields, at: offset, "The body has more than \(maxFields) fields.")
    }
}

extension String {
    /// Creates the text of `bytes`, or returns `nil` if they are not UTF-8.
    init?(checked bytes: Span<UInt8>) {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        self.init(copying: text)
    }
}

/// The value of a hexadecimal digit.
@inline(__always)
func hexadecimal(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit &- UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit &- UInt8(ascii: "A") &+ 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit &- UInt8(ascii: "a") &+ 10
    default: nil
    }
}
