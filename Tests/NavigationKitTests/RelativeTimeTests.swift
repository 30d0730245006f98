import Languages
import Testing

@testable import Views

@Suite("Times in words") struct RelativeTimeTests {
    /// Sunday, 3 May 2026, 14:05:30 in UTC.
    private static let now = Duration.seconds(1_777_817_130)
    private static let day = Duration.seconds(86_400)

    private func text(_ time: Duration, in language: Language = .english, offset: Duration = .zero) -> String {
        let context = LocalizationContext([Localization(language)])
        Localization.noteUse()
        return LocalizationContext.$current.withValue(context) {
            RelativeTime(time, now: Self.now, utcOffset: offset).text
        }
    }

    @Test(arguments: [
        (0, "today 14:05"), (50_730, "today 00:00"), (50_731, "yesterday"), (137_130, "yesterday"),
        (137_131, "Friday"), (6 * 86_400, "Monday"), (7 * 86_400, "26 April"), (122 * 86_400, "1 January"),
        (123 * 86_400, "31 December 2025"), (-3_600, "today 15:05"), (-86_400, "4 May"),
    ])
    func `the words depend on the days since then`(secondsAgo: Int, words: String) {
        #expect(text(Self.now - .seconds(secondsAgo)) == words)
    }

    @Test(
        arguments: [
            (.english, ["today 14:05", "yesterday", "Friday", "23 April", "28 April 2025"]),
            (.german, ["heute 14:05", "gestern", "Freitag", "23. April", "28. April 2025"]),
            (.french, ["aujourd’hui 14:05", "hier", "vendredi", "23 avril", "28 avril 2025"]),
            (.spanish, ["hoy 14:05", "ayer", "viernes", "23 de abril", "28 de abril de 2025"]),
            (.japanese, ["今日 14:05", "昨日", "金曜日", "4月23日", "2025年4月28日"]),
            (.arabic, ["اليوم 14:05", "أمس", "الجمعة", "23 أبريل", "28 أبريل 2025"]),
        ] as [(Language, [String])])
    func `they are in the visitor's language`(language: Language, words: [String]) {
        #expect([0, 1, 2, 10, 370].map { text(Self.now - Self.day * $0, in: language) } == words)
    }

    @Test func `days begin in the stated time zone, and the instant stays that of UTC`() {
        #expect(text(Self.now, offset: .seconds(7_200)) == "today 16:05")
        // In this zone it is 00:05 of the next day.
        #expect(text(Self.now - .seconds(600), offset: .seconds(36_000)) == "yesterday")
        let time = RelativeTime(Self.now, now: Self.now, utcOffset: .seconds(36_000))
        #expect(time.instant == "2026-05-03T14:05:30Z")
        #expect(RelativeTime(.seconds(-1), now: .zero).instant == "1969-12-31T23:59:59Z")
    }

    @Test func `extreme times are limited, and a language without names of weekdays uses dates`() {
        for seconds in [Int64.min, -62_135_596_801, -1, 253_402_300_800, .max] {
            for offset in [Int64.min, 0, .max] {
                let time = Duration.seconds(seconds)
                let shown = RelativeTime(time, now: .seconds(offset), utcOffset: .seconds(offset))
                #expect(!shown.text.isEmpty && shown.instant.count >= 17)
            }
        }
        var language = Language("nl", name: "Nederlands")
        language.months = Language.german.months
        #expect(text(Self.now - Self.day * 3, in: language) == "30 April")
    }
}
