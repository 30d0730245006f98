/// Parses the syntax that ``Pattern`` supports; the result is `nil` for other syntax, or if a limit is exceeded.
struct PatternReader {
    private var rest: Substring.UnicodeScalarView
    private var depth = 0
    private static let maxGroups = 20
    private static let maxRepetitions = 1_000

    init(_ source: String) { rest = source[...].unicodeScalars }

    mutating func read() -> PatternNode? {
        guard let node = readAlternatives(), rest.isEmpty else { return nil }
        return node
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func readAlternatives() -> PatternNode? {
        var alternatives: [PatternNode] = []
        repeat {
            var items: [PatternNode] = []
            while let next = rest.first, next != "|", next != ")" {
                guard let item = readItem() else { return nil }
                items.append(item)
            }
            alternatives.append(.sequence(items))
        } while take("|")
        return alternatives.count == 1 ? alternatives[0] : .either(alternatives)
    }

    /// Parses a character, a class or a group, with its quantifier.
    private mutating func readItem() -> PatternNode? {
        guard let node = readAtom() else { return nil }
        var repeated = node
        switch rest.first {
        case "?": repeated = .repeated(node, least: 0, most: 1)
        case "*": repeated = .repeated(node, least: 0, most: nil)
        case "+": repeated = .repeated(node, least: 1, most: nil)
        case "{": return readCount(of: node)
        default: return node
        }
        rest.removeFirst()
        // A lazy quantifier, such as "a+?", makes no difference when the whole text must match. No other quantifier can
        // follow.
        _ = take("?")
        return repeated
    }

    private mutating func readCount(of node: PatternNode) -> PatternNode? {
        rest.removeFirst()
        guard let least = readNumber() else { return nil }
        var most: Int? = least
        if take(",") {
            most = readNumber()
            guard most != nil || rest.first == "}" else { return nil }
        }
        guard take("}"), least <= most ?? least else { return nil }
        _ = take("?")
        return .repeated(node, least: least, most: most)
    }

    private mutating func readNumber() -> Int? {
        let digits = rest.prefix { $0 >= "0" && $0 <= "9" }
        guard 1...4 ~= digits.count, let number = Int(String(digits)), number <= Self.maxRepetitions else {
            return nil
        }
        rest.removeFirst(digits.count)
        return number
    }

    private mutating func readAtom() -> PatternNode? {
        guard let scalar = rest.popFirst() else { return nil }
        switch scalar {
        case "(": return readGroup()
        case "[": return readClass().map { .characters($0) }
        case ".": return .characters(.any)
        case "\\": return readEscape(isInClass: false).map { .characters($0) }
        case "^", "$", "*", "+", "?", ")", "]", "{", "}", "|": return nil
        default: return .characters(.one(scalar))
        }
    }

    private mutating func readGroup() -> PatternNode? {
        if take("?"), !take(":") { return nil }
        depth += 1
        guard depth <= Self.maxGroups, let node = readAlternatives(), take(")") else { return nil }
        depth -= 1
        return node
    }

    private mutating func readEscape(isInClass: Bool) -> CharacterClass? {
        guard let scalar = rest.popFirst() else { return nil }
        switch scalar {
        case "d": return .digits
        case "w": return .word
        case "s": return .space
        // A negated class is not supported inside another class.
        case "D" where !isInClass: return CharacterClass(ranges: CharacterClass.digits.ranges, isNegated: true)
        case "W" where !isInClass: return CharacterClass(ranges: CharacterClass.word.ranges, isNegated: true)
        case "S" where !isInClass: return CharacterClass(ranges: CharacterClass.space.ranges, isNegated: true)
        case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/": return .one(scalar)
        case "-" where isInClass: return .one(scalar)
        default: return nil
        }
    }

    private mutating func readClass() -> CharacterClass? {
        var found = CharacterClass(ranges: [])
        found.isNegated = take("^")
        while !take("]") {
            guard let first = readMember() else { return nil }
            guard take("-") else {
                found.ranges += first.ranges
                continue
            }
            guard let last = readMember(), let low = first.only, let high = last.only, low <= high else { return nil }
            found.ranges.append(low...high)
        }
        return found
    }

    /// Parses one character or one escape of a class. Refuses unescaped characters that the flag `v` gives a meaning,
    /// alone or doubled.
    private mutating func readMember() -> CharacterClass? {
        guard let scalar = rest.popFirst() else { return nil }
        if scalar == "\\" { return readEscape(isInClass: true) }
        guard !"()[]{}/-|".unicodeScalars.contains(scalar) else { return nil }
        let isDoubled = rest.first == scalar && "&!#$%*+,.:;<=>?@^`~".unicodeScalars.contains(scalar)
        return isDoubled ? nil : .one(scalar)
    }
}

extension CharacterClass {
    /// The only character of the class; `nil` if there are several.
    fileprivate var only: UInt32? {
        guard ranges.count == 1, let range = ranges.first, range.lowerBound == range.upperBound else { return nil }
        return range.lowerBound
    }
}
