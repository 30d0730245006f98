import Foundation
import NavigationKit
import Testing

@testable import Gallery

@Suite("Atlas: cities and great circles") struct GazetteerTests {
    private let gazetteer = Gazetteer(neighbours: 300)

    private func kilometres(_ one: City.ID, _ other: City.ID) throws -> Double {
        let neighbours = gazetteer.neighbours(of: try gazetteer.city(one))
        return try #require(neighbours.first { $0.city.id == other }?.kilometres)
    }

    /// The haversine formula (Sinnott, 1984), as an independent reference.
    private func haversine(_ one: Coordinate, _ other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let north = sin((other.latitude - one.latitude) * radians / 2)
        let east = sin((other.longitude - one.longitude) * radians / 2)
        let square = north * north + cos(one.latitude * radians) * cos(other.latitude * radians) * east * east
        return 2 * 6_371.0088 * asin(min(1, square.squareRoot()))
    }

    @Test(arguments: [("paris", "london", 344.0), ("new-york", "london", 5_570), ("suva", "apia", 1_147)])
    func `distances follow the globe, also across the date line`(from: String, to: String, expected: Double) throws {
        #expect(abs(try kilometres(from, to) - expected) < expected / 50)
    }

    @Test func `all distances match the haversine formula, and the nearest city comes first`() throws {
        for city in gazetteer.cities {
            let neighbours = gazetteer.neighbours(of: city)
            #expect(neighbours.count == gazetteer.cities.count - 1)
            #expect(
                neighbours.allSatisfy { abs($0.kilometres - haversine(city.coordinate, $0.city.coordinate)) < 0.01 })
            #expect(zip(neighbours, neighbours.dropFirst()).allSatisfy { $0.kilometres <= $1.kilometres })
        }
        let few = Gazetteer()
        for city in few.cities {
            #expect(few.neighbours(of: city).map(\.city.id) == gazetteer.neighbours(of: city).prefix(6).map(\.city.id))
        }
    }

    @Test func `each city has a unique id, a unique position and a population`() {
        #expect(Set(City.all.map(\.id)).count == City.all.count)
        #expect(Set(City.all.map(\.coordinate)).count == City.all.count)
        #expect(City.all.allSatisfy { $0.population > 0 && !$0.country.isEmpty })
        #expect(City.Continent.allCases.allSatisfy { gazetteer.cities(in: $0).count > 9 })
        #expect(gazetteer.largest(3).map(\.name) == ["Tokyo", "Delhi", "Shanghai"])
    }

    @Test func `flights go to the largest city of each other continent unless it is a neighbour`() throws {
        let flights = Gazetteer().flights(from: try gazetteer.city("nairobi")).map(\.id)
        #expect(flights == ["tokyo", "istanbul", "mexico-city", "melbourne", "sao-paulo"])
    }

    @Test func `numbers have thousands separators, and distances and coordinates have units`() {
        #expect(
            [0, 7, 999, 1_000, 37_393_000, -1_234].map(\.grouped) == ["0", "7", "999", "1,000", "37,393,000", "-1,234"])
        #expect(
            [0, 0.319, 60_189, 10_759.22, -5_832.6].map(\.grouped) == ["0", "0.319", "60,189", "10,759.22", "-5,832.6"])
        #expect(Coordinate(latitude: -36.87, longitude: 174.7).text == "36.87° S, 174.70° E")
        #expect(DistanceUnit.kilometres.text(1_609.344) == "1,609 km")
        #expect(DistanceUnit.miles.text(1_609.344) == "1,000 miles")
    }
}
