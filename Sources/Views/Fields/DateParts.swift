/// The day, the month and the year of a date field that asks for them one by one, as they were typed.
///
/// Its ``text`` is that of a date if the parts are one, so a client can send the parts or the whole text.
package struct DateParts: Sendable, Equatable {
    /// A part of a date. The raw value is part of the field's name in a form: `_day.birthday`.
    package enum Part: String, Sendable, CaseIterable {
        case day, month, year

        /// The name on the wire of this part of the field `field`.
        package func name(in field: String) -> String { "_" + rawValue + "." + field }

        /// Returns the part and the field's name for a name on the wire; `nil` for other names.
        package static func named(_ name: String) -> (part: Part, field: String)? {
            for part in allCases {
                let prefix = part.name(in: "")
                if name.hasPrefix(prefix) { return (part, String(name.dropFirst(prefix.count))) }
            }
            return nil
        }

        /// The largest number of digits.
        package var maximumLength: Int { self == .year ? 4 : 2 }
    }

    private var day = ""
    private var month = ""
    private var year = ""

    package init() {}

    /// - Parameter text: a value of ``text``. Any other text has no parts.
    package init(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return }
        year = String(parts[0])
        (month, day) = (Self.withoutZero(parts[1]), Self.withoutZero(parts[2]))
    }

    /// The text of a part as it is shown, without a zero in front.
    package subscript(part: Part) -> String {
        get {
            switch part {
            case .day: day
            case .month: month
            case .year: year
            }
        }
        set {
            let text = Self.cleaned(newValue)
            switch part {
            case .day: day = text
            case .month: month = text
            case .year: year = text
            }
        }
    }

    /// The parts in the order of a date field's value: `2026-03-09`; empty if all are.
    package var text: String {
        day.isEmpty && month.isEmpty && year.isEmpty ? "" : "\(year)-\(Self.withZero(month))-\(Self.withZero(day))"
    }

    /// The number of a part; `nil` if the part is no number.
    func number(_ part: Part) -> Int? {
        let text = self[part]
        return text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
    }

    /// Removes white space, and replaces the separator, so that a part with one stays wrong. The digits of other scripts,
    /// such as those of an Arabic keyboard, become ASCII.
    private static func cleaned(_ text: String) -> String {
        var cleaned = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(maxLength) where !scalar.properties.isWhitespace {
            let value = scalar.properties.numericType == .decimal ? scalar.properties.numericValue : nil
            if let digit = value.flatMap(UInt8.init(exactly:)), digit < 10 {
                cleaned.append(Unicode.Scalar(UInt8(ascii: "0") + digit))
            } else {
                cleaned.append(scalar == "-" ? "–" : scalar)
            }
        }
        return String(cleaned)
    }

    private static let maxLength = 16

    private static func withZero(_ text: String) -> String {
        text.utf8.count == 1 && Int(text) != nil ? "0" + text : text
    }

    private static func withoutZero(_ text: Substring) -> String {
        String(text.utf8.count == 2 && text.utf8.first == UInt8(ascii: "0") ? text.dropFirst() : text)
    }
}

extension DateParts.Part {
    /// The part's label.
    package var label: String {
        switch self {
        case .day: localized("Day")
        case .month: localized("Month")
        case .year: localized("Year")
        }
    }

    /// The parts in the order in which the language writes them.
    package static func ordered(in language: Language) -> [DateParts.Part] {
        let parts = language.datePattern.split(separator: "%").compactMap { text in
            switch text.utf8.first {
            case UInt8(ascii: "1"): DateParts.Part.day
            case UInt8(ascii: "2"): DateParts.Part.month
            case UInt8(ascii: "3"): DateParts.Part.year
            default: nil
            }
        }
        return Set(parts).count == 3 && parts.count == 3 ? parts : allCases
    }
}

extension Field {
    /// True if the page has three inputs for the date.
    package var asksForDateParts: Bool { kind == .date && hasDateParts }

    /// Returns the first part that is missing or out of its range, with a message; `nil` for a date, and for a text
    /// without three parts.
    package func problem(withPartsOf text: String) -> (part: DateParts.Part, message: String)? {
        guard asksForDateParts, kind.position(of: text) == nil else { return nil }
        let parts = DateParts(text)
        guard parts != DateParts() else { return nil }
        if parts[.day].isEmpty { return (.day, localized("“\(label)” must include a day.")) }
        if parts[.month].isEmpty { return (.month, localized("“\(label)” must include a month.")) }
        if parts[.year].isEmpty { return (.year, localized("“\(label)” must include a year.")) }
        guard let month = parts.number(.month), 1...12 ~= month else {
            return (.month, localized("The month of “\(label)” must be a number from 1 to 12."))
        }
        guard let year = parts.number(.year), 1...9_999 ~= year, parts[.year].utf8.count == 4 else {
            return (.year, localized("The year of “\(label)” must have four digits, such as 1990."))
        }
        let days = CalendarText.days(in: month, of: year)
        return (.day, localized("The day of “\(label)” must be a number from 1 to \(days) in that month."))
    }
}

extension FormSubmission {
    /// Returns the date that was sent as one text or in parts; `nil` if the submission has neither.
    func date(of field: Field) -> String? {
        if let text = text(of: field.name) { return text }
        var parts: DateParts?
        for part in DateParts.Part.allCases {
            guard let text = text(of: part.name(in: field.name)) else { continue }
            parts = parts ?? DateParts()
            parts?[part] = text
        }
        return parts?.text
    }
}
