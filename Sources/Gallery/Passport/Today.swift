import Glibc

/// The day that it is at Greenwich.
enum Today {
    /// As fields write it: `2026-03-09`.
    static var text: String {
        var now = time(nil)
        var day = tm()
        gmtime_r(&now, &day)
        return [1900 + Int(day.tm_year), 1 + Int(day.tm_mon), Int(day.tm_mday)].map(twoDigits).joined(separator: "-")
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
