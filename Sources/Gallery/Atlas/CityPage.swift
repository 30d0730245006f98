import Cairn

/// A city, its nearest cities and some distant ones. Sends the chosen city up the responder chain in an action; reads
/// the journey's coordinator from the environment.
final class CityPage: ViewController {
    let city: City
    let neighbours: [Gazetteer.Neighbour]
    let flights: [City]

    init(_ city: City, neighbours: [Gazetteer.Neighbour], flights: [City]) {
        self.city = city
        self.neighbours = neighbours
        self.flights = flights
        super.init()
    }

    override class var actions: [Handler] { [.on(showPages), .on(returnToStart)] }

    func showPages(_ action: ShowPages) { environment.journey?.show(.pages) }
    func returnToStart(_ action: ReturnToStart) { environment.journey?.popToRoot() }

    @ViewBuilder override var view: any View {
        LabeledContent("Country", value: city.country)
        LabeledContent("Continent", value: city.continent.name, typed: .code(city.continent.rawValue))
        LabeledContent(
            "Population, with suburbs", value: city.population.grouped, typed: .number(city.population))
        LabeledContent("Position", value: city.coordinate.text, typed: .coordinate(city.coordinate))
        if let itinerary = nearest((any Itinerary).self) {
            List("This journey") {
                Row("Pages so far", subtitle: "This is page \(itinerary.depth)", action: ShowPages()).icon(.list)
                if itinerary.depth > 1 { Row("To the first page", action: ReturnToStart()).icon(.flag) }
            }
        }
        Section("Where next?") {
            Map(
                "\(city.name) and the cities nearest to it",
                region: CoordinateRegion(around: [city.coordinate] + neighbours.map(\.city.coordinate)),
                polygons: Coastline.polygons, markers: markers)
        }
        Section("By air") {
            List("By air") {
                ForEach(flights) {
                    Row($0.name, subtitle: $0.country, action: SelectCity(city: $0.id)).icon(.paperPlane)
                }
            }
        }
    }

    private var markers: [Marker] {
        let unit = nearest((any Traveller).self)?.unit ?? .kilometres
        let here = Marker(city.name, subtitle: "You are here", coordinate: city.coordinate)
        return [here]
            + neighbours.map { neighbour in
                Marker(
                    neighbour.city.name, subtitle: "\(neighbour.city.country), \(unit.text(neighbour.kilometres))",
                    coordinate: neighbour.city.coordinate, action: SelectCity(city: neighbour.city.id))
            }
    }
}

extension Coordinate {
    /// Degrees with a hemisphere, such as `48.85° N, 2.35° E`.
    var text: String {
        let north = "\(Self.degrees(latitude))° \(latitude < 0 ? "S" : "N")"
        return "\(north), \(Self.degrees(longitude))° \(longitude < 0 ? "W" : "E")"
    }

    private static func degrees(_ value: Double) -> String {
        let hundredths = Int((value.magnitude * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
