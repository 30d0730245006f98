/// A language in which an app can show its pages: its tag, its direction, and its rules for numbers, dates and plurals.
///
/// English, German, French, Spanish, Japanese and Arabic are built in, with translations of all texts that the kit itself
/// shows. For another language, the app translates those texts too, see ``Localization``.
public struct Language: Sendable {
    /// The tag (BCP 47), such as `de` or `pt-BR`. Pages have it in `<html lang>`.
    public let tag: String
    /// The language's name in the language itself, such as `Deutsch`, for a list of languages.
    public let name: String
    /// True if text runs from right to left. Pages are then mirrored.
    public let isRightToLeft: Bool
    /// Chooses the plural form for a number.
    public var pluralRule = PluralRule.oneAndOther
    /// The text between the whole and the fractional part of a number.
    public var decimalSeparator = "."
    /// The text between groups of three digits.
    public var groupSeparator = ","
    /// The names of the months, January first; other than twelve names count as none.
    public var months: [String] = []
    /// The order of the parts of a date: `%1` is the day, `%2` the month's name, `%3` the year.
    public var datePattern = "%1 %2 %3"
    /// The order of the parts of a date without its year: `%1` is the day, `%2` the month's name.
    public var dayPattern = "%1 %2"
    /// The names of the days of the week, Monday first; other than seven names count as none.
    public var weekdays: [String] = []

    /// - Parameters:
    ///   - tag: the tag (BCP 47).
    ///   - name: the language's name in the language itself.
    ///   - isRightToLeft: true if text runs from right to left.
    public init(_ tag: String, name: String, isRightToLeft: Bool = false) {
        self.tag = tag
        self.name = name
        self.isRightToLeft = isRightToLeft
    }
}

extension Language: Hashable {
    /// Compares the tags.
    public static func == (one: Language, other: Language) -> Bool { one.tag == other.tag }

    /// Hashes the tag.
    public func hash(into hasher: inout Hasher) { hasher.combine(tag) }
}

extension Language {
    /// English.
    public static let english = {
        var language = Language("en", name: "English")
        language.months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        language.weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        return language
    }()

    /// German.
    public static let german = {
        var language = Language("de", name: "Deutsch")
        (language.decimalSeparator, language.groupSeparator) = (",", ".")
        language.months = [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ]
        language.datePattern = "%1. %2 %3"
        language.dayPattern = "%1. %2"
        language.weekdays = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
        return language
    }()

    /// French.
    public static let french = {
        var language = Language("fr", name: "Français")
        // A narrow no-break space between groups of digits.
        (language.decimalSeparator, language.groupSeparator) = (",", "\u{202F}")
        language.pluralRule = .french
        language.months = [
            "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
            "décembre",
        ]
        language.weekdays = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
        return language
    }()

    /// Spanish.
    public static let spanish = {
        var language = Language("es", name: "Español")
        (language.decimalSeparator, language.groupSeparator) = (",", ".")
        language.pluralRule = .spanish
        language.months = [
            "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
            "noviembre", "diciembre",
        ]
        language.datePattern = "%1 de %2 de %3"
        language.dayPattern = "%1 de %2"
        language.weekdays = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"]
        return language
    }()

    /// Japanese.
    public static let japanese = {
        var language = Language("ja", name: "日本語")
        language.pluralRule = .otherOnly
        language.months = (1...12).map { "\($0)月" }
        language.datePattern = "%3年%2%1日"
        language.dayPattern = "%2%1日"
        language.weekdays = ["月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日"]
        return language
    }()

    /// Arabic, with European digits, which browsers also show in the input fields for numbers and dates.
    public static let arabic = {
        var language = Language("ar", name: "العربية", isRightToLeft: true)
        language.pluralRule = .arabic
        language.months = [
            "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر",
            "ديسمبر",
        ]
        language.weekdays = ["الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"]
        return language
    }()
}

extension Language {
    /// Returns a whole number with separated groups of digits, such as `12,500`.
    public func text(of number: Int) -> String {
        let digits = String(number.magnitude)
        var grouped = number < 0 ? "−" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { grouped += groupSeparator }
            grouped.append(digit)
        }
        return grouped
    }

    /// Returns a number with a fixed number of decimals, such as `12,500.50`.
    ///
    /// - Parameters:
    ///   - number: the number; of a magnitude from 10^15 on, it is not formatted.
    ///   - fractionDigits: the number of decimals, 0 to 9.
    public func text(of number: Double, fractionDigits: Int) -> String {
        let decimals = min(max(fractionDigits, 0), 9)
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (number * Double(scale)).rounded()
        guard scaled.magnitude < 1e15 else { return number.description }
        let units = Int(scaled.magnitude)
        let whole = text(of: units / scale)
        let sign = scaled < 0 ? "−" : ""
        guard decimals > 0 else { return sign + whole }
        let fraction = String(units % scale)
        return sign + whole + decimalSeparator + String(repeating: "0", count: decimals - fraction.count) + fraction
    }

    /// Returns a date with the name of its month, such as `9 March 2026`; with the time of day if `text` has one.
    ///
    /// - Parameter text: a date as date fields and most programs write it, such as `2026-03-09` or `2026-03-09T17:30`
    ///   (RFC 3339). The time is shown as it is, without a change of the time zone. Any other text is returned unchanged.
    public func text(ofDate text: String) -> String { self.text(ofDate: text, datePattern) }

    /// Returns a date without its year, such as `9 March`; otherwise the same as ``text(ofDate:)``.
    ///
    /// - Parameter text: a date, such as `2026-03-09`.
    public func text(ofDayAndMonth text: String) -> String { self.text(ofDate: text, dayPattern) }

    private func text(ofDate text: String, _ pattern: String) -> String {
        let parts = text.split(separator: "T", maxSplits: 1)
        let numbers =
            parts.first.map { $0.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) } } ?? []
        guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2],
            1...12 ~= month, 1...31 ~= day, months.count == 12
        else { return text }
        let date = pattern.filling([String(day), months[month - 1], String(year)])
        guard parts.count == 2, parts[1].utf8.count >= 5 else { return date }
        return date + " " + parts[1].prefix(5)
    }
}
