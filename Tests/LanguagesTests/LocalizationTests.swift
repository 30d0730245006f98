import Languages
import Testing

@Suite("Texts with arguments, plurals and fallbacks") struct LocalizationTests {
    private static let german = Localization(
        .german,
        [
            "Open tickets": "Offene Tickets",
            "%1 tickets of %2": .plural(one: "%2 hat %1 Ticket", other: "%2 hat %1 Tickets"),
            "%1 %": "%1 Prozent", "Back": "Zur Liste",
        ])

    @Test(
        arguments: [
            ("Open tickets", "Offene Tickets"), ("Closed tickets", "Closed tickets"), ("Back", "Zur Liste"),
            ("Cancel", "Abbrechen"), ("\(1) tickets of \("Ida")", "Ida hat 1 Ticket"),
            ("\(grouped: 1_200) tickets of \("Ida")", "Ida hat 1.200 Tickets"),
            ("\(0.5, fractionDigits: 1) %", "0,5 Prozent"), ("until \(date: "2026-03-09")", "until 9. März 2026"),
        ] as [(LocalizedText, String)])
    func `a text is translated, with its arguments in the order of the language`(
        text: LocalizedText, expected: String
    ) {
        #expect(Self.german.text(text) == expected)
    }

    @Test func `an argument is never taken for a place of another argument`() {
        #expect(Self.german.text("\(3) tickets of \("%1 and %2")") == "%1 and %2 hat 3 Tickets")
        #expect(Self.german.text("100% of \("x")") == "100% of x")
        // A digit can follow an argument.
        #expect(Self.german.text("\(5)0 g and \("x")") == "50 g and x")
        #expect(Localization(.german, ["%1": "%2 %1 %0 % %"]).text("\("x")") == "%2 x %0 % %")
    }

    @Test(arguments: [
        (0, "لا تذاكر"), (1, "تذكرة واحدة"), (2, "تذكرتان"), (3, "3 تذاكر"), (11, "11 تذكرة"), (100, "100 تذكرة."),
    ])
    func `an Arabic text has up to six forms`(number: Int, text: String) {
        let arabic = Localization(
            .arabic,
            [
                "%1 tickets": .plural(
                    zero: "لا تذاكر", one: "تذكرة واحدة", two: "تذكرتان", few: "%1 تذاكر", many: "%1 تذكرة",
                    other: "%1 تذكرة.")
            ])
        #expect(arabic.text("\(number) tickets") == text)
    }

    @Test func `outside of requests a text is English`() {
        #expect(localized("Back") == "Back")
        #expect(localized("\(2) tickets") == "2 tickets")
        #expect(
            localized("“\("Name")” is \(1) characters long; at least \(3) are needed.")
                == "“Name” is 1 character long; at least 3 are needed.")
    }

    private static let languages = [
        Localization(.english), german, Localization(Language("pt-BR", name: "Português")),
        Localization(Language("zh-Hant", name: "繁體中文")), Localization(Language("zh", name: "中文")),
    ]

    @Test(
        arguments: [
            (nil, [], "en"), (nil, ["de"], "de"), (nil, ["de-at"], "de"), (nil, ["fr", "de-at", "en"], "de"),
            (nil, ["pt"], "pt-BR"), (nil, ["pt-pt"], "pt-BR"), (nil, ["zh-hant-tw"], "zh-Hant"),
            (nil, ["zh-hans"], "zh"),
            (nil, ["nl", "da"], "en"), ("de", ["en"], "de"), ("DE", [], "de"), ("nl", ["de"], "de"), ("", ["de"], "de"),
            ("-", ["de"], "de"),
        ] as [(String?, [String], String)])
    func `RFC 4647 §3.4: the visitor's choice comes first, then the client's languages, then the app's first`(
        preferred: String?, accepted: [String], tag: String
    ) {
        let context = LocalizationContext(Self.languages, accepted: accepted)
        context.prefer(preferred)
        #expect(context.localization?.language.tag == tag)
    }
}
