/// Iterates over the well-formed elements of an `Accept` field in one pass. It skips malformed elements up to their
/// comma.
struct AcceptScanner {
    private var position = 0

    mutating func next(in field: Span<UInt8>) -> MediaRange? {
        while position < field.count {
            let range = element(in: field)
            let isWellFormed = isAtEnd(in: field)
            skipElement(in: field)
            if let range, isWellFormed { return range }
        }
        return nil
    }

    /// True if the field can have a `charset` parameter, which would make a range more specific.
    static func mayHaveCharacterSet(_ field: Span<UInt8>) -> Bool {
        var start = 0
        while let equals = field.position(of: UInt8(ascii: "="), from: start) {
            if equals - start >= 7, Hypermedia.equals(field, (equals - 7)..<equals, "charset") { return true }
            start = equals + 1
        }
        return false
    }

    private mutating func element(in field: Span<UInt8>) -> MediaRange? {
        skipSpace(in: field)
        let type = token(in: field)
        guard !type.isEmpty, take(UInt8(ascii: "/"), in: field) else { return nil }
        let subtype = token(in: field)
        guard !subtype.isEmpty else { return nil }
        guard !equals(field, type, "*") || equals(field, subtype, "*") else { return nil }
        var range = MediaRange(type: type, subtype: subtype)
        skipSpace(in: field)
        while take(UInt8(ascii: ";"), in: field) {
            skipSpace(in: field)
            guard parameter(of: &range, in: field) else { return nil }
            skipSpace(in: field)
        }
        return range
    }

    private mutating func parameter(of range: inout MediaRange, in field: Span<UInt8>) -> Bool {
        let name = token(in: field)
        // RFC 9110 §5.6.6 allows an empty parameter.
        guard !name.isEmpty else { return isAtEnd(in: field) || byte(in: field) == UInt8(ascii: ";") }
        guard take(UInt8(ascii: "="), in: field) else { return false }
        if equals(field, name, "q") {
            guard let quality = quality(in: field) else { return false }
            range.quality = quality
            return true
        }
        guard let value = value(in: field) else { return false }
        if equals(field, name, "charset") && equals(field, value, "utf-8") {
            range.hasCharacterSet = true
        } else {
            range.hasOtherParameter = true
        }
        return true
    }

    /// Parses `text` as a weight in thousandths, or returns `nil` (RFC 9110 §12.4.2).
    static func quality(_ text: Substring) -> Int? {
        let text = String(text)
        var scanner = AcceptScanner()
        let quality = scanner.quality(in: text.utf8.span)
        return scanner.position == text.utf8.count ? quality : nil
    }

    /// Reads a weight in thousandths (RFC 9110 §12.4.2).
    private mutating func quality(in field: Span<UInt8>) -> Int? {
        guard let first = byte(in: field), first == UInt8(ascii: "0") || first == UInt8(ascii: "1") else { return nil }
        position += 1
        var quality = first == UInt8(ascii: "1") ? 1000 : 0
        guard take(UInt8(ascii: "."), in: field) else { return quality }
        var weight = 100
        while weight > 0, let digit = byte(in: field), digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") {
            quality += Int(digit - UInt8(ascii: "0")) * weight
            weight /= 10
            position += 1
        }
        return quality <= 1000 ? quality : nil
    }

    /// Reads a token, or the content of a quoted string.
    private mutating func value(in field: Span<UInt8>) -> Range<Int>? {
        guard take(UInt8(ascii: "\""), in: field) else {
            let value = token(in: field)
            return value.isEmpty ? nil : value
        }
        let start = position
        while let byte = byte(in: field) {
            if byte == UInt8(ascii: "\"") {
                position += 1
                return start..<(position - 1)
            }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    /// Reads a token (RFC 9110 §5.6.2). The range is empty if there is none.
    private mutating func token(in field: Span<UInt8>) -> Range<Int> {
        let start = position
        while let byte = byte(in: field), AcceptScanner.isTokenByte(byte) { position += 1 }
        return start..<max(start, position)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"),
            UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private mutating func skipElement(in field: Span<UInt8>) {
        var isQuoted = false
        while let byte = byte(in: field) {
            position += 1
            if byte == UInt8(ascii: "\\") && isQuoted {
                position += 1
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ",") && !isQuoted {
                return
            }
        }
    }

    private mutating func skipSpace(in field: Span<UInt8>) {
        while let byte = byte(in: field), byte == 0x20 || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ wanted: UInt8, in field: Span<UInt8>) -> Bool {
        guard byte(in: field) == wanted else { return false }
        position += 1
        return true
    }

    private func isAtEnd(in field: Span<UInt8>) -> Bool {
        byte(in: field) == nil || byte(in: field) == UInt8(ascii: ",")
    }

    private func byte(in field: Span<UInt8>) -> UInt8? {
        position < field.count ? field[position] : nil
    }
}
