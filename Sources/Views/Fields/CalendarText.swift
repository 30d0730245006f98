/// Parses and formats the days, times, months and weeks of inputs (HTML §2.3.5), in the proleptic Gregorian calendar.
///
/// Parsed years have four to six digits, so no result can overflow.
struct CalendarText {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    /// Days since 1 January 1970.
    func date() -> Double? {
        var reader = self
        guard let days = reader.readDate(), reader.rest.isEmpty else { return nil }
        return Double(days)
    }

    /// Milliseconds since midnight.
    func time() -> Double? {
        var reader = self
        guard let milliseconds = reader.readTime(), reader.rest.isEmpty else { return nil }
        return Double(milliseconds)
    }

    /// Milliseconds since the beginning of 1970.
    func dateTime() -> Double? {
        var reader = self
        guard let days = reader.readDate(), reader.skip("T"), let time = reader.readTime(), reader.rest.isEmpty else {
            return nil
        }
        return Double(days * Self.dayLength + time)
    }

    /// Months since January 1970.
    func month() -> Double? {
        var reader = self
        guard let (year, month) = reader.readMonth(), reader.rest.isEmpty else { return nil }
        return Double((year - 1970) * 12 + month - 1)
    }

    /// Weeks since the week of 1 January 1970.
    func week() -> Double? {
        var reader = self
        guard let year = reader.readYear(), reader.skip("-"), reader.skip("W"), let week = reader.readNumber(2),
            reader.rest.isEmpty, week >= 1, week <= Self.weeks(in: year)
        else { return nil }
        return Double((Self.firstMonday(of: year) - Self.firstMonday(of: 1970)) / 7 + week - 1)
    }

    // MARK: - Parts

    private mutating func readDate() -> Int? {
        guard let (year, month) = readMonth(), skip("-"), let day = readNumber(2), day >= 1,
            day <= Self.days(in: month, of: year)
        else { return nil }
        return Self.days(before: year, month) + day - 1
    }

    private mutating func readMonth() -> (year: Int, month: Int)? {
        guard let year = readYear(), skip("-"), let month = readNumber(2), 1...12 ~= month else { return nil }
        return (year, month)
    }

    private mutating func readYear() -> Int? {
        let digits = rest.prefix(7).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard 4...6 ~= digits.count, let year = readNumber(digits.count), year >= 1 else { return nil }
        return year
    }

    private mutating func readTime() -> Int? {
        guard let hour = readNumber(2), hour <= 23, skip(":"), let minute = readNumber(2), minute <= 59 else {
            return nil
        }
        let whole = (hour * 60 + minute) * 60_000
        guard skip(":") else { return whole }
        guard let second = readNumber(2), second <= 59 else { return nil }
        guard skip(".") else { return whole + second * 1_000 }
        let count = rest.prefix(4).count
        guard 1...3 ~= count, let fraction = readNumber(count) else { return nil }
        return whole + second * 1_000 + fraction * [100, 10, 1][count - 1]
    }

    private mutating func readNumber(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let byte = rest.popFirst(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    // MARK: - The calendar

    private static let secondsOfDay = 86_400
    private static let dayLength = secondsOfDay * 1_000

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    static func days(in month: Int, of year: Int) -> Int {
        month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days from the beginning of 1970 to the first day of a month.
    private static func days(before year: Int, _ month: Int) -> Int {
        let past = year - 1
        let untilYear = past * 365 + past / 4 - past / 100 + past / 400 - 719_162
        return (1..<month).reduce(untilYear) { $0 + days(in: $1, of: year) }
    }

    /// The day number of the Monday of the year's first week, which contains the year's first Thursday (ISO 8601).
    private static func firstMonday(of year: Int) -> Int {
        let fourth = days(before: year, 1) + 3
        // Day 0, 1 January 1970, was a Thursday, so the number of a Monday plus 3 is a multiple of 7.
        return fourth - ((fourth + 3) % 7 + 7) % 7
    }

    private static func weeks(in year: Int) -> Int { (firstMonday(of: year + 1) - firstMonday(of: year)) / 7 }

    // MARK: - Back to text

    /// Returns the day, time, month or week at a position; the inverse of ``Field/Kind/position(of:)``. `nil` for other
    /// kinds, and if the position has no text, such as one before the year 1.
    static func text(at position: Int, of kind: Field.Kind) -> String? {
        switch kind {
        case .date: return dateText(position)
        case .time: return 0..<dayLength ~= position ? timeText(position) : nil
        case .dateTime:
            let time = (position % dayLength + dayLength) % dayLength
            return dateText((position - time) / dayLength).map { $0 + "T" + timeText(time) }
        case .month:
            let month = (position % 12 + 12) % 12
            let year = 1970 + (position - month) / 12
            return year >= 1 ? padded(year, 4) + "-" + padded(month + 1, 2) : nil
        case .week:
            let thursday = position * 7 + firstMonday(of: 1970) + 3
            guard let year = dateText(thursday).flatMap({ Int($0.prefix { $0 != "-" }) }) else { return nil }
            return padded(year, 4) + "-W" + padded((thursday - firstMonday(of: year)) / 7 + 1, 2)
        default: return nil
        }
    }

    /// Returns the time in UTC as RFC 3339 §5.6 has it, always with seconds; `nil` outside of the years 1 to 9999.
    ///
    /// - Parameter time: the time since the beginning of 1970, which is rounded down to milliseconds.
    static func timestamp(at time: Duration) -> String? {
        let (seconds, attoseconds) = time.components
        // The parts of a negative duration are negative.
        let fraction = attoseconds + (attoseconds < 0 ? 1_000_000_000_000_000_000 : 0)
        let milliseconds = Int(fraction / 1_000_000_000_000_000)
        let second = Int(attoseconds < 0 ? seconds &- 1 : seconds)
        let day = second / secondsOfDay - (second % secondsOfDay < 0 ? 1 : 0)
        guard let date = dateText(day), date.utf8.count == 10 else { return nil }
        let time = (second - day * secondsOfDay) * 1_000 + milliseconds
        return date + "T" + timeText(time, showsSeconds: true) + "Z"
    }

    private static func dateText(_ days: Int) -> String? {
        // Howard Hinnant's civil_from_days: years begin in March, so that a leap day is the last day of its year.
        let shifted = days + 719_468
        guard shifted >= 306, days < 400_000_000 else { return nil }
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
    }

    private static func timeText(_ milliseconds: Int, showsSeconds: Bool = false) -> String {
        let seconds = milliseconds / 1_000
        let text = padded(seconds / 3_600, 2) + ":" + padded(seconds / 60 % 60, 2)
        if milliseconds % 60_000 == 0, !showsSeconds { return text }
        let fraction = milliseconds % 1_000
        return text + ":" + padded(seconds % 60, 2) + (fraction == 0 ? "" : "." + padded(fraction, 3))
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
