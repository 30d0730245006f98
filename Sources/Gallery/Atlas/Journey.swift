import Cairn

/// The visitor wants to see where they have been.
struct ShowPages: Action {}
/// The visitor wants to be where the journey began.
struct ReturnToStart: Action {}
/// The visitor wants to go another way from where the journey began.
struct StartAgain: Action {}
/// The visitor wants to be back on a page, the first of which is 1.
struct GoToPage: Action { var page: Int }
/// A page is to show another city.
struct ReplacePage: Action {
    var page: Int
    var city: City.ID
}
/// A page is to be left out.
struct SkipPage: Action { var page: Int }

/// The journey that a screen belongs to, found through the chain by whoever needs to know how long it is.
protocol Itinerary: AnyObject {
    /// How many pages there are.
    var depth: Int { get }
    /// The cities of all pages, the first one first.
    var cities: [City] { get }
}

enum JourneyRoute: Route {
    case city(City.ID), pages

    var transition: Transition {
        switch self {
        case .city: .push
        case .pages: .modal
        }
    }

    /// A city's id says enough, and a hundred of them fit a URL: `~journey:paris/brussels/london`.
    var segment: Segment {
        switch self {
        case .city(let id): Segment(id)
        case .pages: "pages"
        }
    }

    init?(segment: Segment) {
        guard segment.words.count == 1, let word = segment.words[0] else { return nil }
        self = word == "pages" ? .pages : .city(word)
    }
}

/// A journey: each city is a page on top of the one before it.
///
/// It needs no count of its pages and no flag for any of them. Going back to page 18, or changing page 4, is to say which
/// routes there are.
final class JourneyNavigation: NavigationController<JourneyRoute>, Itinerary {
    let gazetteer: Gazetteer

    init(from city: City, gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        super.init(root: .city(city.id))
    }

    override class var actions: [Handler] {
        [.on(select), .on(goToPage), .on(replace), .on(skip)]
    }

    func select(_ action: SelectCity) { show(.city(action.city)) }

    func goToPage(_ action: GoToPage) {
        if presentedRoute != nil { dismiss() }
        pop(toDepth: action.page)
    }

    func replace(_ action: ReplacePage) {
        var routes = routes
        guard routes.indices.contains(action.page &- 1) else { return }
        routes[action.page - 1] = .city(action.city)
        setRoutes(routes)
    }

    /// With its only page left out, a journey is over.
    func skip(_ action: SkipPage) {
        var routes = routes
        guard routes.count > 1 else { return finish() }
        guard routes.indices.contains(action.page &- 1) else { return }
        routes.remove(at: action.page - 1)
        setRoutes(routes)
    }

    var cities: [City] {
        routes.compactMap { route in
            if case .city(let id) = route { try? gazetteer.city(id) } else { nil }
        }
    }

    override func provide(_ environment: inout EnvironmentValues) { environment.journey = self }

    override func destination(for route: JourneyRoute) throws -> ViewController {
        switch route {
        case .city(let id):
            let city = try gazetteer.city(id)
            let (neighbours, flights) = (gazetteer.neighbours(of: city), gazetteer.flights(from: city))
            return CityPage(city, neighbours: neighbours, flights: flights).titled(city.name)
        case .pages: return PagesNavigation(gazetteer: gazetteer)
        }
    }
}

extension EnvironmentValues {
    private enum JourneyKey: EnvironmentKey {
        static var defaultValue: (any Coordinator<JourneyRoute>)? { nil }
    }

    /// Who leads through the journey that a page is part of: one object for all of them, which none was given (features
    /// A37, A45).
    var journey: (any Coordinator<JourneyRoute>)? {
        get { self[JourneyKey.self] }
        set { self[JourneyKey.self] = newValue }
    }
}
