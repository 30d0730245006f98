/// The atlases and the folding maps.
extension Product {
    static let atlases: [Product] = [
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

    static let maps: [Product] = [
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
}
