@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("A stack as data") struct RouteStackTests {
    private func stack(at location: String) async throws -> RouteStack {
        let visit = try PostOffice.visit(at: location)
        try await visit.app.load()
        return try visit.app.routeStack
    }

    @Test(arguments: [
        ("/letters/letter:7/letter:8", ["inbox", "letter:7", "letter:8"]), ("/letters", ["inbox"]),
        ("/letters/=letter:4/letter:5", ["letter:4", "letter:5"]),
        ("/friends/friend:7/~writing:3/picture:..", ["draft", "picture:.."]),
        ("/letters/search:a!2Fb:2", ["inbox", "search:a!2Fb:2"]), ("/friends/album", ["list", "album"]),
    ])
    func `the innermost visible stack is listed in printed routes`(location: String, routes: [String]) async throws {
        #expect(try await stack(at: location).entries.map(\.route) == routes)
    }

    @Test func `each location of a route opens the stack up to it`() async throws {
        let entries = try await stack(at: "/friends/friend:7/~writing:3/picture:x/picture:..").entries
        #expect(entries.count == 3)
        for (index, entry) in entries.enumerated() {
            let location = try #require(entry.location)
            #expect(try await stack(at: location.path).entries.map(\.route) == entries[...index].map(\.route))
        }
    }

    @Test func `the titles below the top are those of screens that are not loaded, and are not kept`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7/letter:8")
        try await visit.app.load()
        let letters = try visit.visible(Letters.self)
        let before = letters.diary.lines
        #expect(try visit.app.routeStack.entries.map(\.title) == ["Inbox", "Letter 7", "Letter 8"])
        #expect(letters.diary.lines == before)
        #expect(letters.diary.built.filter { $0 == "Letter 7" }.count == 1)
        let built = letters.diary.built.count
        _ = try visit.app.routeStack
        #expect(letters.diary.built.count == built + 2)
    }

    @Test func `no screen is built behind a guard, and it has no title`() async throws {
        let house = GuardedHouse()
        let visit = try Visit(Stage(house), at: "/cellar/hall")
        house.isLocked = true
        try await visit.app.load()
        #expect(try visit.app.routeStack.entries.map(\.title) == ["Top", "", "Hall"])
        #expect(house.built == ["hall"], "the hall, which is the top; the root has another screen")
    }

    @Test func `a change is performed as an action is, with callbacks and in one step`() async throws {
        let house = GuardedHouse()
        let visit = try Visit(Stage(house), at: "/cellar/hall")
        try await visit.app.load()
        #expect(try visit.app.apply(.set(["top", "hall", "cellar"]), discardsChanges: false))
        try await visit.app.settle()
        #expect(try visit.location == "/hall/cellar" && visit.app.operation == .set)
        #expect(house.shown == ["Cellar set"])
        #expect(try visit.app.apply(.remove(from: 2), discardsChanges: false))
        try await visit.app.settle()
        #expect(try visit.location == "" && visit.app.operation == .pop)
        #expect(house.shown == ["Cellar set", "Top popTo"])
    }

    @Test func `a list that shortens the stack is a pop, and the present list is no change`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7/letter:8")
        try await visit.app.load()
        let before = try visit.app.state
        #expect(try !visit.app.apply(.set(["inbox", "letter:7", "letter:8"]), discardsChanges: false))
        #expect(try visit.app.state.root === before.root)
        #expect(try visit.app.apply(.set(["inbox", "letter:7"]), discardsChanges: false))
        #expect(visit.app.operation == .pop)
    }

    @Test func `a route that stays at its place keeps its screen`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7/letter:8")
        try await visit.app.load()
        let letters = try visit.visible(Letters.self)
        let screen = try #require(try letters.visibleChild())
        #expect(try visit.app.apply(.set(["inbox", "letter:1", "letter:8"]), discardsChanges: false))
        #expect(try letters.visibleChild() === screen)
    }

    @Test(
        arguments: [
            (.remove(from: 1), .rootStays), (.remove(from: 0), .rootStays), (.remove(from: .min), .rootStays),
            (.remove(from: 4), .noEntry(4, depth: 3)), (.remove(from: .max), .noEntry(.max, depth: 3)),
            (.set([]), .empty), (.set(["inbox", "nowhere"]), .noSuchRoute("nowhere", at: 2)),
            (.set(["inbox", "compose:4"]), .noSuchRoute("compose:4", at: 2)),
            (.set(Array(repeating: "inbox", count: 257)), .tooDeep(limit: 256)),
        ] as [(StackEdit, StackError)])
    func `a change that is refused throws and changes nothing`(edit: StackEdit, error: StackError) async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7/letter:8")
        try await visit.app.load()
        #expect(throws: error) { try visit.app.apply(edit, discardsChanges: true) }
        #expect(try visit.location == "/letters/letter:7/letter:8")
    }

    @Test func `a refused route comes with the location that shows what its guard shows instead`() async throws {
        let house = GuardedHouse()
        let visit = try Visit(Stage(house))
        try await visit.app.load()
        house.isLocked = true
        #expect(throws: StackError.refused("cellar", at: 3, Location("/hall/cellar"))) {
            try visit.app.apply(.set(["top", "hall", "cellar", "nowhere"]), discardsChanges: false)
        }
        #expect(house.built.isEmpty)
    }

    @Test func `a screen that requires a confirmation is removed only on demand`() async throws {
        let house = GuardedHouse()
        let visit = try Visit(Stage(house), at: "/hall/note")
        try await visit.app.load()
        #expect(try visit.app.routeStack.entries.map(\.isUnsaved) == [false, false, true])
        for edit in [StackEdit.remove(from: 2), .set(["top"])] {
            #expect(throws: StackError.unsaved([3])) { try visit.app.apply(edit, discardsChanges: false) }
        }
        #expect(try visit.app.apply(.set(["top", "cellar", "note"]), discardsChanges: false), "it stays")
        #expect(try visit.app.apply(.remove(from: 2), discardsChanges: true))
    }

    @Test func `a stack below an alert can be read, but not changed`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7")
        visit.app.window?.present(Alert(title: "Wait", message: "Read this."))
        try await visit.app.load()
        #expect(try visit.app.routeStack.entries.count == 2)
        #expect(throws: StackError.alert) { try visit.app.apply(.remove(from: 2), discardsChanges: true) }
    }

    @Test(arguments: ["/hall/~letter", "/~letter"])
    func `a presented screen is on no stack, although one is below it`(location: String) async throws {
        let visit = try Visit(Stage(GuardedHouse()), at: location)
        try await visit.app.load()
        #expect(throws: StackError.noStack) { try visit.app.routeStack }
        #expect(throws: StackError.noStack) { try visit.app.apply(.set(["top"]), discardsChanges: true) }
        #expect(try await !visit.screen.isOnStack)
    }

    @Test func `a screen says if it is on a stack`() async throws {
        for (location, isOnStack) in [("/letters", true), ("/letters/~compose:4", true), ("/login", false)] {
            #expect(try await PostOffice.visit(at: location).screen.isOnStack == isOnStack, "\(location)")
        }
    }

    @Test func `a presented route whose segment is stack has a step of its own`() throws {
        let house = GuardedHouse()
        let visit = try Visit(Stage(house))
        house.show(.stack)
        #expect(try visit.location == "/~!s")
        let again = GuardedHouse()
        _ = try Visit(Stage(again), at: "/~!s")
        #expect(again.presentedRoute == .stack)
        for path in ["/~stack", "/~stack/2-", "/~!S", "/~!s:1"] {
            #expect(throws: LocationError.self) { _ = try Visit(Stage(GuardedHouse()), at: path) }
        }
    }
}

private enum HouseRoute: Route {
    case top, hall, cellar, note, letter, stack
    var transition: Transition { self == .letter || self == .stack ? .modal : .push }
}

/// A stack with a guarded cellar and a note that requires a confirmation before it is removed.
private final class GuardedHouse: NavigationController<HouseRoute> {
    var isLocked = false
    var built: [String] = []
    var shown: [String] = []

    init() { super.init(root: .top) }

    override func guardResult(for route: HouseRoute) -> GuardResult {
        .allowed(if: route != .cellar || !isLocked, otherwise: .hall)
    }

    override func willShow(_ controller: ViewController, after change: StackChange) {
        shown.append("\(controller.title) \(change)")
    }

    override func destination(for route: HouseRoute) throws -> ViewController {
        switch route {
        case .top: return ViewController().titled("Top")
        case .note: return Unsaved().titled("Note")
        default:
            built.append(route.segment.text)
            return ViewController().titled(route.segment.text.prefix(1).uppercased() + route.segment.text.dropFirst())
        }
    }

    final class Unsaved: ViewController {
        override var isModalInPresentation: Bool { true }
    }
}
