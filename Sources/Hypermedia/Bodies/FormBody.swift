package import NavigationKit

/// Parses `application/x-www-form-urlencoded` bodies (WHATWG URL §5.1, without its tolerance for malformed input).
package enum FormBody {
    /// Returns the fields in order. The value of a name without `=` is the empty text.
    ///
    /// - Throws: ``BodyError`` for a malformed `%`, for invalid UTF-8, and for more than 256 fields.
    package static func parse(_ bytes: [UInt8]) throws(BodyError) -> [FormSubmission.Value] {
        try parse(bytes.span)
    }

    /// Returns the fields in order. The value of a name without `=` is the empty text.
    ///
    /// - Throws: ``BodyError`` for a malformed `%`, for invalid UTF-8, and for more than 256 fields.
    package static func parse(_ bytes: Span<UInt8>) throws(BodyError) -> [FormSubmission.Value] {
        var values: [FormSubmission.Value] = []
        values.reserveCapacity(4)
        var position = 0
        while position < bytes.count {
            let start = position
            var equals: Int?
            var isNameEncoded = false
            var isTextEncoded = false
            scan: while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "&"): break scan
                case UInt8(ascii: "=") where equals == nil: equals = position
                case UInt8(ascii: "%"), UInt8(ascii: "+"):
                    if equals == nil { isNameEncoded = true } else { isTextEncoded = true }
                default: break
                }
                position += 1
            }
            let end = position
            position += 1
            guard end > start else { continue }
            guard values.count < BodyError.maxFields else { throw .tooManyFields(at: start) }
            let name = try decode(bytes, start..<(equals ?? end), isEncoded: isNameEncoded)
            let text = try decode(bytes, (equals.map { $0 + 1 } ?? end)..<end, isEncoded: isTextEncoded)
            values.append(FormSubmission.Value(name: name, text: text))
        }
        return values
    }

    private static func decode(
        _ bytes: Span<UInt8>, _ range: Range<Int>, isEncoded: Bool
    ) throws(BodyError) -> String {
        let part = bytes.extracting(range)
        guard isEncoded else { return try text(of: part, at: range.lowerBound) }
        return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: part.count) { decoded throws(BodyError) in
            var position = 0
            var count = 0
            while position < part.count {
                var byte = part[position]
                if byte == UInt8(ascii: "+") {
                    byte = UInt8(ascii: " ")
                } else if byte == UInt8(ascii: "%") {
                    guard position + 2 < part.count, let high = hexadecimal(part[position + 1]),
                        let low = hexadecimal(part[position + 2])
                    else {
                        throw BodyError(
                            .malformedEscape, at: range.lowerBound + position,
                            "Two hexadecimal digits must follow \"%\"; send a percent sign as \"%25\".")
                    }
                    byte = high << 4 | low
                    position += 2
                }
                decoded.initializeElement(at: count, to: byte)
                count += 1
                position += 1
            }
            return try text(of: UnsafeBufferPointer(rebasing: decoded[..<count]).span, at: range.lowerBound)
        }
    }

    private static func text(of bytes: Span<UInt8>, at offset: Int) throws(BodyError) -> String {
        guard let text = String(checked: bytes) else {
            throw BodyError(.invalidText, at: offset, "The name or text that begins here is not UTF-8.")
        }
        return text
    }
}
