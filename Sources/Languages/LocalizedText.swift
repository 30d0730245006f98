/// A text in the app's own language that can be translated: a literal, with arguments by interpolation.
///
/// Its key in a table of translations is the text itself with `%1`, `%2` … in place of the arguments: the key of
/// `"\(count) tickets of \(name)"` is `%1 tickets of %2`.
public struct LocalizedText: ExpressibleByStringInterpolation, Sendable {
    /// The text with the arguments' numbers, as in a table of translations.
    package let key: String
    /// `nil` without arguments, so that a literal has nothing to retain.
    private let arguments: [Argument]?

    fileprivate enum Argument {
        case text(String)
        case number(Int)
        case grouped(Int)
        case decimal(Double, fractionDigits: Int)
        case date(String)
    }

    /// Creates a text without arguments.
    public init(stringLiteral text: String) { self.init(key: text) }

    /// Creates a text without arguments from a key that is no literal.
    package init(key: String) { (self.key, arguments) = (key, nil) }

    /// Creates a text from its parts.
    public init(stringInterpolation parts: StringInterpolation) {
        (key, arguments) = (parts.key, parts.arguments.isEmpty ? nil : parts.arguments)
    }

    /// The parts of an interpolated text.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var arguments: [Argument] = []

        /// Creates a text without parts.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds a part that is translated.
        public mutating func appendLiteral(_ text: String) { key += text }

        /// Adds a text that stays as it is, such as a name.
        public mutating func appendInterpolation(_ text: some StringProtocol) { append(.text(String(text))) }

        /// Adds a whole number, which can choose the plural form: `\(count)`. Its digits are not grouped.
        public mutating func appendInterpolation(_ number: Int) { append(.number(number)) }

        /// Adds a whole number with grouped digits, such as `12,500`: `\(grouped: count)`.
        public mutating func appendInterpolation(grouped number: Int) { append(.grouped(number)) }

        /// Adds a number with a fixed number of decimals: `\(price, fractionDigits: 2)`.
        public mutating func appendInterpolation(_ number: Double, fractionDigits: Int) {
            append(.decimal(number, fractionDigits: fractionDigits))
        }

        /// Adds a date, see ``Language/text(ofDate:)``: `\(date: "2026-03-09")`.
        public mutating func appendInterpolation(date: String) { append(.date(date)) }

        private mutating func append(_ argument: Argument) {
            arguments.append(argument)
            key += "%" + String(arguments.count)
        }
    }

    /// True without arguments.
    var isPlain: Bool { arguments == nil }

    /// The number that chooses the plural form.
    var number: Int? {
        for argument in arguments ?? [] {
            switch argument {
            case .number(let number), .grouped(let number): return number
            default: continue
            }
        }
        return nil
    }

    /// Returns `pattern` with the arguments in the form of `language`.
    func filled(into pattern: String, for language: Language) -> String {
        pattern.filling(
            (arguments ?? []).map { argument in
                switch argument {
                case .text(let text): text
                case .number(let number): String(number)
                case .grouped(let number): language.text(of: number)
                case .decimal(let number, let digits): language.text(of: number, fractionDigits: digits)
                case .date(let text): language.text(ofDate: text)
                }
            })
    }
}
