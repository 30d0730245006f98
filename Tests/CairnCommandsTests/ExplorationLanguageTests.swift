import NavigationKit
import Sessions
import Testing

@testable import CairnCommands

@Suite("Texts without a translation are findings of an exploration") struct ExplorationLanguageTests {
    final class Greeting: ViewController {
        @ViewBuilder override var view: any View {
            Text(localized("Good morning"))
            Text(localized("\(3) letters"))
            Text(localized("\(date: "2026-03-09")"))
        }
    }

    final class House: Application {
        override func makeRootViewController() -> ViewController { Greeting().titled(localized("House")) }
    }

    private func findings(_ german: [String: Translation], others: [Localization] = []) async -> [String] {
        let hosted = HostedApplication(
            "house", title: "House", languages: [Localization(.english), Localization(.german, german)] + others
        ) { House() }
        return await AppExploration(through: hosted).findings.map(\.description)
    }

    @Test func `each missing text is named once for each language`() async {
        let found = await findings(["House": "Haus", "Good morning": "Guten Morgen"])
        #expect(
            found == [
                "The text \"%1 letters\" has no translation in the language de. Add one to that language's table."
            ])
    }

    @Test func `an app whose texts are all translated has no findings`() async {
        #expect(await findings(["House": "Haus", "Good morning": "Guten Morgen", "%1 letters": "%1 Briefe"]) == [])
    }
}
