/// A strict reader of SVG path data (SVG 2 §9.3). Valid data consists of the letters of commands, digits, signs, full
/// stops, commas and spaces, so it cannot end an attribute.
struct PathData {
    private var rest: Substring.UTF8View

    /// Returns true if `text` begins with a move, and each command has all its numbers.
    static func isValid(_ text: String) -> Bool {
        var reader = PathData(rest: text[...].utf8)
        return reader.isValid()
    }

    private mutating func isValid() -> Bool {
        skipSpaces()
        guard rest.first == UInt8(ascii: "M") || rest.first == UInt8(ascii: "m") else { return false }
        while let command = rest.popFirst() {
            guard let count = Self.numbers(of: command) else { return false }
            skipSpaces()
            guard count > 0 else { continue }
            guard readNumbers(count, ofArc: command | 0x20 == UInt8(ascii: "a")) else { return false }
        }
        return true
    }

    /// Reads the numbers of a command once or several times.
    private mutating func readNumbers(_ count: Int, ofArc isArc: Bool) -> Bool {
        var isNeeded = true
        repeat {
            for index in 0..<count {
                guard isArc && (index == 3 || index == 4) ? readFlag() : readNumber() else { return false }
                isNeeded = skipSeparator()
            }
        } while isNeeded || isAtNumber
        return true
    }

    /// The count of a command's numbers; `nil` if there is no such command.
    private static func numbers(of command: UInt8) -> Int? {
        switch command | 0x20 {
        case UInt8(ascii: "m"), UInt8(ascii: "l"), UInt8(ascii: "t"): 2
        case UInt8(ascii: "h"), UInt8(ascii: "v"): 1
        case UInt8(ascii: "c"): 6
        case UInt8(ascii: "s"), UInt8(ascii: "q"): 4
        case UInt8(ascii: "a"): 7
        case UInt8(ascii: "z"): 0
        default: nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private var isAtNumber: Bool {
        guard let first = rest.first else { return false }
        return Self.isDigit(first) || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(first)
    }

    private mutating func readNumber() -> Bool {
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = readDigits()
        guard rest.first == UInt8(ascii: ".") else { return Self.digitCounts ~= whole }
        rest.removeFirst()
        let part = readDigits()
        return part > 0 && Self.digitCounts ~= whole + part
    }

    private static let digitCounts = 1...8

    private mutating func readDigits() -> Int {
        var count = 0
        while let first = rest.first, Self.isDigit(first) {
            rest.removeFirst()
            count += 1
        }
        return count
    }

    /// Reads a flag of an arc, which needs no separator after it.
    private mutating func readFlag() -> Bool {
        let flag = rest.popFirst()
        return flag == UInt8(ascii: "0") || flag == UInt8(ascii: "1")
    }

    private mutating func skipSpaces() {
        while rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
    }

    /// Skips spaces with at most one comma. Returns true after a comma, because a number must follow.
    private mutating func skipSeparator() -> Bool {
        skipSpaces()
        guard rest.first == UInt8(ascii: ",") else { return false }
        rest.removeFirst()
        skipSpaces()
        return true
    }
}
