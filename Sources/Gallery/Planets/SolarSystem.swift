import Cairn

enum SolarRoute: Route { case planets, planet(Planet.ID) }

/// The list of planets, beside the chosen planet if the width allows both.
final class SolarSystem: SplitViewController<SolarRoute> {
    override var isCollapsed: Bool { environment.horizontalSizeClass == .compact }

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
    override class var actions: [Handler] { [.on(choose)] }

    func choose(_ action: ChoosePlanet) throws { try required((any PlanetPresenting).self).present(action.planet) }

    @ViewBuilder override var view: any View {
        List("Planets") {
            ForEach(Planet.all) {
                Row(
                    $0.name, subtitle: "\($0.distance.grouped) million km from the sun",
                    action: ChoosePlanet(planet: $0.id)
                )
            }
        }
        Table("The planets in figures", Planet.all) {
            TableColumn("Planet", value: \.name)
            TableColumn("Diameter, km", alignment: .trailing) { $0.diameter.grouped }
            TableColumn("Moons", alignment: .trailing) { "\($0.moonCount)" }
        }
        BarChart(
            title: "Diameters",
            bars: Planet.all.map { planet in
                BarChart.Bar(
                    name: planet.name, value: Double(planet.diameter), text: "\(planet.diameter.grouped) km")
            })
    }
}
