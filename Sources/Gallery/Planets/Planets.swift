import Cairn

/// An app about the planets. Controllers find presenters by protocol through the responder chain.
///
/// The chain ends with ``Scenes``, after the application and its delegate. ``Scenes`` depends on the container
/// below the start; the screens depend on protocols.
final class Planets: Application {
    private let scenes: Scenes

    override init() {
        scenes = Scenes()
        super.init()
        scenes.application = self
        delegate = PlanetsDelegate(before: scenes)
    }

    override func makeRootViewController() -> ViewController { StartNavigation(root: .start) }
}

/// Appends ``Scenes`` to the responder chain.
final class PlanetsDelegate: ApplicationDelegate {
    private let scenes: Scenes

    init(before scenes: Scenes) {
        self.scenes = scenes
        super.init()
    }

    override var next: Responder? { scenes }
}

/// A responder that shows the list of planets.
protocol PlanetListPresenting: AnyObject {
    func presentPlanetList() throws
}

/// A responder that shows planets.
protocol PlanetPresenting: AnyObject {
    /// The planet that is shown beside the list of planets.
    var shownPlanet: Planet.ID? { get }
    func present(_ planet: Planet.ID) throws
}

/// A responder that shows moons.
protocol MoonPresenting: AnyObject {
    func present(_ moon: Moon) throws
}

/// A responder that opens external pages.
protocol PagePresenting: AnyObject {
    func presentPage(_ url: String) throws
}

/// The last responder in the chain: presents the list of planets and external pages for every controller.
final class Scenes: Responder, PlanetListPresenting, PagePresenting {
    weak var application: Application?

    /// There is no app, or no window with a start to present from.
    struct NoScene: Error {}

    func presentPlanetList() throws {
        guard let start = application?.window?.rootViewController as? StartNavigation else { throw NoScene() }
        start.push(.system)
    }

    func presentPage(_ url: String) throws {
        guard let application else { throw NoScene() }
        try application.open(url)
    }
}
