import Cairn

/// A friend, to whom visitors can write letters.
struct Friend: Sendable, Equatable {
    typealias ID = Int

    let id: ID
    let name: String
    let home: String
    let subject: String
    let about: String
    let hasRoom: Bool

    static func named(_ id: ID) throws -> Friend {
        guard let friend = all.first(where: { $0.id == id }) else { throw NavigationError.notFound }
        return friend
    }

    /// Returns true if `name` equals a friend's name, ignoring case, white space and invisible characters.
    static func isFriend(_ name: String) -> Bool { keys.contains(key(of: name)) }

    private static let keys = Set(all.map { key(of: $0.name) })

    /// The visible characters of a name, in lower case. Strings that are canonically equivalent compare equal already.
    private static func key(of name: String) -> String {
        let seen = name.lowercased().unicodeScalars.filter {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        }
        return String(String.UnicodeScalarView(seen))
    }

    var greeting: String { "Welcome! Write me a line about \(subject) when you find the time." }

    private init(
        _ id: ID, _ name: String, _ home: String, _ subject: String, _ about: String, hasRoom: Bool = true
    ) {
        self.id = id
        self.name = name
        self.home = home
        self.subject = subject
        self.about = about
        self.hasRoom = hasRoom
    }

    static let all: [Friend] = [
        Friend(
            1, "Ada & Byron", "Nottingham", "engines that weave numbers",
            "A pair who share one desk, one lamp and one inkwell."),
        Friend(2, "Bo <the Baker>", "Malmö", "rye & sourdough", "Up at four, and awake enough to write by five."),
        Friend(3, "Chloé d'Arc", "Orléans", "horses", "Answers in three languages, often within one sentence."),
        Friend(4, "Dag “Northwind” Åsen", "Tromsø", "the weather", "Measures the snow every morning and means it."),
        Friend(5, "Eve O'Malley", "Galway", "tides", "Swims before breakfast, all year."),
        Friend(6, "Fatima al-Ḥasan", "Fès", "old maps", "Collects maps of places that have moved."),
        Friend(
            7, "Grzegorz Brzęczyszczykiewicz", "Łódź", "long names", "Has stopped spelling his name on the telephone."),
        Friend(8, "Hana 花子", "Kyoto", "tea", "Draws a small flower where others put a full stop."),
        Friend(9, "Ione \"Io\" Makris", "Chania", "moons", "Named after one, and writes about the rest."),
        Friend(10, "Jo;DROP TABLE friends", "Leeds", "databases", "Nobody invites Jo to fill in forms any more."),
        Friend(11, "Kwame N'Diaye", "Accra", "bridges", "Builds them, crosses them, draws them."),
        Friend(12, "Lucía Ñandú", "Salta", "birds", "Knows every bird by its worst habit."),
        Friend(
            13, "Nils Öster", "Visby", "silence", "Keeps every letter ever sent to him; the box is full.",
            hasRoom: false),
        Friend(14, "Mira & Miro", "Zagreb", "twins", "Twins. One writes, the other corrects."),
        Friend(15, "Olu 100%", "Lagos", "batteries", "Always fully charged."),
        Friend(16, "Pía / Pio", "Siena", "two sides of a coin", "Signs with a slash, to keep both options open."),
        Friend(17, "Quinn #1", "Perth", "lists", "Keeps lists of lists."),
        Friend(18, "Rosa Mª del Río", "Vigo", "rivers", "Follows one river a year from end to end."),
        Friend(19, "Søren Ærø", "Marstal", "ships in bottles", "Once built a bottle in a ship."),
        Friend(20, "Théo </title>", "Liège", "markup", "Closes every tag he opens, and some that others did."),
        Friend(21, "Uma ¿Quién?", "Quito", "questions", "Answers each question with a better one."),
        Friend(22, "Võ Thị Ánh", "Huế", "lanterns", "Writes at night, by the light of her own work."),
        Friend(23, "Wei 'Ray' Zhāng", "Xiamen", "optics", "Sees through everything."),
        Friend(24, "Żaneta + Xavier", "Gdańsk", "crosswords", "Finish each other's clues."),
    ]
}
