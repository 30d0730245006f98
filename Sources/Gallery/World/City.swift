import Cairn

/// A city.
///
/// `population` is the population of the urban area with its suburbs in 2020, rounded to thousands. Source: United
/// Nations, World Urbanization Prospects, the 2018 revision, CC BY 3.0 IGO. The source has no figures for 2020 under
/// 300,000; for smaller capitals, its figure for 2018 is used.
struct City: Sendable, Equatable, Identifiable {
    typealias ID = String

    /// The six inhabited continents.
    enum Continent: String, Codable, Sendable, CaseIterable {
        case africa, asia, europe
        case northAmerica = "north-america"
        case oceania
        case southAmerica = "south-america"

        var name: String {
            switch self {
            case .africa: "Africa"
            case .asia: "Asia"
            case .europe: "Europe"
            case .northAmerica: "North America"
            case .oceania: "Oceania"
            case .southAmerica: "South America"
            }
        }
    }

    let id: ID
    let name: String
    let country: String
    let continent: Continent
    let coordinate: Coordinate
    let population: Int

    init(
        _ id: ID, _ name: String, _ country: String, _ continent: Continent, _ latitude: Double, _ longitude: Double,
        thousands: Int
    ) {
        self.id = id
        self.name = name
        self.country = country
        self.continent = continent
        self.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        self.population = thousands * 1_000
    }

    /// All cities, sorted by name without diacritics and apostrophes, which is the order of the ids.
    static let all: [City] = aToB + cToF + gToK + lToM + nToR + justS + tToZ
}
