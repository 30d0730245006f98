/// The guides and the stories.
extension Product {
    static let guides: [Product] = [
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

    static let stories: [Product] = [
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
