/// Formats and parses HTTP dates (RFC 9110 §5.6.7) as seconds since 1970, with calendar arithmetic only.
package enum HTTPDate {
    /// Returns the time as IMF-fixdate, 29 octets. Times outside of the years 1 to 9999 are clamped.
    package static func bytes(secondsSince1970 seconds: Int) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(29)
        format(secondsSince1970: seconds, into: &out)
        return out
    }

    /// Appends the time as IMF-fixdate to `out`.
    package static func format(secondsSince1970 seconds: Int, into out: inout [UInt8]) {
        let seconds = min(max(seconds, earliest), latest)
        let day = floorDivide(seconds, by: 86_400)
        let time = seconds - day * 86_400
        let date = CalendarDay(daysSince1970: day)
        out.append(contentsOf: Self.name(weekdays, floorModulo(day + 4, by: 7)))
        out.append(contentsOf: [Octet.comma, Octet.space])
        append(date.day, digits: 2, to: &out)
        out.append(Octet.space)
        out.append(contentsOf: Self.name(months, date.month - 1))
        out.append(Octet.space)
        append(date.year, digits: 4, to: &out)
        out.append(Octet.space)
        append(time / 3_600, digits: 2, to: &out)
        out.append(Octet.colon)
        append(time / 60 % 60, digits: 2, to: &out)
        out.append(Octet.colon)
        append(time % 60, digits: 2, to: &out)
        out.append(contentsOf: " GMT".utf8)
    }

    static let weekdays: StaticString = "SunMonTueWedThuFriSat"
    static let months: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
    static let earliest = -62_135_596_800
    static let latest = 253_402_300_799

    /// Returns the index of a name in a string of concatenated three-letter names.
    static func position(of name: Octets, in names: StaticString) -> Int? {
        let row = Octets(names)
        for position in 0..<row.count / 3 where row.part(position * 3, position * 3 + 3).elementsEqual(name) {
            return position
        }
        return nil
    }

    private static func name(_ names: StaticString, _ position: Int) -> Octets {
        Octets(names).part(position * 3, position * 3 + 3)
    }

    private static func append(_ number: Int, digits: Int, to out: inout [UInt8]) {
        var divisor = digits == 4 ? 1_000 : 10
        while divisor > 0 {
            out.append(UInt8(truncatingIfNeeded: 0x30 + number / divisor % 10))
            divisor /= 10
        }
    }
}

/// A day of the proleptic Gregorian calendar. The conversions count years from March, so that the leap day is the last
/// day of a year.
struct CalendarDay {
    var year: Int
    var month: Int
    var day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = floorDivide(marchYear, by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// True if this is a valid day of the years 1 to 9999.
    var exists: Bool {
        guard 1...9_999 ~= year, 1...12 ~= month, 1...31 ~= day else { return false }
        let round = CalendarDay(daysSince1970: daysSince1970)
        return round.month == month && round.day == day
    }
}

private func floorDivide(_ number: Int, by divisor: Int) -> Int {
    number / divisor - (number % divisor < 0 ? 1 : 0)
}

private func floorModulo(_ number: Int, by divisor: Int) -> Int {
    number - floorDivide(number, by: divisor) * divisor
}
