/// The form of a word that a language uses with a number (Unicode CLDR's plural categories).
public enum PluralCategory: String, Sendable, CaseIterable {
    /// In Arabic: nothing.
    case zero
    /// In most languages: one.
    case one
    /// In Arabic: two.
    case two
    /// In Arabic: 3 to 10, 103 to 110, and so on; in Slavic languages: a few.
    case few
    /// In Arabic: 11 to 99, 111 to 199, and so on; in Romance languages: whole millions.
    case many
    /// All other numbers.
    case other
}

/// The rule by which a language chooses the plural form for a whole number.
public struct PluralRule: Sendable {
    private let rule: @Sendable (Int) -> PluralCategory

    /// - Parameter rule: returns the category of a number. The Unicode CLDR lists the rules of most languages.
    public init(_ rule: @escaping @Sendable (Int) -> PluralCategory) { self.rule = rule }

    /// The category of `number`.
    public func category(of number: Int) -> PluralCategory { rule(number) }

    /// One form for 1, another for all other numbers, as in English and German.
    public static let oneAndOther = PluralRule { $0 == 1 ? .one : .other }

    /// One form for all numbers, as in Japanese.
    public static let otherOnly = PluralRule { _ in .other }
}

extension PluralRule {
    /// 0 and 1 are singular; whole millions have a form of their own ("un million de pages").
    static let french = PluralRule { number in
        if number.magnitude < 2 { return .one }
        return number.isMultiple(of: 1_000_000) ? .many : .other
    }

    static let spanish = PluralRule { number in
        if number == 1 { return .one }
        return number != 0 && number.isMultiple(of: 1_000_000) ? .many : .other
    }

    static let arabic = PluralRule { number in
        switch (number, number.magnitude % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }
}
