/// A time stamp in words, in the visitor's language: `today 14:05`, `yesterday`, `Monday` in the last six days, `3 May` in
/// the same year, and `3 May 2025` before it.
///
/// ```swift
/// Row(letter.text).time(RelativeTime(letter.sent, now: clock()))
/// LabeledContent("Sent", time: RelativeTime(letter.sent, now: clock()))
/// ```
///
/// Pages have the exact time beside the words, in `<time datetime>`; Siren has it as `time`. A time after `now`, such as
/// by another node's clock, is shown as `today` with its time, or as its date.
public struct RelativeTime: Sendable, Hashable {
    private let time: Int
    private let now: Int
    private let offset: Int

    /// - Parameters:
    ///   - time: the time since the beginning of 1970 in UTC, without leap seconds; outside of the years 1 to 9999, the
    ///     nearest of their seconds.
    ///   - now: the current time, counted in the same way. The words are those of this moment, so pass the app's clock.
    ///   - utcOffset: the time zone in which days begin and the time of day is shown, as its difference from UTC: from
    ///     -14 to 14 hours. A server does not know the visitor's time zone; without a value it is UTC.
    public init(_ time: Duration, now: Duration, utcOffset: Duration = .zero) {
        self.time = Self.seconds(of: time, within: Self.representable)
        self.now = Self.seconds(of: now, within: Self.representable)
        offset = Self.seconds(of: utcOffset, within: -50_400...50_400)
    }

    /// The years 1 to 9999 without their first and last day, so that a time stays in them in each time zone.
    private static let representable: ClosedRange<Int64> = -62_135_510_400...253_402_214_400

    private static func seconds(of duration: Duration, within range: ClosedRange<Int64>) -> Int {
        Int(min(max(duration.components.seconds, range.lowerBound), range.upperBound))
    }

    /// The time in UTC (RFC 3339), such as `2026-05-03T14:05:00Z`.
    package var instant: String { CalendarText.timestamp(at: .seconds(time)) ?? "" }

    /// The time in the language of the current request.
    package var text: String {
        let (day, today) = (Self.day(of: time + offset), Self.day(of: now + offset))
        let language = Localization.current.language
        switch today - day {
        case 0:
            let second = time + offset - day * Self.secondsOfDay
            let (hour, minute) = (second / 3_600, second / 60 % 60)
            return localized("today \("\(CalendarText.padded(hour, 2)):\(CalendarText.padded(minute, 2))")")
        case 1: return localized("yesterday")
        case 2...6 where language.weekdays.count == 7:
            // Day 0, 1 January 1970, was a Thursday.
            return language.weekdays[((day + 3) % 7 + 7) % 7]
        default:
            guard let date = CalendarText.text(at: day, of: .date) else { return "" }
            let isThisYear = CalendarText.text(at: today, of: .date)?.prefix(4) == date.prefix(4)
            return isThisYear ? language.text(ofDayAndMonth: date) : language.text(ofDate: date)
        }
    }

    private static let secondsOfDay = 86_400

    /// The number of whole days since the beginning of 1970, rounded down.
    private static func day(of time: Int) -> Int {
        (time - (time % secondsOfDay + secondsOfDay) % secondsOfDay) / secondsOfDay
    }

    func element(label: String? = nil) -> Screen.TimeElement {
        Screen.TimeElement(label: label, text: text, instant: instant)
    }
}
