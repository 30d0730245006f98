import Cairn

/// Seed 001's app: the planets, and presenters of their areas, which whoever shows something finds by protocol.
///
/// The scenes stand behind the application and its delegate, at the end of the chain. They know how an area is brought on
/// screen; the controllers that ask for it know only that somebody does.
final class Planets: Application {
    private let scenes: Scenes

    override init() {
        scenes = Scenes()
        super.init()
        scenes.application = self
        delegate = PlanetsDelegate(before: scenes)
    }

    override func makeRootViewController() -> ViewController { SolarSystem(root: .planets) }
}

/// Puts the scenes behind itself.
final class PlanetsDelegate: ApplicationDelegate {
    private let scenes: Scenes

    init(before scenes: Scenes) {
        self.scenes = scenes
        super.init()
    }

    override var next: Responder? { scenes }
}

/// Whoever brings planets on screen.
protocol PlanetPresenting: AnyObject {
    func presentPlanetList() throws
    func present(_ planet: Planet.ID) throws
}

/// Whoever brings a moon on screen.
protocol MoonPresenting: AnyObject {
    func present(_ moon: Moon) throws
}

/// Whoever leads to pages of others.
protocol PagePresenting: AnyObject {
    func presentPage(_ url: String) throws
}

/// The last one in the chain: what every part of the app may ask for.
final class Scenes: Responder, PlanetPresenting, PagePresenting {
    weak var application: Application?

    /// There is no app to show it in.
    struct NoScene: Error {}

    func presentPlanetList() throws { try system.closeDetail() }
    func present(_ planet: Planet.ID) throws { try system.showDetail(.planet(planet)) }

    func presentPage(_ url: String) throws {
        guard let application else { throw NoScene() }
        try application.open(url)
    }

    private var system: SolarSystem {
        get throws {
            guard let system = application?.window?.rootViewController as? SolarSystem else { throw NoScene() }
            return system
        }
    }
}
