@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Flows and their guards") struct FlowTests {
    @Test func `a flow works without a window`() throws {
        let flow = AppFlow()
        #expect(flow.activeFlow == .main)
        #expect(try flow.visibleChild() is Tabs)
        flow.show(.login)
        #expect(try flow.visibleChild() is Login)
        #expect(try flow.visibleChild()?.chainDescription == "Login → AppFlow")
    }

    @Test func `the active flow is part of the state, the screen and the chain`() async throws {
        let visit = try PostOffice.visit()
        #expect(try await visit.screen.flow == "main")
        let before = try visit.app.state
        try await visit.click("Sign out")
        #expect(try await visit.screen.flow == "login")
        #expect(visit.app.operation == .flow)
        #expect(try visit.visible(Login.self).chainDescription == "Login → AppFlow → Window → PostOffice")
        #expect(try before.root !== visit.app.state.root)
        let again = try PostOffice.visit(state: try visit.app.state, signedIn: false)
        #expect(try again.location == "/login")
    }

    @Test func `login frees the login flow, and logout frees the main flow`() async throws {
        let visit = try PostOffice.visit(signedIn: false)
        weak let login = try visit.visible(Login.self)
        #expect(login != nil)
        try await visit.click("Sign in", typing: ["name": "Ada"])
        #expect(visit.app.visitor == "Ada")
        #expect(login == nil)
        weak let tabs = try visit.visible(Tabs.self)
        weak let inbox = try visit.visible(Inbox.self)
        #expect(tabs != nil)
        try await visit.click("Sign out")
        #expect(tabs == nil)
        #expect(inbox == nil)
    }

    @Test(arguments: ["/", "/letters/letter:7", "/friends/friend:3", "/letters/~compose:4/recipient"])
    func `a guarded path shows the login instead`(location: String) async throws {
        let visit = try PostOffice.visit(at: location, signedIn: false)
        let screen = try await visit.screen
        #expect(screen.title == "Sign in")
        #expect(screen.flow == "login")
        #expect(screen.tabs.isEmpty)
        #expect(screen.offeredTitles == ["Sign in"])
    }

    @Test(arguments: [
        "/letters", "/letters/letter:7/letter:8", "/friends/friend:3", "/letters/~compose:4/~another/recipient",
    ])
    func `login opens the linked location`(location: String) async throws {
        let visit = try PostOffice.visit(at: location, signedIn: false)
        try await visit.click("Sign in", typing: ["name": "Ada"])
        #expect(try visit.location == location)
    }

    @Test func `the linked location is kept in the version, even after a failed login`() async throws {
        let first = try PostOffice.visit(at: "/friends/friend:3", signedIn: false)
        await #expect(throws: InvalidInput.self) { try await first.click("Sign in", typing: ["name": ""]) }
        let second = try PostOffice.visit(state: try first.app.state, signedIn: false)
        try await second.click("Sign in", typing: ["name": "Ada"])
        #expect(try second.location == "/friends/friend:3")
        try await second.click("Back")
        #expect(try second.location == "/friends")
    }

    @Test func `the linked location is opened once, and the next login starts at the root`() async throws {
        let visit = try PostOffice.visit(at: "/friends/friend:3", signedIn: false)
        try await visit.click("Sign in", typing: ["name": "Ada"])
        try await visit.submit("back")
        try await visit.click("Letters")
        try await visit.click("Sign out")
        try await visit.click("Sign in", typing: ["name": "Bea"])
        #expect(try visit.location == "/letters")
    }

    @Test(arguments: [
        "/nowhere", "/friends/nowhere", "/letters/letter:5000", "/letters/letter:7/~nowhere", "/~nowhere",
    ])
    func `a guarded path that does not exist shows the login, then the nearest place with an alert`(
        path: String
    ) async throws {
        let visit = try PostOffice.visit(at: path, signedIn: false)
        #expect(try visit.app.location(asked: Location(path)).path == path)
        try await visit.click("Sign in", typing: ["name": "Ada"])
        #expect(try path.hasPrefix(visit.location) || visit.location == "/letters")
        #expect(try await visit.screen.alert?.alert.title == "There is no such page")
    }

    @Test func `no route behind a guard is built for a visitor whom the guard refuses`() async throws {
        let house = House()
        for path in ["/hall/room:1", "/hall/room:2/~cupboard", "/hall/=room:3", "/hall"] {
            let visit = try Visit(Stage(house), at: path)
            #expect(try await visit.screen.title == "Door")
            _ = try visit.app.state
            #expect(try visit.app.location(asked: Location(path)).path == path)
        }
        #expect(house.built == [])
        let restored = House()
        let version = try Visit(Stage(house), at: "/hall/room:2").app.state
        let visit = try Visit(Stage(restored), state: version)
        #expect(try await visit.screen.title == "Door")
        restored.isOpen = true
        try await visit.click("Enter")
        #expect(try visit.location == "/hall/room:2")
        #expect(restored.built == ["hall", "room(2)"], "what the room covers is not built")
    }

    @Test func `a login whose guard redirects to the refused route opens the requested location`() async throws {
        let house = House()
        house.redirectsFromDoor = true
        let visit = try Visit(Stage(house), at: "/hall/room:1/room:2")
        #expect(house.activeFlow == .door)
        house.isOpen = true
        try await visit.app.settle()
        #expect(house.activeFlow == .hall)
        #expect(try visit.location == "/hall/room:1/room:2")
    }

    @Test func `a guard that an action closes refuses the visitor before the next screen is built`() async throws {
        let house = House()
        house.isOpen = true
        let visit = try Visit(Stage(house), at: "/hall")
        house.built = []
        try await visit.click("Leave")
        #expect(try await visit.screen.title == "Door")
        #expect(house.built == [])
    }

    @Test func `a version that was created while signed in shows the login after signing out`() async throws {
        let state = try PostOffice.visit(at: "/friends/friend:3").app.state
        let visit = try PostOffice.visit(state: state, signedIn: false)
        #expect(try await visit.screen.title == "Sign in")
        try await visit.click("Sign in", typing: ["name": "Ada"])
        #expect(try visit.location == "/friends/friend:3")
    }

    struct Forget: Action {}

    @Test func `the guard is evaluated after every action`() async throws {
        final class Forgetful: Application, Visited {
            var visitor: String? = "Ada"
            override class var actions: [Handler] { [.on(forget)] }
            func forget(_ action: Forget) { visitor = nil }
            override func makeRootViewController() -> ViewController { Closed(root: .main) }
        }
        final class Closed: FlowController<AppRoute> {
            override func guardResult(for route: AppRoute) -> GuardResult {
                route == .main && nearest((any Visited).self)?.visitor == nil ? .redirect(to: .login) : .allowed
            }
            override func destination(for route: AppRoute) throws -> ViewController {
                route == .login ? Login() : Sheet { Button("Forget me", action: Forget()) }
            }
        }
        let visit = try Visit(Forgetful())
        try await visit.click("Forget me")
        #expect(try await visit.screen.flow == "login")
    }

    class Guarded: NavigationController<LetterRoute> {
        var isOpen = false
        override class var actions: [Handler] { [.on(close)] }
        func close(_ action: Burn) { isOpen = false }
        override func guardResult(for route: LetterRoute) -> GuardResult {
            isOpen || route != .letter(13) ? .allowed : .redirect(to: .search(text: "no", page: 1))
        }
        override func destination(for route: LetterRoute) throws -> ViewController {
            Sheet { Button("Close", action: Burn()) }
        }
    }
    private let refused = LetterRoute.search(text: "no", page: 1)

    @Test func `a stack's guard is evaluated for routes that a link finds already on the stack`() throws {
        let open = Guarded(root: .inbox)
        open.isOpen = true
        open.setRoutes([.inbox, .letter(13), .letter(14)])
        let linked = Guarded(root: .inbox)
        _ = try Visit(Stage(linked), state: WindowState(root: open.state, alert: nil), at: "/letter:13")
        #expect(linked.topRoute == refused)
    }

    @Test func `a stack's guard is evaluated for a route that a pop uncovers`() async throws {
        let guarded = Guarded(root: .inbox)
        guarded.isOpen = true
        guarded.setRoutes([.inbox, .letter(13), .letter(14)])
        let visit = try Visit(Stage(guarded))
        try await visit.click("Close")
        #expect(guarded.topRoute == .letter(14))
        try await visit.click("Back")
        #expect(guarded.topRoute == refused)
        #expect(guarded.depth == 2)
    }

    final class Insisting: Guarded {
        override func canDeepLink(to route: LetterRoute, as transition: Transition) -> Bool { true }
    }

    @Test func `a stack's guard is evaluated for pushes, presentations, links and restored versions`() throws {
        let guarded = Guarded(root: .inbox)
        guarded.push(.letter(13))
        #expect(guarded.topRoute == refused)
        guarded.present(.letter(13))
        #expect(guarded.presentedRoute == refused)
        guarded.setRoutes([.inbox, .letter(13), .letter(1)])
        #expect(guarded.routes == [.inbox, refused, .letter(1)])

        let linked = Insisting(root: .inbox)
        try Visit(Stage(linked)).app.open(Location("/letter:13/letter:1/~letter:1"))
        #expect(linked.topRoute == refused)
        #expect(linked.presentedRoute == nil, "what is behind a refused place is not opened")
        try Visit(Stage(linked)).app.open(Location("/~letter:13/letter:1"))
        #expect(linked.presentedRoute == refused)
        try Visit(Stage(linked)).app.open(Location("/letter:13/letter:13/letter:13"))
        #expect(linked.routes == [.inbox, refused])

        let open = Guarded(root: .inbox)
        open.isOpen = true
        open.push(.letter(13))
        let restored = Guarded(root: .inbox)
        try restored.restore(open.state)
        #expect(restored.routes == [.inbox, refused])
    }
}

private enum HouseRoute: Route { case hall, door }
private enum RoomRoute: Route { case rooms, room(Int), cupboard, study }

/// Redirects to the door while `isOpen` is false, and records the built routes except the door. If `redirectsFromDoor`
/// is true, the door redirects to the hall while `isOpen` is true.
private final class House: FlowController<HouseRoute> {
    struct Enter: Action {}
    struct Leave: Action {}

    var isOpen = false
    var redirectsFromDoor = false
    var built: [String] = []

    init() { super.init(root: .door) }

    override class var actions: [Handler] { [.on(enter), .on(leave)] }
    func enter(_ action: Enter) { show(.hall) }
    func leave(_ action: Leave) throws {
        isOpen = false
        try (visibleChild() as? Rooms)?.push(.study)
    }

    override func guardResult(for route: HouseRoute) -> GuardResult {
        switch route {
        case .hall: isOpen ? .allowed : .redirect(to: .door)
        case .door: isOpen && redirectsFromDoor ? .redirect(to: .hall) : .allowed
        }
    }

    override func destination(for route: HouseRoute) -> ViewController {
        if route == .door { return Sheet { Button("Enter", action: Enter()) }.titled("Door") }
        built.append("hall")
        return Rooms(house: self)
    }

    final class Rooms: NavigationController<RoomRoute> {
        unowned let house: House

        init(house: House) {
            self.house = house
            super.init(root: .rooms)
        }

        override func destination(for route: RoomRoute) -> ViewController {
            house.built.append("\(route)")
            return Sheet { Button("Leave", action: Leave()) }.titled("\(route)")
        }
    }
}

private enum Gate: Route, CaseIterable { case garden, door, porch }

/// While `isOpen` is false, redirects the garden to the door and the door to the porch.
private final class Gates: FlowController<Gate> {
    var isOpen = true

    override func guardResult(for route: Gate) -> GuardResult {
        switch route {
        case .garden where !isOpen: .redirect(to: .door)
        case .door where !isOpen: .redirect(to: .porch)
        default: .allowed
        }
    }

    override func destination(for route: Gate) -> ViewController { ViewController() }
}

@Suite("Guards with substitutes that have guards") struct ChainedGuardTests {
    @Test func `each guard is evaluated once per action, even if a screen must be loaded`() async throws {
        let gates = Gates(root: .garden)
        let visit = try Visit(Stage(gates))
        try await visit.app.settle()
        gates.isOpen = false
        try await visit.app.settle()
        #expect(gates.activeFlow == .door)
        gates.isOpen = true
        gates.show(.garden)
        try await visit.app.settle()
        #expect(gates.activeFlow == .garden)
    }
}
