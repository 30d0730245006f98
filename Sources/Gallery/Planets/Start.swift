import Cairn

enum StartRoute: Route { case start, system }

/// The first screen, and the solar system on top of it.
final class StartNavigation: NavigationController<StartRoute> {
    override func destination(for route: StartRoute) throws -> ViewController {
        switch route {
        case .start: Start().titled("The solar system")
        case .system: SolarSystem(root: .planets)
        }
    }
}

/// Shows the list of planets.
struct ShowPlanets: Action {}

/// Says in one sentence which data the app has.
final class Start: ViewController {
    override class var actions: [Handler] { [.on(showPlanets)] }

    func showPlanets(_ action: ShowPlanets) throws { try required((any PlanetListPresenting).self).presentPlanetList() }

    @ViewBuilder override var view: any View {
        Text("\(Planet.all.count) planets and \(Moon.all.count) of their moons: how large, how far, how cold.")
        Button("Show the planets", icon: .planet, role: .primary, action: ShowPlanets())
    }
}
