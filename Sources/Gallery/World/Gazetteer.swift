import Cairn
import Cairn
import Glibc

/// All cities, and the nearest neighbours of each, computed in the initializer.
struct Gazetteer: Sendable {
    /// A city near another one.
    struct Neighbour: Sendable {
        let city: City
        let kilometres: Double
    }

    /// The Earth's mean radius in kilometres (IUGG).
    static let radius = 6_371.0088

    let cities: [City]
    /// The largest city of each continent.
    private let hubs: [City]
    private let byID: [City.ID: City]
    private let neighbours: [City.ID: [Neighbour]]

    /// - Parameter count: the number of neighbours stored for each city.
    init(_ cities: [City] = City.all, neighbours count: Int = 6) {
        self.cities = cities
        hubs = City.Continent.allCases.compactMap { continent in
            cities.filter { $0.continent == continent }.max { $0.population < $1.population }
        }
        byID = Dictionary(cities.map { ($0.id, $0) }) { first, _ in first }
        let directions = cities.map { Direction($0.coordinate) }
        var neighbours: [City.ID: [Neighbour]] = [:]
        for (city, direction) in zip(cities, directions) {
            neighbours[city.id] = Self.nearest(count, to: direction, among: directions).map { index, chord in
                Neighbour(city: cities[index], kilometres: Self.arc(chord))
            }
        }
        self.neighbours = neighbours
    }

    func city(_ id: City.ID) throws -> City {
        guard let city = byID[id] else { throw NavigationError.notFound }
        return city
    }

    /// The neighbours of a city, the nearest first.
    func neighbours(of city: City) -> [Neighbour] { neighbours[city.id] ?? [] }

    /// The hubs of other continents that are not among the neighbours, so that a journey can leave its region.
    func flights(from city: City) -> [City] {
        hubs.filter { hub in
            hub.continent != city.continent && !neighbours(of: city).contains { $0.city.id == hub.id }
        }
    }

    /// The cities of a continent, by country, then by name.
    func cities(in continent: City.Continent) -> [City] {
        cities.filter { $0.continent == continent }.sorted { ($0.country, $0.name) < ($1.country, $1.name) }
    }

    /// The cities with the largest population, the largest first.
    func largest(_ count: Int) -> [City] {
        Array(cities.sorted { ($0.population, $0.id) > ($1.population, $1.id) }.prefix(count))
    }

    /// The length of the shortest way between two cities.
    func kilometres(from city: City, to other: City) -> Double {
        Self.arc(Direction(city.coordinate).squaredChord(to: Direction(other.coordinate)))
    }

    // MARK: - Great circles

    /// The length of the great-circle arc over a chord of the unit sphere, in kilometres; accurate for short distances
    /// too.
    private static func arc(_ squaredChord: Double) -> Double {
        2 * radius * asin(min(squaredChord.squareRoot() / 2, 1))
    }

    /// A point on the unit sphere. Comparing chords between such points orders distances without trigonometry.
    private struct Direction {
        let x, y, z: Double

        init(_ coordinate: Coordinate) {
            let latitude = coordinate.latitude * .pi / 180
            let longitude = coordinate.longitude * .pi / 180
            x = cos(latitude) * cos(longitude)
            y = cos(latitude) * sin(longitude)
            z = sin(latitude)
        }

        func squaredChord(to other: Direction) -> Double {
            let (x, y, z) = (x - other.x, y - other.y, z - other.z)
            return x * x + y * y + z * z
        }
    }

    private static func nearest(
        _ count: Int, to direction: Direction, among directions: [Direction]
    ) -> [(index: Int, squaredChord: Double)] {
        var nearest: [(index: Int, squaredChord: Double)] = []
        for index in directions.indices {
            let chord = direction.squaredChord(to: directions[index])
            // A city is not its own neighbour.
            guard chord > 0 else { continue }
            if nearest.count == count, let last = nearest.last, chord >= last.squaredChord { continue }
            nearest.insert((index, chord), at: nearest.firstIndex { $0.squaredChord > chord } ?? nearest.endIndex)
            if nearest.count > count { nearest.removeLast() }
        }
        return nearest
    }
}
