/// Why a request's body cannot be read, and where.
public struct BodyError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Code: String, Sendable {
        /// A `%` without two hexadecimal digits behind it.
        case malformedEscape
        /// Bytes that are no UTF-8, or half of a surrogate pair.
        case invalidText
        /// More fields than are read.
        case tooManyFields
        /// No JSON (RFC 8259).
        case malformedJSON
        /// A field whose value is an array or an object.
        case nestedValue
        /// No `multipart/form-data` (RFC 7578).
        case invalidMultipart
        /// More than there is room for.
        case tooLarge
        /// One name with two contents.
        case contradiction
    }

    /// What is wrong.
    public let code: Code
    /// The first byte that is wrong, counted from 0.
    public let offset: Int
    /// What was found there and what would have worked.
    public let message: String

    package init(_ code: Code, at offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = message
    }

    /// The message and its place.
    public var description: String { "\(message) (byte \(offset) of the body)" }

    static let mostFields = 256

    static func tooManyFields(at offset: Int) -> BodyError {
        BodyError(.tooManyFields, at: offset, "The body has more than \(mostFields) fields.")
    }
}

extension String {
    /// The text of `bytes`, or `nil` if they are no UTF-8.
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
