import Cairn

/// An app with the planets. Controllers find presenters by protocol through the responder chain.
///
/// The scenes come after the application and its delegate, at the end of the chain. They know how to bring an area on
/// screen; the controllers know only the protocol.
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

/// Links the scenes to the end of the responder chain.
final class PlanetsDelegate: ApplicationDelegate {
    private let scenes: Scenes

    init(before scenes: Scenes) {
        self.scenes = scenes
        super.init()
    }

    override var next: Responder? { scenes }
}

/// A responder that brings planets on screen.
protocol PlanetPresenting: AnyObject {
    func presentPlanetList() throws
    func present(_ planet: Planet.ID) throws
}

/// A responder that brings a moon on screen.
protocol MoonPresenting: AnyObject {
    func present(_ moon: Moon) throws
}

/// A responder that opens external pages.
protocol PagePresenting: AnyObject {
    func presentPage(_ url: String) throws
}

/// The last responder in the chain: presenters for every part of the app.
final class Scenes: Responder, PlanetPresenting, PagePresenting {
    weak var application: Application?

    /// The app has no window to present in.
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
