import Cairn

/// One of the larger moons of a planet, or a small one with a story.
struct Moon: Sendable, Equatable, Identifiable {
    typealias ID = String

    /// The year of the discovery, and the discoverer.
    struct Discovery: Sendable, Equatable {
        let year: Int
        let by: String
    }

    let id: ID
    let name: String
    let planet: Planet.ID
    /// Mean diameter over the three axes, in kilometres.
    let diameter: Double
    /// Mean distance from the centre of its planet, in kilometres.
    let distance: Int
    /// Orbital period, in days; positive even if retrograde.
    let orbit: Double
    /// `nil` for the Earth's moon, which has no discoverer.
    let discovery: Discovery?
    let about: String

    static func named(_ id: ID) throws -> Moon {
        guard let moon = all.first(where: { $0.id == id }) else { throw NavigationError.notFound }
        return moon
    }

    private init(
        _ id: ID, _ name: String, _ planet: Planet.ID, diameter: Double, distance: Int, orbit: Double,
        discovered year: Int? = nil, by: String = "", _ about: String
    ) {
        self.id = id
        self.name = name
        self.planet = planet
        self.diameter = diameter
        self.distance = distance
        self.orbit = orbit
        self.discovery = year.map { Discovery(year: $0, by: by) }
        self.about = about
    }

    /// All moons, by planet from the sun outwards, then by distance from the planet.
    static let all: [Moon] = ofRock + ofJupiter + ofSaturn + ofUranus + ofNeptune

    private static let ofRock: [Moon] = [
        Moon(
            "moon", "Moon", "earth", diameter: 3_474.8, distance: 384_400, orbit: 27.322,
            "Shows us one face only, lifts the sea twice a day, and still carries twelve people's footprints."),
        Moon(
            "phobos", "Phobos", "mars", diameter: 22.2, distance: 9_376, orbit: 0.319,
            discovered: 1877, by: "Asaph Hall",
            "Rises in the west, crosses the sky in a few hours, and sinks a hand's span closer every ten years."),
        Moon(
            "deimos", "Deimos", "mars", diameter: 12.4, distance: 23_463, orbit: 1.263,
            discovered: 1877, by: "Asaph Hall",
            "So small that a good runner could leave it with one leap."),
    ]

    private static let ofJupiter: [Moon] = [
        Moon(
            "amalthea", "Amalthea", "jupiter", diameter: 167, distance: 181_400, orbit: 0.498,
            discovered: 1892, by: "Edward Emerson Barnard",
            "The last moon found by an eye at a telescope, and the reddest thing near Jupiter."),
        Moon(
            "thebe", "Thebe", "jupiter", diameter: 98.6, distance: 221_900, orbit: 0.675,
            discovered: 1979, by: "Stephen Synnott",
            "Turned up in pictures from Voyager 1, and dusts one of Jupiter's faint rings."),
        Moon(
            "io", "Io", "jupiter", diameter: 3_643.2, distance: 421_800, orbit: 1.769,
            discovered: 1610, by: "Galileo Galilei",
            "Kneaded by Jupiter until it melts: some four hundred volcanoes, and not one crater left."),
        Moon(
            "europa", "Europa", "jupiter", diameter: 3_121.6, distance: 671_100, orbit: 3.551,
            discovered: 1610, by: "Galileo Galilei",
            "A shell of cracked ice over an ocean that holds more water than all of ours."),
        Moon(
            "ganymede", "Ganymede", "jupiter", diameter: 5_262.4, distance: 1_070_400, orbit: 7.155,
            discovered: 1610, by: "Galileo Galilei",
            "The largest moon there is, wider than Mercury, with a magnetic field of its own."),
        Moon(
            "callisto", "Callisto", "jupiter", diameter: 4_820.6, distance: 1_882_700, orbit: 16.689,
            discovered: 1610, by: "Galileo Galilei",
            "Has kept every scar of four billion years and mended none."),
        Moon(
            "himalia", "Himalia", "jupiter", diameter: 139.6, distance: 11_440_600, orbit: 248.3,
            discovered: 1904, by: "Charles Dillon Perrine",
            "A stray that Jupiter caught, leading a small family along a tilted path."),
    ]

    private static let ofSaturn: [Moon] = [
        Moon(
            "pan", "Pan", "saturn", diameter: 28.2, distance: 133_584, orbit: 0.575,
            discovered: 1990, by: "Mark Showalter",
            "Sweeps a gap in the rings clean and wears the sweepings as a rim, like a walnut."),
        Moon(
            "epimetheus", "Epimetheus", "saturn", diameter: 116.2, distance: 151_410, orbit: 0.694,
            discovered: 1966, by: "Richard Walker",
            "Shares its path with Janus: every four years the two catch up, and trade places."),
        Moon(
            "janus", "Janus", "saturn", diameter: 179, distance: 151_460, orbit: 0.695,
            discovered: 1966, by: "Audouin Dollfus",
            "Was mistaken for one moon with Epimetheus until somebody counted twice."),
        Moon(
            "mimas", "Mimas", "saturn", diameter: 396.4, distance: 185_539, orbit: 0.942,
            discovered: 1789, by: "William Herschel",
            "Wears a crater a third as wide as itself and survived to be stared at for it."),
        Moon(
            "enceladus", "Enceladus", "saturn", diameter: 504.2, distance: 238_037, orbit: 1.37,
            discovered: 1789, by: "William Herschel",
            "White as fresh snow, because it snows on itself: salt water jets out at its south pole."),
        Moon(
            "tethys", "Tethys", "saturn", diameter: 1_062.2, distance: 294_672, orbit: 1.888,
            discovered: 1684, by: "Giovanni Domenico Cassini",
            "Almost pure ice, with a canyon that runs three quarters of the way around."),
        Moon(
            "dione", "Dione", "saturn", diameter: 1_122.8, distance: 377_415, orbit: 2.737,
            discovered: 1684, by: "Giovanni Domenico Cassini",
            "Bright cliffs of ice streak the side that looks back along its path."),
        Moon(
            "rhea", "Rhea", "saturn", diameter: 1_527.6, distance: 527_068, orbit: 4.518,
            discovered: 1672, by: "Giovanni Domenico Cassini",
            "A dirty snowball grown large, with a breath of oxygen too thin to notice."),
        Moon(
            "titan", "Titan", "saturn", diameter: 5_149.5, distance: 1_221_870, orbit: 15.945,
            discovered: 1655, by: "Christiaan Huygens",
            "Has air thicker than ours, rain, rivers and seas, all of it far too cold for water."),
        Moon(
            "hyperion", "Hyperion", "saturn", diameter: 270, distance: 1_481_010, orbit: 21.277,
            discovered: 1848, by: "William Cranch Bond, George Phillips Bond and William Lassell",
            "A tumbling sponge whose next sunrise nobody can foretell."),
        Moon(
            "iapetus", "Iapetus", "saturn", diameter: 1_468.6, distance: 3_560_820, orbit: 79.322,
            discovered: 1671, by: "Giovanni Domenico Cassini",
            "One half coal, one half snow, and a mountain ridge along the equator like a seam."),
        Moon(
            "phoebe", "Phoebe", "saturn", diameter: 213, distance: 12_944_300, orbit: 550.56,
            discovered: 1899, by: "William Henry Pickering",
            "Goes around backwards, as guests from farther out tend to do."),
    ]

    private static let ofUranus: [Moon] = [
        Moon(
            "puck", "Puck", "uranus", diameter: 162, distance: 86_010, orbit: 0.762,
            discovered: 1985, by: "Stephen Synnott",
            "Spotted a few weeks before Voyager 2 flew by, just in time to have its picture taken."),
        Moon(
            "miranda", "Miranda", "uranus", diameter: 471.6, distance: 129_900, orbit: 1.413,
            discovered: 1948, by: "Gerard Kuiper",
            "Looks put together from the pieces of several moons, with a cliff twenty kilometres high."),
        Moon(
            "ariel", "Ariel", "uranus", diameter: 1_157.8, distance: 190_900, orbit: 2.52,
            discovered: 1851, by: "William Lassell",
            "The brightest of the five large ones, its valleys smoothed by something that once flowed."),
        Moon(
            "umbriel", "Umbriel", "uranus", diameter: 1_169.4, distance: 266_000, orbit: 4.144,
            discovered: 1851, by: "William Lassell",
            "The darkest of the five, but for one bright ring that nobody has quite explained."),
        Moon(
            "titania", "Titania", "uranus", diameter: 1_577.8, distance: 436_300, orbit: 8.706,
            discovered: 1787, by: "William Herschel",
            "The largest of the five, cracked wide open when the water inside it froze."),
        Moon(
            "oberon", "Oberon", "uranus", diameter: 1_522.8, distance: 583_500, orbit: 13.463,
            discovered: 1787, by: "William Herschel",
            "The outermost of the five, with a mountain standing clear above its edge."),
    ]

    private static let ofNeptune: [Moon] = [
        Moon(
            "larissa", "Larissa", "neptune", diameter: 194, distance: 73_548, orbit: 0.555,
            discovered: 1981, by: "Harold Reitsema and three colleagues",
            "Seen once by luck as it covered a star, then lost for eight years."),
        Moon(
            "proteus", "Proteus", "neptune", diameter: 420, distance: 117_647, orbit: 1.122,
            discovered: 1989, by: "Stephen Synnott",
            "About as large as a moon can be without becoming round, and dark as soot."),
        Moon(
            "triton", "Triton", "neptune", diameter: 2_705.2, distance: 354_759, orbit: 5.877,
            discovered: 1846, by: "William Lassell",
            "Circles against its planet's turn, and blows dark geysers out of frozen nitrogen."),
        Moon(
            "nereid", "Nereid", "neptune", diameter: 340, distance: 5_513_400, orbit: 360.14,
            discovered: 1949, by: "Gerard Kuiper",
            "Swings out seven times as far as it comes near, and takes almost a year over it."),
    ]
}
