import Cairn

enum PlanetRoute: Route { case facts, moon(Moon.ID) }

/// One planet, with its moons pushed on top. It presents moons; a responder further up the chain presents planets.
final class PlanetNavigation: NavigationController<PlanetRoute>, MoonPresenting {
    let planet: Planet

    init(_ planet: Planet) {
        self.planet = planet
        super.init(root: .facts)
    }

    func present(_ moon: Moon) { push(.moon(moon.id)) }

    override func destination(for route: PlanetRoute) throws -> ViewController {
        switch route {
        case .facts: return PlanetFacts(planet).titled(planet.name)
        case .moon(let id):
            let moon = try Moon.named(id)
            guard moon.planet == planet.id else { throw NavigationError.notFound }
            let facts = MoonFacts(moon).titled(moon.name)
            facts.navigationItem.animation = .scale
            return facts
        }
    }
}

/// Pushes the facts about a moon.
struct ChooseMoon: Action { var moon: Moon.ID }
/// Returns to the list of planets.
struct GoToList: Action {}
/// Opens an external page about the planet.
struct ReadMore: Action {}

/// The facts about a planet.
final class PlanetFacts: ViewController {
    let planet: Planet

    init(_ planet: Planet) {
        self.planet = planet
        super.init()
    }

    override class var actions: [Handler] { [.on(choose), .leaving(readMore)] }

    func choose(_ action: ChooseMoon) throws {
        try required((any MoonPresenting).self).present(try Moon.named(action.moon))
    }

    func readMore(_ action: ReadMore) throws { try required((any PagePresenting).self).presentPage(planet.link) }

    @ViewBuilder override var view: any View {
        Text(planet.about)
        LabeledContent(
            "Diameter", value: "\(planet.diameter.grouped) km", typed: .number(planet.diameter, unit: "km"))
        LabeledContent("Mass", value: "\(planet.mass) Earths", typed: .number(planet.mass))
        LabeledContent(
            "Distance from the sun", value: "\(planet.distance.grouped) million km, \(planet.astronomicalUnits) AU",
            typed: .number(planet.astronomicalUnits, unit: "au"))
        LabeledContent("Year", value: "\(planet.orbit.grouped) days", typed: .number(planet.orbit, unit: "d"))
        LabeledContent(
            "Turns once in",
            value: "\(abs(planet.rotation).grouped) hours" + (planet.turnsBackwards ? ", backwards" : ""),
            typed: .number(planet.rotation, unit: "h"))
        LabeledContent(
            "Mean temperature", value: "\(planet.temperature) °C", typed: .number(planet.temperature, unit: "°C"))
        LabeledContent(
            "Moons known at the end of 2024", value: "\(planet.moonCount)", typed: .number(planet.moonCount))
        if !planet.moons.isEmpty {
            List("Larger moons") {
                ForEach(planet.moons) {
                    Row($0.name, subtitle: "\($0.diameter.grouped) km across", action: ChooseMoon(moon: $0.id))
                        .icon(.moon)
                }
            }
        }
        Button("Read more at NASA", icon: .globe, action: ReadMore())
    }
}

/// The facts about a moon.
final class MoonFacts: ViewController {
    let moon: Moon

    init(_ moon: Moon) {
        self.moon = moon
        super.init()
    }

    override class var actions: [Handler] { [.on(goToList)] }

    func goToList(_ action: GoToList) throws { try required((any PlanetListPresenting).self).presentPlanetList() }

    @ViewBuilder override var view: any View {
        Text(moon.about)
        LabeledContent("Diameter", value: "\(moon.diameter.grouped) km", typed: .number(moon.diameter, unit: "km"))
        LabeledContent(
            "Distance from its planet", value: "\(moon.distance.grouped) km",
            typed: .number(moon.distance, unit: "km"))
        LabeledContent("Goes round in", value: "\(moon.orbit.grouped) days", typed: .number(moon.orbit, unit: "d"))
        if let discovery = moon.discovery {
            LabeledContent("Discovered", value: "\(discovery.year), by \(discovery.by)", typed: .number(discovery.year))
        }
        Button("All planets", icon: .planet, action: GoToList())
    }
}
