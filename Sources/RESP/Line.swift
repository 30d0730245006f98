/// A line: the octet of its type, and its content without CR LF.
struct Line {
    let type: UInt8
    let content: ArraySlice<UInt8>
    /// The number of octets that were received before the line.
    let position: Int

    var text: String { String(decoding: content, as: UTF8.self) }

    /// The content as an optional sign and decimal digits; `nil` if it is something else or does not fit.
    var integer: Int64? {
        guard let first = content.first else { return nil }
        let isNegative = first == UInt8(ascii: "-")
        let digits = isNegative || first == UInt8(ascii: "+") ? content.dropFirst() : content
        guard !digits.isEmpty else { return nil }
        var number: Int64 = 0
        for octet in digits {
            guard let digit = Self.digit(octet) else { return nil }
            // Negative numbers are summed up as such, because the smallest one has no positive counterpart.
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isOverflow) =
                isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
            guard !isTooLarge, !isOverflow else { return nil }
            number = sum
        }
        return number
    }

    /// The content as a length: one to ten decimal digits.
    var length: Int? {
        guard (1...10).contains(content.count) else { return nil }
        var number = 0
        for octet in content {
            guard let digit = Self.digit(octet) else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }

    /// The content as a decimal number, `inf`, `-inf`, `nan` or `-nan`.
    var double: Double? {
        let text = self.text
        switch text {
        case "inf": return .infinity
        case "-inf": return -.infinity
        case "nan", "-nan": return .nan
        default:
            // Swift also reads hexadecimal numbers and the word `infinity`.
            guard content.allSatisfy({ Self.digit($0) != nil || Self.signs.contains($0) }) else { return nil }
            return Double(text)
        }
    }

    var isBigNumber: Bool {
        let isSigned = content.first == UInt8(ascii: "-") || content.first == UInt8(ascii: "+")
        let digits = isSigned ? content.dropFirst() : content
        return !digits.isEmpty && digits.allSatisfy { Self.digit($0) != nil }
    }

    func error(_ code: RESPError.Code) -> RESPError { RESPError(code: code, position: position) }

    private static func digit(_ octet: UInt8) -> Int64? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) ? Int64(octet - UInt8(ascii: "0")) : nil
    }

    /// The octets of a decimal number that are no digits.
    private static let signs = Array("+-.eE".utf8)
}
