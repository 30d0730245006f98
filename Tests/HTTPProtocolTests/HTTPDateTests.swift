import Foundation
import HTTPProtocol
import Testing

@Suite("RFC 9110 §5.6.7: dates") struct HTTPDateTests {
    static let now = 1_763_000_000

    @Test(arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
    func `the three formats of RFC 9110 give the same time`(text: String) {
        #expect(HTTPDate.seconds(from: text, now: Self.now) == 784_111_777)
    }

    @Test func `formatting agrees with Foundation, and parsing reverses it`() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            // From 1600, where Foundation's calendar is Gregorian, to the end of 9999.
            let seconds = Int.random(in: -11_676_096_000...253_402_300_799, using: &generator)
            let text = String(decoding: HTTPDate.bytes(secondsSince1970: seconds), as: UTF8.self)
            #expect(text == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
            #expect(HTTPDate.seconds(from: text, now: Self.now) == seconds)
        }
    }

    @Test(arguments: [(Int.min, "Mon, 01 Jan 0001 00:00:00 GMT"), (Int.max, "Fri, 31 Dec 9999 23:59:59 GMT")])
    func `times outside of the years 1 to 9999 are clamped`(row: (Int, String)) {
        #expect(String(decoding: HTTPDate.bytes(secondsSince1970: row.0), as: UTF8.self) == row.1)
        #expect(HTTPDate.seconds(from: "Sunday, 06-Nov-94 08:49:37 GMT", now: row.0) != row.0)
    }

    @Test(arguments: [("25", 2025), ("75", 2075), ("76", 1976), ("99", 1999), ("00", 2000)])
    func `a two-digit year is at most 50 years ahead`(row: (String, Int)) {
        let short = HTTPDate.seconds(from: "Monday, 01-Jan-\(row.0) 00:00:00 GMT", now: Self.now)
        #expect(short != nil)
        #expect(short == HTTPDate.seconds(from: "Mon, 01 Jan \(row.1) 00:00:00 GMT", now: Self.now))
    }

    @Test func `a leap second and a leap day are valid`() {
        #expect(HTTPDate.seconds(from: "Sat, 31 Dec 2016 23:59:60 GMT", now: Self.now) == 1_483_228_799)
        #expect(HTTPDate.seconds(from: "Thu, 29 Feb 2024 00:00:00 GMT", now: Self.now) == 1_709_164_800)
    }

    @Test(arguments: [
        "", "Sun", "Sun,", "0", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "sun, 06 nov 1994 08:49:37 gmt",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
        "Wed, 29 Feb 2023 00:00:00 GMT", "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
        "Xun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nox 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sund, 06-Nov-94 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 94",
        "Sun, 06 Nov 1994 08.49.37 GMT",
    ])
    func `a malformed date is nil`(text: String) {
        #expect(HTTPDate.seconds(from: text, now: Self.now) == nil)
    }
}
