import Cairn

enum SolarRoute: Route { case planets, planet(Planet.ID) }

/// The list of planets, beside the chosen planet if the width allows both. It presents both.
final class SolarSystem: SplitViewController<SolarRoute>, PlanetListPresenting, PlanetPresenting {
    override var isCollapsed: Bool { environment.horizontalSizeClass == .compact }

    var shownPlanet: Planet.ID? {
        if case .planet(let id)? = detailRoute { id } else { nil }
    }

    func presentPlanetList() { closeDetail() }
    func present(_ planet: Planet.ID) { showDetail(.planet(planet)) }

    override func destination(for route: SolarRoute) throws -> ViewController {
        switch route {
        case .planets: PlanetList().titled("Planets")
        case .planet(let id): PlanetNavigation(try Planet.named(id))
        }
    }
}

/// Shows the details of a planet.
struct ChoosePlanet: Action { var planet: Planet.ID }

/// All planets. It finds its presenter by protocol, so it does not depend on the presenter's type.
final class PlanetList: ViewController {
    /// The columns of the table; without one of them, the planets are in the order of their distance from the sun.
    enum Column: String, Codable { case distance, name, diameter, moons }

    @Query var order = ColumnOrder(by: Column.distance)

    override class var actions: [Handler] { [.on(choose)] }

    func choose(_ action: ChoosePlanet) throws { try required((any PlanetPresenting).self).present(action.planet) }

    @ViewBuilder override var view: any View {
        let shown = nearest((any PlanetPresenting).self)?.shownPlanet
        List("Planets") {
            ForEach(Planet.all) {
                Row(
                    $0.name, subtitle: "\($0.distance.grouped) million km from the sun",
                    action: ChoosePlanet(planet: $0.id)
                )
                .value("distance", .number($0.astronomicalUnits, unit: "au")).selected($0.id == shown)
            }
        }
        Table("The planets in figures", sorted) {
            TableColumn("Planet", value: \.name).sorted(by: .name, $order)
            TableColumn("Diameter, km", alignment: .trailing) { $0.diameter.grouped }.sorted(by: .diameter, $order)
                .typed { .number($0.diameter, unit: "km") }
            TableColumn("Moons", alignment: .trailing) { "\($0.moonCount)" }.sorted(by: .moons, $order)
                .typed { .number($0.moonCount) }
        }
        BarChart(
            title: "Diameters",
            bars: Planet.all.map { planet in
                BarChart.Bar(
                    name: planet.name, value: Double(planet.diameter), text: "\(planet.diameter.grouped) km")
            })
    }

    private var sorted: [Planet] {
        let planets =
            switch order.by {
            case .distance: Planet.all
            case .name: Planet.all.sorted { $0.name < $1.name }
            case .diameter: Planet.all.sorted { $0.diameter < $1.diameter }
            case .moons: Planet.all.sorted { $0.moonCount < $1.moonCount }
            }
        return order.isDescending ? planets.reversed() : planets
    }
}
