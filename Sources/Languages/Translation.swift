/// The translation of one text. Its arguments are `%1`, `%2` and so on, in any order.
///
/// ```swift
/// let german: [String: Translation] = [
///     "Open tickets": "Offene Tickets",
///     "%1 tickets": .plural(one: "%1 Ticket", other: "%1 Tickets"),
/// ]
/// ```
public struct Translation: Sendable, ExpressibleByStringLiteral {
    private let other: String
    private let forms: [PluralCategory: String]

    /// Creates a translation with one form.
    public init(stringLiteral text: String) { self.init(text) }

    /// Creates a translation with one form.
    public init(_ text: String) { (other, forms) = (text, [:]) }

    private init(_ forms: [PluralCategory: String?], other: String) {
        self.other = other
        self.forms = forms.compactMapValues(\.self)
    }

    /// A translation whose form depends on the first whole number among the arguments.
    ///
    /// - Parameters:
    ///   - zero: the form of ``PluralCategory/zero``; like the next four, `other` by default.
    ///   - one: the form of ``PluralCategory/one``.
    ///   - two: the form of ``PluralCategory/two``.
    ///   - few: the form of ``PluralCategory/few``.
    ///   - many: the form of ``PluralCategory/many``.
    ///   - other: the form of all other numbers.
    public static func plural(
        zero: String? = nil, one: String? = nil, two: String? = nil, few: String? = nil, many: String? = nil,
        other: String
    ) -> Translation {
        Translation([.zero: zero, .one: one, .two: two, .few: few, .many: many], other: other)
    }

    /// True if the form depends on a number.
    var isPlural: Bool { !forms.isEmpty }

    /// All forms, for checks.
    package var allForms: [String] { [other] + forms.values }

    func form(for number: Int?, by rule: PluralRule) -> String {
        guard isPlural, let number else { return other }
        return forms[rule.category(of: number)] ?? other
    }
}

extension String {
    /// Returns the text with each `%1`, `%2` … replaced by the value at that position; other text is kept.
    func filling(_ values: [String]) -> String {
        guard !values.isEmpty else { return self }
        var filled = ""
        var rest = self[...]
        while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "%")) {
            filled += rest[..<mark]
            var digits = rest[rest.index(after: mark)...].prefix { $0.isASCII && $0.isNumber }
            // A digit can follow the mark: of `%10` with one value, only `%1` is replaced.
            while digits.count > 1, Int(digits).map({ !values.indices.contains($0 - 1) }) ?? true {
                digits.removeLast()
            }
            if let number = Int(digits), values.indices.contains(number - 1) {
                filled += values[number - 1]
                rest = rest[digits.endIndex...]
            } else {
                filled += "%"
                rest = rest[rest.index(after: mark)...]
            }
        }
        return filled + rest
    }
}
