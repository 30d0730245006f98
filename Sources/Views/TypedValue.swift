/// A value for programs, beside the text that people read: a script gets 142984 and `km`, and need not parse
/// “142,984 km”. Pages do not show it, but for a colour; Siren has it as `typed`, with the name of its type.
///
/// ```swift
/// LabeledContent("Diameter", value: "142,984 km", typed: .number(142_984, unit: "km"))
/// TableColumn("Price") { $0.price }.typed { .number(Double($0.cents) / 100, unit: "EUR") }
/// Row("Mars", subtitle: "227.9 million km").value("distance", .number(1.524, unit: "au"))
/// ```
public struct TypedValue: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case integer(Int)
        case number(Double)
        case boolean(Bool)
        case coordinate(Coordinate)
        case date(String)
        case localDateTime(String)
        case dateTime(String)
        case code(String)
        case color(String)
    }

    package let content: Content
    /// The unit of a number; `nil` for other values.
    package var unit: String?

    private init(_ content: Content, unit: String? = nil) {
        self.content = content
        self.unit = unit
    }

    /// A whole number.
    ///
    /// - Parameters:
    ///   - number: the number.
    ///   - unit: its unit in one spelling for all languages, such as `km` or, for money, the code `EUR` of ISO 4217.
    public static func number(_ number: Int, unit: String? = nil) -> TypedValue {
        TypedValue(.integer(number), unit: unit)
    }

    /// A number.
    ///
    /// - Parameters:
    ///   - number: the number; one that is not finite becomes `null`, because JSON has no such numbers.
    ///   - unit: its unit, as of a whole number.
    public static func number(_ number: Double, unit: String? = nil) -> TypedValue {
        TypedValue(.number(number), unit: unit)
    }

    /// A yes or a no.
    public static func boolean(_ flag: Bool) -> TypedValue { TypedValue(.boolean(flag)) }

    /// A position on the globe.
    public static func coordinate(_ coordinate: Coordinate) -> TypedValue { TypedValue(.coordinate(coordinate)) }

    /// A word of a fixed list, such as the country `IS` of ISO 3166-1, or a case of an enumeration.
    public static func code(_ code: String) -> TypedValue { TypedValue(.code(code)) }

    /// A day without a time.
    ///
    /// - Parameter text: the day as in `2026-03-09`, such as the value of a date field.
    /// - Returns: `nil` if the text is no such day.
    public static func date(_ text: String) -> TypedValue? {
        CalendarText(text).date() == nil ? nil : TypedValue(.date(text))
    }

    /// A day and a time without a time zone.
    ///
    /// - Parameter text: the time as in `2026-03-09T17:30`, such as the value of a date field with a time.
    /// - Returns: `nil` if the text is no such time.
    public static func localDateTime(_ text: String) -> TypedValue? {
        CalendarText(text).dateTime() == nil ? nil : TypedValue(.localDateTime(text))
    }

    /// A point in time, written in UTC to the millisecond.
    ///
    /// - Parameter time: the time since the beginning of 1970, such as `wallClock`.
    /// - Returns: `nil` for a time outside of the years 1 to 9999.
    public static func dateTime(_ time: Duration) -> TypedValue? {
        CalendarText.timestamp(at: time).map { TypedValue(.dateTime($0)) }
    }

    /// A colour. A ``LabeledContent`` shows it as a swatch before its text.
    ///
    /// - Parameter text: the colour as in `#0f6b66`, such as the value of a `ColorPicker`.
    /// - Returns: `nil` if the text is no such colour.
    public static func color(_ text: String) -> TypedValue? {
        Field.looksLikeColor(text) ? TypedValue(.color(text)) : nil
    }

    /// The name of the type in Siren.
    package var typeName: StaticString {
        switch content {
        case .integer, .number: "number"
        case .boolean: "boolean"
        case .coordinate: "coordinate"
        case .date: "date"
        case .localDateTime: "local-date-time"
        case .dateTime: "date-time"
        case .code: "code"
        case .color: "color"
        }
    }
}
