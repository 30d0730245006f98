import Cairn

enum WorldRoute: Route {
    case world, continent(City.Continent), cities, roundTrip, journey(City.ID), settings

    var transition: Transition {
        switch self {
        case .world, .continent, .cities, .roundTrip: .push
        case .journey: .fullScreen
        case .settings: .modal
        }
    }
}

/// The map of the world and its continents, with links that can be opened in a new tab. A journey is presented over the
/// map, so dismissing it ends a journey of any length in one step.
final class WorldNavigation: NavigationController<WorldRoute> {
    let gazetteer: Gazetteer

    init(gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        super.init(root: .world)
    }

    override class var actions: [Handler] {
        [
            .show { (action: SelectContinent) in WorldRoute.continent(action.continent) },
            .show { (_: OpenCityList) in WorldRoute.cities }, .show { (_: OpenRoundTrip) in WorldRoute.roundTrip },
            .show { (action: SelectCity) in WorldRoute.journey(action.city) }, .on(openSettings),
        ]
    }

    func openSettings(_ action: OpenSettings) { show(.settings) }

    override func destination(for route: WorldRoute) throws -> ViewController {
        switch route {
        case .world:
            let map = WorldMap(gazetteer: gazetteer).titled("The World")
            map.navigationItem.rightBarButtonItems = [BarButtonItem("Settings", icon: .sliders, action: OpenSettings())]
            return map
        case .continent(let continent):
            return ContinentMap(continent, cities: gazetteer.cities(in: continent)).titled(continent.name)
        case .cities: return CityList(gazetteer.cities).titled("All Cities")
        case .roundTrip: return RoundTripScreen(gazetteer: gazetteer).titled("A Round Trip")
        case .journey(let id): return JourneyNavigation(from: try gazetteer.city(id), gazetteer: gazetteer)
        case .settings: return TravellerFlow()
        }
    }
}

/// The largest cities, and links to the list of all cities and to the continents.
final class WorldMap: ViewController {
    let largest: [City]
    let count: Int
    let counts: [(continent: City.Continent, count: Int)]

    init(gazetteer: Gazetteer) {
        largest = gazetteer.largest(12)
        count = gazetteer.cities.count
        counts = City.Continent.allCases.map { continent in
            (continent, gazetteer.cities.count { $0.continent == continent })
        }
        super.init()
    }

    @ViewBuilder override var view: any View {
        Text("Choose a city, and a journey begins there.")
        CityMap("The largest cities of the world", cities: largest)
        Section("More cities") {
            List("More cities") {
                Row("All cities, by name", badge: "\(count)", action: OpenCityList()).icon(.list)
                Row("A round trip", subtitle: "Planned while you go on", action: OpenRoundTrip()).icon(.compass)
                ForEach(counts) {
                    Row($0.continent.name, badge: "\($0.count)", action: SelectContinent(continent: $0.continent))
                        .icon(.map)
                }
            }
        }
    }
}

/// All cities of one continent.
final class ContinentMap: ViewController {
    let continent: City.Continent
    let cities: [City]

    init(_ continent: City.Continent, cities: [City]) {
        self.continent = continent
        self.cities = cities
        super.init()
    }

    @ViewBuilder override var view: any View {
        CityMap(
            "The cities of \(continent.name), by country", cities: cities,
            region: CoordinateRegion(around: cities.map(\.coordinate)))
    }
}

/// A map of cities; selecting one starts a journey.
struct CityMap: View {
    let label: String
    let cities: [City]
    let region: CoordinateRegion

    init(_ label: String, cities: [City], region: CoordinateRegion = .world) {
        self.label = label
        self.cities = cities
        self.region = region
    }

    var body: some View {
        Map(
            label, region: region, polygons: Coastline.polygons,
            markers: cities.map {
                Marker($0.name, subtitle: $0.country, coordinate: $0.coordinate, action: SelectCity(city: $0.id))
            })
    }
}
