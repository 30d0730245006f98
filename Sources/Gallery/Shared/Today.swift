import Glibc

/// The current date in UTC.
enum Today {
    /// Today in the format of a date field: `2026-03-09`.
    static var text: String { text(after: 0) }

    /// The date `days` days from today; a negative number gives an earlier date.
    static func text(after days: Int) -> String { text(after: days, at: now) }

    /// The time since the beginning of 1970.
    static var now: Duration { .seconds(time(nil)) }

    /// The date `days` days after a time, which is counted from the beginning of 1970.
    static func text(after days: Int, at time: Duration) -> String {
        var now = Int(time.components.seconds) + days * secondsOfDay
        var day = tm()
        gmtime_r(&now, &day)
        return [1900 + Int(day.tm_year), 1 + Int(day.tm_mon), Int(day.tm_mday)].map(twoDigits).joined(separator: "-")
    }

    private static let secondsOfDay = 86_400

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
