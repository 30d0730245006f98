extension HTTPDate {
    /// Returns the time in the form of RFC 3339, in UTC: `1994-11-06T08:49:37.000Z`. Times outside of the years 1 to
    /// 9999 are clamped.
    package static func timestamp(secondsSince1970 seconds: Int, milliseconds: Int) -> String {
        let seconds = min(max(seconds, earliest), latest)
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let time = seconds - day * 86_400
        let date = CalendarDay(daysSince1970: day)
        func padded(_ number: Int, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
            + "T\(padded(time / 3_600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))"
            + ".\(padded(milliseconds, 3))Z"
    }
}
