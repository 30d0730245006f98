@testable import Navigation
@testable import Responders
@testable import Views
import Testing

private enum MapRoute: Route {
    case map, city(Int), settings, login, help
    var transition: Transition { self == .help ? .fullScreen : .push }
}
private enum LoginRoute: Route { case name, forgotten }

private struct OpenCity: Action { var city: Int }
private struct OpenSettings: Action {}
private struct Leave: Action {}
private struct Help: Action {}
private struct LogIn: Action { var name: String }

private struct MapView: View {
    let cities: [Int]
    var body: some View {
        List { ForEach(cities) { Row("City \($0)", action: OpenCity(city: $0)) } }
        Button("Settings", action: OpenSettings())
        Button("Help", action: Help())
    }
}

private struct CityView: View {
    let city: Int
    var body: some View {
        Text("City \(city)")
        Button("Settings", action: OpenSettings())
    }
}

private struct LoginView: View {
    var body: some View {
        TextField("Name", name: "name", isRequired: true)
        Button("Log in", role: .primary, action: LogIn(name: ""))
        Button("Leave", action: Leave())
    }
}

/// A coordinator whose guard redirects the settings to the login while `person` is `nil`.
private final class MapNavigation: NavigationController<MapRoute> {
    @Saved var person: String?

    init() { super.init(root: .map) }

    override class var actions: [Handler] { [.on(open), .on(settings), .on(logIn), .on(help)] }
    func open(_ action: OpenCity) { show(.city(action.city)) }
    func settings(_ action: OpenSettings) { show(.settings) }
    func help(_ action: Help) { show(.help) }
    func logIn(_ action: LogIn) {
        person = action.name
        pop()
        show(.settings)
    }

    override func guardResult(for route: MapRoute) -> GuardResult {
        .allowed(if: route != .settings || person != nil, otherwise: .login)
    }

    override func destination(for route: MapRoute) -> ViewController {
        switch route {
        case .map: HostingController(rootView: MapView(cities: [1, 2, 3])).titled("Map")
        case .city(let city): HostingController(rootView: CityView(city: city)).titled("City")
        case .settings: HostingController(rootView: Text("Dear \(person ?? "nobody")")).titled("Settings")
        case .login: LoginFlow()
        case .help: HostingController(rootView: Button("Leave", action: Leave())).titled("Help")
        }
    }
}

private final class LoginFlow: NavigationController<LoginRoute> {
    init() { super.init(root: .name) }
    override class var actions: [Handler] { [.on(leave)] }
    func leave(_ action: Leave) { finish() }
    override func destination(for route: LoginRoute) -> ViewController {
        HostingController(rootView: LoginView()).titled("Log in")
    }
}

@Suite("Coordinators and hosted views") struct CoordinatorTests {
    private let navigation = MapNavigation()

    private func visit(at location: String? = nil) throws -> Visit<Stage> {
        try Visit(Stage(navigation), at: location)
    }

    @Test func `a guest who opens the settings gets the login flow first and the settings after it`() async throws {
        let visit = try visit()
        try await visit.click("City 2")
        try await visit.click("Settings")
        #expect(try visit.visible(LoginFlow.self).topRoute == .name)
        #expect(navigation.routes == [.map, .city(2), .login])
        #expect(
            try await visit.click("Log in", typing: ["name": "Ada"]) == [
                "LoginView;none", "LoginFlow;none", "MapNavigation;handled",
            ])
        #expect(navigation.routes == [.map, .city(2), .settings])
        #expect(try visit.location == "/city:2/settings")
        #expect(try await visit.screen.title == "Settings")
    }

    @Test func `a link to the settings leads a guest to the login flow and a member to the settings`() async throws {
        let guest = try visit(at: "/settings")
        #expect(try await guest.screen.title == "Log in")
        #expect(navigation.routes == [.map, .login])
        navigation.person = "Ada"
        let member = try Visit(Stage(MapNavigation()), state: try guest.app.state)
        try member.visible(MapNavigation.self).show(.settings)
        #expect(try await member.screen.title == "Settings")
    }

    @Test func `a guest who leaves the login returns to the previous screen`() async throws {
        let visit = try visit()
        try await visit.click("City 1")
        try await visit.click("Settings")
        try await visit.click("Leave")
        #expect(navigation.routes == [.map, .city(1)])
    }

    @Test func `a page finds each coordinator by its route type`() throws {
        let visit = try visit(at: "/city:1/login")
        let page = try #require(try visit.path.last)
        let map = try page.required((any Coordinator<MapRoute>).self)
        let login = try page.required((any Coordinator<LoginRoute>).self)
        #expect(map === navigation)
        #expect(login !== map)
        #expect(throws: ResponderError.self) { try page.required((any Coordinator<AlbumRoute>).self) }
        map.show(.city(3))
        #expect(navigation.routes == [.map, .city(1), .login, .city(3)])
        map.pop()
        map.popToRoot()
        #expect(navigation.routes == [.map])
        map.show(.help)
        #expect(navigation.presentedRoute == .help)
        map.dismiss()
        #expect(navigation.presentedRoute == nil)
    }

    @Test(arguments: [0, 1, 99]) func `start of a coordinator shows only the first route, from any depth`(depth: Int)
        async throws
    {
        let visit = try visit()
        for city in 0..<depth { navigation.show(.city(city)) }
        navigation.show(.help)
        try await visit.app.settle()
        weak let old = try visit.path.last
        (navigation as any Coordinator<MapRoute>).start()
        try await visit.app.settle()
        #expect(navigation.routes == [.map])
        #expect(try visit.location == "")
        #expect(old == nil)
        #expect(try await visit.screen.title == "Map")
    }

    @Test func `a hosted view is a screen whose actions climb and whose content can change`() async throws {
        let visit = try visit()
        #expect(try await visit.click("City 2") == ["MapView;none", "MapNavigation;handled"])
        #expect(try await visit.screen.title == "City")
        let host = try visit.visible(HostingController<CityView>.self)
        host.rootView = CityView(city: 7)
        let texts = try await visit.screen.elements.compactMap { if case .text(let text, _) = $0 { text } else { nil } }
        #expect(texts == ["City 7"])
    }
}
