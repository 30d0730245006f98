/// A tokenizer for JSON (RFC 8259 §2). Its only state is the position; the caller passes the bytes
/// to each method.
package struct JSONScanner {
    package var position = 0

    package init() {}

    package func byte(in bytes: Span<UInt8>) -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    package mutating func skipSpace(in bytes: Span<UInt8>) {
        while let byte = byte(in: bytes), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    package mutating func expect(_ wanted: UInt8, in bytes: Span<UInt8>, or message: String) throws(BodyError) {
        guard byte(in: bytes) == wanted else { throw BodyError(.malformedJSON, at: position, message) }
        position += 1
    }

    /// Reads a value other than an array or object and returns it as a field's text, or `nil` for `null`.
    package mutating func scalar(in bytes: Span<UInt8>) throws(BodyError) -> String? {
        switch byte(in: bytes) {
        case UInt8(ascii: "\""): return try string(in: bytes, or: "")
        case UInt8(ascii: "t"): return try word("true", in: bytes)
        case UInt8(ascii: "f"): return try word("false", in: bytes)
        case UInt8(ascii: "n"):
            _ = try word("null", in: bytes)
            return nil
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number(in: bytes)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            throw BodyError(
                .nestedValue, at: position,
                "The value of a field must be a string, a number, true, false or null, not an array or an object.")
        default: throw BodyError(.malformedJSON, at: position, "Expected a value.")
        }
    }

    private mutating func word(_ word: String, in bytes: Span<UInt8>) throws(BodyError) -> String {
        for (index, expected) in word.utf8.enumerated() {
            guard position + index < bytes.count, bytes[position + index] == expected else {
                throw BodyError(
                    .malformedJSON, at: position, "Expected true, false, null or a string in double quotes.")
            }
        }
        position += word.utf8.count
        return word
    }

    /// Reads a number (RFC 8259 §6) and returns it as written.
    private mutating func number(in bytes: Span<UInt8>) throws(BodyError) -> String {
        let start = position
        if byte(in: bytes) == UInt8(ascii: "-") { position += 1 }
        if byte(in: bytes) == UInt8(ascii: "0") { position += 1 } else { try digits(in: bytes) }
        if byte(in: bytes) == UInt8(ascii: ".") {
            position += 1
            try digits(in: bytes)
        }
        if let byte = byte(in: bytes), byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if let sign = self.byte(in: bytes), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            try digits(in: bytes)
        }
        return try text(of: bytes.extracting(start..<position), at: start)
    }

    private mutating func digits(in bytes: Span<UInt8>) throws(BodyError) {
        let start = position
        while let byte = byte(in: bytes), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        guard position > start else { throw BodyError(.malformedJSON, at: position, "Expected a digit.") }
    }

    /// Reads a string (RFC 8259 §7).
    package mutating func string(in bytes: Span<UInt8>, or message: String) throws(BodyError) -> String {
        try expect(UInt8(ascii: "\""), in: bytes, or: message)
        let start = position
        while let byte = byte(in: bytes), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
            position += 1
        }
        if byte(in: bytes) == UInt8(ascii: "\"") {
            position += 1
            return try text(of: bytes.extracting(start..<(position - 1)), at: start)
        }
        return try stringWithEscapes(in: bytes, from: start)
    }

    private mutating func stringWithEscapes(in bytes: Span<UInt8>, from start: Int) throws(BodyError) -> String {
        var decoded: [UInt8] = []
        for index in start..<position { decoded.append(bytes[index]) }
        while let byte = byte(in: bytes) {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try text(of: decoded.span, at: start)
            case UInt8(ascii: "\\"):
                try escape(in: bytes, into: &decoded)
            case 0..<0x20:
                throw BodyError(.malformedJSON, at: position, "A control character in a string must be escaped.")
            default:
                decoded.append(byte)
                position += 1
            }
        }
        throw BodyError(.malformedJSON, at: position, "The string has no closing quotation mark.")
    }

    private mutating func escape(in bytes: Span<UInt8>, into decoded: inout [UInt8]) throws(BodyError) {
        let start = position
        position += 2
        switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
        case UInt8(ascii: "\""): decoded.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): decoded.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): decoded.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = try scalarOfEscape(in: bytes, from: start) else {
                throw BodyError(.invalidText, at: start, "This is half of a surrogate pair; the other half is missing.")
            }
            decoded.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        default: throw BodyError(.malformedJSON, at: start, "Unknown escape; write a backslash as two backslashes.")
        }
    }

    /// Reads one `\uXXXX`, or two that form a surrogate pair. Returns `nil` for half of a pair.
    private mutating func scalarOfEscape(in bytes: Span<UInt8>, from start: Int) throws(BodyError) -> Unicode.Scalar? {
        let first = try fourDigits(in: bytes, from: start)
        guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) }
        guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return nil }
        position += 2
        let second = try fourDigits(in: bytes, from: position - 2)
        guard second & 0xFC00 == 0xDC00 else { return nil }
        return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
    }

    private mutating func fourDigits(in bytes: Span<UInt8>, from start: Int) throws(BodyError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = byte(in: bytes).flatMap(hexadecimal) else {
                throw BodyError(.malformedJSON, at: start, "Four hexadecimal digits must follow \"\\u\".")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private func text(of bytes: Span<UInt8>, at offset: Int) throws(BodyError) -> String {
        guard let text = String(checked: bytes) else {
            throw BodyError(.invalidText, at: offset, "The text that begins here is not UTF-8.")
        }
        return text
    }
}
