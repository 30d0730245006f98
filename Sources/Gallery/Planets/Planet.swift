import Cairn

/// One of the eight planets.
///
/// Distances and orbital periods are those of the mean orbit around the year 2000. The temperature of the four giants,
/// which have no surface, is that at a pressure of one bar.
struct Planet: Sendable, Equatable, Identifiable {
    typealias ID = String

    let id: ID
    let name: String
    /// Equatorial diameter, in kilometres.
    let diameter: Int
    /// Mass relative to the Earth.
    let mass: Double
    /// Mean distance from the sun, in millions of kilometres.
    let distance: Double
    /// Mean distance from the sun, in astronomical units: the Earth's is 1.
    let astronomicalUnits: Double
    /// Sidereal orbital period, in days.
    let orbit: Double
    /// Sidereal rotation period, in hours; negative if retrograde.
    let rotation: Double
    /// The number of moons known at the end of 2024; ``Moon/all`` has only some of the giants'.
    let moonCount: Int
    /// Mean temperature, in degrees Celsius.
    let temperature: Int
    let about: String

    static func named(_ id: ID) throws -> Planet {
        guard let planet = all.first(where: { $0.id == id }) else { throw NavigationError.notFound }
        return planet
    }

    /// NASA's page about the planet.
    var link: String { "https://science.nasa.gov/\(id)/" }
    var turnsBackwards: Bool { rotation < 0 }
    var moons: [Moon] { Moon.all.filter { $0.planet == id } }

    private init(
        _ id: ID, _ name: String, diameter: Int, mass: Double, distance: Double, astronomicalUnits: Double,
        orbit: Double, rotation: Double, moons: Int, temperature: Int, _ about: String
    ) {
        self.id = id
        self.name = name
        self.diameter = diameter
        self.mass = mass
        self.distance = distance
        self.astronomicalUnits = astronomicalUnits
        self.orbit = orbit
        self.rotation = rotation
        self.moonCount = moons
        self.temperature = temperature
        self.about = about
    }

    /// All planets, from the sun outwards.
    static let all: [Planet] = [
        Planet(
            "mercury", "Mercury", diameter: 4_879, mass: 0.0553, distance: 57.9, astronomicalUnits: 0.387,
            orbit: 87.969, rotation: 1_407.6, moons: 0, temperature: 167,
            "Runs two rounds of the sun from one sunrise to the next, and keeps ice in craters that never saw one."),
        Planet(
            "venus", "Venus", diameter: 12_104, mass: 0.815, distance: 108.2, astronomicalUnits: 0.723,
            orbit: 224.701, rotation: -5_832.6, moons: 0, temperature: 464,
            "Our nearest twin in size, under clouds so thick that the night is as hot as the noon."),
        Planet(
            "earth", "Earth", diameter: 12_756, mass: 1, distance: 149.6, astronomicalUnits: 1,
            orbit: 365.256, rotation: 23.934, moons: 1, temperature: 15,
            "The only one with rain you can stand in, and the only one known to write about the others."),
        Planet(
            "mars", "Mars", diameter: 6_792, mass: 0.107, distance: 227.9, astronomicalUnits: 1.524,
            orbit: 686.98, rotation: 24.623, moons: 2, temperature: -65,
            "A cold desert with dry river beds, a volcano more than twice as high as Everest, and a blue sunset."),
        Planet(
            "jupiter", "Jupiter", diameter: 142_984, mass: 317.8, distance: 778.3, astronomicalUnits: 5.203,
            orbit: 4_332.589, rotation: 9.925, moons: 95, temperature: -110,
            "Outweighs the other seven together more than twice, and has been watching one storm for centuries."),
        Planet(
            "saturn", "Saturn", diameter: 120_536, mass: 95.16, distance: 1_426.7, astronomicalUnits: 9.537,
            orbit: 10_759.22, rotation: 10.656, moons: 146, temperature: -140,
            "Lighter than water for its size, and dressed in rings far wider than it and thinner than a tall house."),
        Planet(
            "uranus", "Uranus", diameter: 51_118, mass: 14.54, distance: 2_870.7, astronomicalUnits: 19.189,
            orbit: 30_685.4, rotation: -17.24, moons: 28, temperature: -195,
            "Lies on its side as it goes, so that each pole has forty-two years of day and then as many of night."),
        Planet(
            "neptune", "Neptune", diameter: 49_528, mass: 17.15, distance: 4_498.4, astronomicalUnits: 30.07,
            orbit: 60_189, rotation: 16.11, moons: 16, temperature: -200,
            "Found with a pencil before it was found with a telescope, and swept by the fastest winds of all."),
    ]
}
