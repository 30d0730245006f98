/// Parses a typed month or week, because Firefox and Safari on a computer show a plain text field for both kinds.
///
/// Months: `2026-03`, `3/2026`, `March 2026`. Weeks: `2026-W11`, `2026 11`, `week 11, 2026`.
struct TypedCalendarText {
    private enum Token {
        case number(Int, digits: Int)
        case word(Substring)
    }

    private static let maxLength = 40
    private static let maxTokens = 3
    private var tokens: [Token] = []

    /// Splits the text into at most three tokens; `nil` if there are more, if the text is too long, or if it contains
    /// anything except numbers of at most six digits, ASCII words and the usual separators.
    private init?(_ text: String) {
        guard text.utf8.count <= Self.maxLength else { return nil }
        var rest = text.lowercased()[...]
        while let first = rest.utf8.first {
            if " -/.,".utf8.contains(first) {
                rest = rest.dropFirst()
                continue
            }
            guard tokens.count < Self.maxTokens else { return nil }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let letters = rest.prefix { $0.isASCII && $0.isLetter }
            if let number = Int(digits), digits.utf8.count <= 6 {
                tokens.append(.number(number, digits: digits.utf8.count))
            } else if !letters.isEmpty {
                tokens.append(.word(letters))
            } else {
                return nil
            }
            rest = rest.dropFirst(max(digits.count, letters.count))
        }
    }

    /// Returns the text in HTML's format, which browsers with a calendar send; the text itself if it is not a month or
    /// a week.
    static func normalized(_ text: String, of kind: Field.Kind) -> String {
        guard kind == .month || kind == .week, kind.position(of: text) == nil, let typed = Self(text),
            let (year, part) = kind == .month ? typed.yearAndMonth : typed.yearAndWeek
        else { return text }
        let written = CalendarText.padded(year, 4) + (kind == .month ? "-" : "-W") + CalendarText.padded(part, 2)
        return kind.position(of: written) == nil ? text : written
    }

    private var yearAndMonth: (Int, Int)? {
        guard tokens.count == 2 else { return nil }
        return Self.yearAndPart(
            tokens.map { token in
                guard case .word(let word) = token, let month = Self.month(called: word) else { return token }
                return .number(month, digits: 2)
            })
    }

    private var yearAndWeek: (Int, Int)? {
        if case .word? = tokens.last { return nil }
        let numbers = tokens.filter { token in
            if case .word(let word) = token { !["w", "wk", "week"].contains(word) } else { true }
        }
        return Self.yearAndPart(numbers)
    }

    /// Distinguishes the year from the month or week, in either order: a year has at least four digits, the other
    /// number one or two.
    private static func yearAndPart(_ tokens: [Token]) -> (Int, Int)? {
        guard tokens.count == 2, case .number(let first, let digits) = tokens[0],
            case .number(let second, let others) = tokens[1], max(digits, others) >= 4, min(digits, others) <= 2
        else { return nil }
        return digits > others ? (first, second) : (second, first)
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    private static func month(called word: Substring) -> Int? {
        guard word.utf8.count >= 3 else { return nil }
        return months.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
    }
}

extension Field {
    /// ``help``, followed by the expected form of a month or a week: browsers without a calendar for them show a plain
    /// text field, for which HTML allows no pattern.
    package var wholeHelp: String? {
        switch kind {
        case .month: joined(localized("Year and month, for example \(minimum ?? maximum ?? "2026-03")."))
        case .week: joined(localized("Year and week, for example \(minimum ?? maximum ?? "2026-W11")."))
        default: help
        }
    }

    private func joined(_ typing: String) -> String { help.map { "\($0) \(typing)" } ?? typing }
}
