import Cairn

enum JourneyRoute: Route {
    case city(City.ID), pages

    var transition: Transition {
        switch self {
        case .city: .push
        case .pages: .modal
        }
    }

    /// Encodes only the id of a city, to keep the URL of a journey short: `~journey:paris/brussels/london`.
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

/// A journey: a stack with a page for each city.
///
/// It keeps no page count and no flag per page: the routes of the stack are its own state, so going back to page 18 or
/// replacing page 4 only changes routes.
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

    /// Finishes the journey when its only page is skipped.
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

    /// The coordinator of the journey that contains a page. Pages read it from the environment; it is not passed to
    /// them.
    var journey: (any Coordinator<JourneyRoute>)? {
        get { self[JourneyKey.self] }
        set { self[JourneyKey.self] = newValue }
    }
}
