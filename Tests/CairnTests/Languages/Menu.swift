import Cairn

/// The card of a restaurant in three languages. Its guests choose one in the settings.
final class Restaurant: Application {
    @Saved var language: String?

    override var preferredLanguage: String? { language }

    override class var actions: [Handler] { [.on(choose)] }

    func choose(_ action: ChooseLanguage) { language = action.tag }

    override func makeRootViewController() -> ViewController { Card(root: .dishes) }
}

struct ChooseLanguage: Action { var tag: String }
struct OpenSettings: Action {}
struct Reserve: Action {
    var guests: Int
    var name: String
}

enum CardRoute: Route { case dishes, settings }

final class Card: NavigationController<CardRoute> {
    override class var actions: [Handler] { [.on(settings), .on(reserve)] }

    func settings(_ action: OpenSettings) { show(.settings) }
    func reserve(_ action: Reserve) { flash(localized("A table for \(action.guests) is yours, \(action.name).")) }

    override func destination(for route: CardRoute) throws -> ViewController {
        switch route {
        case .dishes: Dishes()
        case .settings: LanguageSettings()
        }
    }
}

final class Dishes: ViewController {
    // Cached with the controller, so the language must not change under it.
    override func viewDidLoad() async throws { title = localized("Our card") }

    @ViewBuilder override var view: any View {
        let dishes = 1_200
        Text(localized("\(grouped: dishes) dishes, since \(date: "1998-03-09")"))
        Form {
            TextField(localized("Your name"), name: "name", isRequired: true, maximumLength: 20)
            TextField(localized("Guests"), name: "guests", kind: .number, isRequired: true)
            Button(localized("Reserve"), role: .primary, action: Reserve(guests: 2, name: ""))
        }
        Button(localized("Settings"), action: OpenSettings())
    }
}

final class LanguageSettings: ViewController {
    override func viewDidLoad() async throws { title = localized("Settings") }

    @ViewBuilder override var view: any View {
        List(localized("Language")) {
            ForEach([Language.english, .german, .arabic]) { language in
                Row(language.name, action: ChooseLanguage(tag: language.tag))
            }
        }
    }
}

let german: [String: Translation] = [
    "Restaurant": "Gasthaus", "Our card": "Unsere Karte", "Your name": "Ihr Name", "Guests": "Gäste",
    "Reserve": "Reservieren", "Settings": "Einstellungen", "Language": "Sprache",
    "%1 dishes, since %2": .plural(one: "Ein Gericht, seit %2", other: "%1 Gerichte, seit %2"),
    "A table for %1 is yours, %2.": .plural(
        one: "Ein Tisch für eine Person ist für %2 frei.", other: "Ein Tisch für %1 ist für %2 frei."),
]

let arabic: [String: Translation] = [
    "Restaurant": "مطعم", "Our card": "قائمتنا", "Your name": "اسمك", "Guests": "الضيوف", "Reserve": "احجز",
    "Settings": "الإعدادات", "Language": "اللغة", "%1 dishes, since %2": "%1 طبق، منذ %2",
    "A table for %1 is yours, %2.": "الطاولة محجوزة لك يا %2 لعدد %1.",
]

let restaurant = HostedApplication(
    "restaurant", title: "Restaurant",
    languages: [Localization(.english), Localization(.german, german), Localization(.arabic, arabic)]
) { Restaurant() }
