import Languages
import Testing

@Suite("Plural rules, numbers and dates of the built-in languages") struct LanguageTests {
    @Test(
        arguments: [
            (Language.english, [1: .one, 0: .other, 2: .other, -1: .other]),
            (.german, [1: .one, 0: .other, 2: .other]),
            (.french, [0: .one, 1: .one, 2: .other, 1_000_000: .many, 1_000_001: .other]),
            (.spanish, [0: .other, 1: .one, 2: .other, 2_000_000: .many]),
            (.japanese, [0: .other, 1: .other, 5: .other]),
            (
                .arabic,
                [
                    0: .zero, 1: .one, 2: .two, 3: .few, 10: .few, 11: .many, 99: .many, 100: .other, 102: .other,
                    103: .few, 111: .many, .min: .few,
                ]
            ),
        ] as [(Language, [Int: PluralCategory])])
    func `CLDR: a number has the plural category of its language`(
        language: Language, categories: [Int: PluralCategory]
    ) {
        for (number, category) in categories {
            #expect(language.pluralRule.category(of: number) == category, "\(number) in \(language.tag)")
        }
    }

    @Test(arguments: [
        (Language.english, 1_234_567, "1,234,567"), (.german, 1_234_567, "1.234.567"),
        (.french, 1_234_567, "1\u{202F}234\u{202F}567"), (.spanish, -1_234, "−1.234"), (.arabic, 999, "999"),
        (.english, Int.min, "−9,223,372,036,854,775,808"), (.japanese, 0, "0"),
    ])
    func `digits of whole numbers are grouped`(language: Language, number: Int, text: String) {
        #expect(language.text(of: number) == text)
    }

    @Test(arguments: [
        (Language.english, 1_234.5, 2, "1,234.50"), (.german, 1_234.5, 2, "1.234,50"), (.german, -0.05, 1, "−0,1"),
        (.english, 0.999, 2, "1.00"), (.english, -0.001, 2, "0.00"), (.french, 12.0, 0, "12"),
        (.english, .nan, 2, "nan"), (.english, .infinity, 2, "inf"), (.english, 1e300, 2, "1e+300"),
        (.english, 0.5, 99, "0.500000000"), (.english, 2.5, -1, "3"),
    ])
    func `numbers have a fixed number of decimals`(language: Language, number: Double, digits: Int, text: String) {
        #expect(language.text(of: number, fractionDigits: digits) == text)
    }

    @Test(arguments: [
        (Language.english, "2026-03-09", "9 March 2026"), (.german, "2026-03-09", "9. März 2026"),
        (.french, "2026-08-01T17:30", "1 août 2026 17:30"), (.spanish, "2026-12-31", "31 de diciembre de 2026"),
        (.japanese, "2026-03-09T08:05:00Z", "2026年3月9日 08:05"), (.arabic, "2026-03-09", "9 مارس 2026"),
        (.english, "2026-13-09", "2026-13-09"), (.english, "yesterday", "yesterday"), (.english, "", ""),
        (.english, "2026-03-09T1", "9 March 2026"), (.english, "-2026-03-09", "-2026-03-09"),
    ])
    func `dates have the name of their month`(language: Language, date: String, text: String) {
        #expect(language.text(ofDate: date) == text)
    }

    @Test func `a language without names of months shows dates as they are`() {
        #expect(Language("da", name: "Dansk").text(ofDate: "2026-03-09") == "2026-03-09")
    }
}
