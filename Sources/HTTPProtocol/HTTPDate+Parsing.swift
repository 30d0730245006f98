extension HTTPDate {
    /// Parses any of the three date formats of RFC 9110 §5.6.7.
    ///
    /// - Parameter now: The current time. It determines the century of a two-digit year (RFC 850): the year is at most
    ///   50 years in the future.
    /// - Returns: Seconds since 1970, or `nil` if the date is malformed or does not exist. The weekday need not match.
    package static func seconds(from octets: Octets, now: Int) -> Int? {
        guard octets.count >= 3, octets.count <= 33 else { return nil }
        var reader = DateReader(octets)
        if octets.part(3, 4).first == Octet.comma { return reader.fixedDate() }
        if octets.contains(Octet.comma) { return reader.obsoleteDate(now: now) }
        return reader.asctimeDate()
    }

    /// Parses any of the three date formats of RFC 9110 §5.6.7.
    package static func seconds(from text: String, now: Int) -> Int? {
        text.withOctets { seconds(from: $0, now: now) }
    }
}

/// Reads the parts of a date from left to right. A method returns `nil` or false if the next octets do not match, or
/// if there is no such day or time.
private struct DateReader {
    private let octets: Octets
    private var position = 0

    init(_ octets: Octets) {
        self.octets = octets
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    mutating func fixedDate() -> Int? {
        guard name(in: HTTPDate.weekdays) != nil, skip(", "), let day = number(digits: 2), skip(" "),
            let month = name(in: HTTPDate.months), skip(" "), let year = number(digits: 4), skip(" "),
            let time = time(), skip(" GMT"), isAtEnd
        else { return nil }
        return seconds(year, month, day, time)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    mutating func obsoleteDate(now: Int) -> Int? {
        guard longWeekday(), skip(", "), let day = number(digits: 2), skip("-"),
            let month = name(in: HTTPDate.months), skip("-"), let shortYear = number(digits: 2), skip(" "),
            let time = time(), skip(" GMT"), isAtEnd
        else { return nil }
        let now = min(max(now, HTTPDate.earliest), HTTPDate.latest)
        let thisYear = CalendarDay(daysSince1970: now / 86_400).year
        var year = thisYear - thisYear % 100 + shortYear
        if year > thisYear + 50 { year -= 100 }
        return seconds(year, month, day, time)
    }

    /// `Sun Nov  6 08:49:37 1994`
    mutating func asctimeDate() -> Int? {
        guard name(in: HTTPDate.weekdays) != nil, skip(" "), let month = name(in: HTTPDate.months), skip(" "),
            let day = skip(" ") ? number(digits: 1) : number(digits: 2), skip(" "), let time = time(), skip(" "),
            let year = number(digits: 4), isAtEnd
        else { return nil }
        return seconds(year, month, day, time)
    }

    private var isAtEnd: Bool { position == octets.count }

    private func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Int? {
        let date = CalendarDay(year: year, month: month + 1, day: day)
        return date.exists ? date.daysSince1970 * 86_400 + time : nil
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let expected = Octets(text)
        guard octets.part(position, position + expected.count).elementsEqual(expected) else { return false }
        position += expected.count
        return true
    }

    private mutating func number(digits: Int) -> Int? {
        let part = octets.part(position, position + digits)
        guard part.count == digits, part.allSatisfy(\.isDigit) else { return nil }
        position += digits
        return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func name(in names: StaticString) -> Int? {
        let found = HTTPDate.position(of: octets.part(position, position + 3), in: names)
        if found != nil { position += 3 }
        return found
    }

    private mutating func longWeekday() -> Bool {
        skip("Sunday") || skip("Monday") || skip("Tuesday") || skip("Wednesday") || skip("Thursday") || skip("Friday")
            || skip("Saturday")
    }

    /// Reads a time and returns the second of the day. The leap second 60 counts as second 59.
    private mutating func time() -> Int? {
        guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), skip(":"),
            let second = number(digits: 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + min(second, 59)
    }
}
