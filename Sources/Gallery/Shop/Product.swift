/// Something the book and map shop sells. None of it can be had anywhere else.
struct Product: Sendable, Equatable, Identifiable {
    typealias ID = String

    /// Where in the shop it stands.
    enum Shelf: String, Codable, Sendable, CaseIterable {
        case atlases = "Atlases"
        case maps = "Folding maps"
        case guides = "Guides"
        case stories = "Stories"
    }

    let id: ID
    let title: String
    let author: Author.ID
    let shelf: Shelf
    let cents: Int
    let pages: Int
    let about: String

    /// What all prices are in.
    static let currency = "EUR"

    /// The shop has no such thing.
    struct Unknown: Error { let id: ID }

    static func named(_ id: ID) throws -> Product {
        guard let product = all.first(where: { $0.id == id }) else { throw Unknown(id: id) }
        return product
    }

    private init(
        _ id: ID, _ title: String, by author: Author.ID, _ shelf: Shelf, cents: Int, pages: Int, _ about: String
    ) {
        self.id = id
        self.title = title
        self.author = author
        self.shelf = shelf
        self.cents = cents
        self.pages = pages
        self.about = about
    }

    /// Shelf by shelf.
    static let all: [Product] = atlases + maps + guides + stories

    private static let atlases: [Product] = [
        Product(
            "atlas-of-small-seas", "An Atlas of Small Seas", by: "hemi-waretini", .atlases, cents: 5_400, pages: 208,
            """
            Sounds, lagoons, inlets and one very large puddle, each on a double page with its tides and its gossip. \
            The water is left white and everything worth knowing is written on it. The index is by what you can hear \
            from the shore.
            """),
        Product(
            "eight-worlds", "Eight Worlds and Their Company", by: "farrukh-zamonov", .atlases, cents: 6_800, pages: 256,
            """
            The planets at one scale, so that the book begins with a dot and needs a fold-out for Jupiter. The moons \
            have a chapter for each planet that has any. A ribbon as long as the way to Neptune would not fit, and \
            the last page explains by how much.
            """),
        Product(
            "atlas-of-detours", "The Atlas of Detours", by: "ottilie-varga", .atlases, cents: 4_950, pages: 176,
            """
            Forty journeys on which the shortest way was closed. Every map shows two lines, the one that was planned \
            and the one that was travelled, and the text belongs to the second. Teachers will find the questions at \
            the back; the answers are a train ride away.
            """),
        Product(
            "school-atlas-for-grown-ups", "A School Atlas for Grown-Ups", by: "ottilie-varga", .atlases,
            cents: 3_900, pages: 144,
            """
            Everything you were once examined on, in the same order, with the countries that have changed their names \
            since. The colours are those of the old wall map. There is room at the edges to draw ships.
            """),
        Product(
            "night-atlas", "The Night Atlas", by: "leila-benmrad", .atlases, cents: 5_900, pages: 192,
            """
            Sixty cities as they look from a late aeroplane: black paper, and a point of light for each window that is \
            still lit at two. Short notes say who is awake there and why. Best read under a lamp that can be dimmed.
            """),
        Product(
            "atlas-of-counted-things", "The Atlas of Counted Things", by: "nomsa-adeyiga", .atlases,
            cents: 4_400, pages: 160,
            """
            Benches in Prague, barbers in Accra, steps in Valparaíso. Each sheet maps one thing in one city, and says \
            how it was counted and where the counter gave up. The sums are shown, so you may disagree with them.
            """),
    ]

    private static let maps: [Product] = [
        Product(
            "high-roads", "High Roads of the Andes", by: "inti-quispehuaman", .maps, cents: 1_450, pages: 2,
            """
            Passes, springs, llama crossings and the huts where soup is certain. Heights are given in metres and in \
            breaths. Printed on both sides of a paper that has survived a river, twice.
            """),
        Product(
            "harbours-of-the-inland-sea", "Harbours of the Inland Sea", by: "hemi-waretini", .maps,
            cents: 1_600, pages: 2,
            """
            A chart for people who paddle: every landing place, drawn as it looks from a seat half a metre above the \
            water. Currents are arrows, and a fat arrow means wait. Folds to the size of a hand and opens with one.
            """),
        Product(
            "snow-lines", "Snow Lines", by: "yukiko-harunobe", .maps, cents: 1_800, pages: 2,
            """
            Ski and snowshoe trails around the northern city, in six whites. Turn the sheet towards the window and the \
            slopes show by themselves. Thirty-one creases, of which you need to understand only three.
            """),
        Product(
            "one-street", "One Street, Both Sides", by: "yukiko-harunobe", .maps, cents: 1_200, pages: 24,
            """
            A strip four metres long that shows a single street from its first house to the harbour. Unfold the left \
            side in the morning and the right side on your way back. Shops that closed while it was being drawn are \
            still there, in grey.
            """),
        Product(
            "sky-over-samarkand", "The Sky over Samarkand", by: "farrukh-zamonov", .maps, cents: 2_200, pages: 2,
            """
            The stars of one evening in spring, on dark blue paper, with the names they were given in five languages. \
            The wheel in the corner turns it to any other evening. Holes are pricked for the brightest forty.
            """),
        Product(
            "lost-islands", "Islands That Were Not There", by: "thora-eldhamar", .maps, cents: 1_750, pages: 2,
            """
            All the land that sailors reported and nobody found again, on one chart, with the dates of its arrival and \
            departure. Useful for not going anywhere. The compass rose points to where the draughtsman was born.
            """),
    ]

    private static let guides: [Product] = [
        Product(
            "slow-ferries", "Slow Ferries", by: "delphine-aubriquet", .guides, cents: 2_350, pages: 288,
            """
            Ninety crossings that take longer than they need to, with the best side of the deck for each. The chapter \
            on waiting rooms has been extended. Timetables are left out on purpose, as they would only be wrong.
            """),
        Product(
            "rain-by-bicycle", "Rain by Bicycle", by: "teodor-kvist", .guides, cents: 1_990, pages: 224,
            """
            Twelve tours for weather that keeps other people at home, sorted by how wet you will be. It tells \
            bridges to stand under from bridges to hurry across. The cover is waterproof, and so is the advice.
            """),
        Product(
            "cities-after-ten", "Cities after Ten", by: "leila-benmrad", .guides, cents: 2_400, pages: 312,
            """
            Where to eat, sit, walk and listen once the museums are shut, in eighteen cities around the Mediterranean. \
            Each walk ends at a bakery, at the hour when its door opens. Addresses are described, not numbered.
            """),
        Product(
            "stairs-of-the-world", "Stairs of the World", by: "nomsa-adeyiga", .guides, cents: 2_100, pages: 240,
            """
            From eleven steps to three thousand, each flight with its count, its landing and what you see from the \
            top. A table at the back converts stairs to cakes. Half of the book is for going down.
            """),
        Product(
            "hot-springs", "Where the Ground Is Warm", by: "thora-eldhamar", .guides, cents: 2_650, pages: 200,
            """
            Springs, mud pots and warm beaches, with the temperature on the day and a sentence about who else was in. \
            It is plain about which ones will cook you. Towels are discussed at length.
            """),
        Product(
            "footpaths-for-two", "Footpaths for Two", by: "inti-quispehuaman", .guides, cents: 1_850, pages: 176,
            """
            Thirty walks wide enough to talk side by side, between one hour and four days long. Each has a bench at \
            the point where couples tend to quarrel. The maps can be torn out and shared.
            """),
    ]

    private static let stories: [Product] = [
        Product(
            "the-purser", "The Purser's Drawer", by: "delphine-aubriquet", .stories, cents: 1_400, pages: 208,
            """
            What passengers left behind, and what they said when they came back for it: a glove, a cello, a proposal. \
            Twenty years of crossings in sixty short pieces. No two of them happen in the same weather.
            """),
        Product(
            "the-map-that-was-right", "The Map That Was Right", by: "ottilie-varga", .stories, cents: 1_690, pages: 336,
            """
            A novel in which a surveyor insists on a lake. Her colleagues insist on a printing error, and the village \
            by the shore has its own reasons to keep quiet. It is funnier than it sounds, and the lake is on page 300.
            """),
        Product(
            "headwind", "Headwind", by: "teodor-kvist", .stories, cents: 1_250, pages: 152,
            """
            A man cycles home from the end of the line because nobody told him about the night bus. The journey takes \
            nine days and a borrowed goat. The goat's part was cut by the publisher and put back by the readers.
            """),
        Product(
            "letters-from-the-observatory", "Letters from the Observatory", by: "farrukh-zamonov", .stories,
            cents: 1_550, pages: 264,
            """
            Two astronomers measure the same star from two cities and write to each other about the difference. After \
            eleven years it is smaller than a hair, and they have told each other everything else.
            """),
        Product(
            "the-last-conductor", "The Last Conductor", by: "nomsa-adeyiga", .stories, cents: 1_350, pages: 192,
            """
            On the day before the buses learn to drive themselves, she sells every ticket by hand. Each chapter is a \
            stop, and each stop somebody she has carried before. Bring change.
            """),
        Product(
            "fold", "Fold", by: "yukiko-harunobe", .stories, cents: 1_100, pages: 96,
            """
            A very short book about a very large sheet of paper. Two sisters inherit a map and a disagreement about \
            how it closes. Every copy has been folded once, by one of them.
            """),
    ]
}
