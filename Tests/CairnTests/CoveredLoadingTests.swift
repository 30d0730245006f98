import CairnTesting
import NavigationKit
import Synchronization
import Testing

@testable import Cairn

/// The screen behind a sheet is loaded and guarded like a visible one.
@Suite("Loading of the screen that a sheet covers") struct CoveredLoadingTests {
    struct Open: Action { var part: String }

    // MARK: - A guard that needs loaded data

    enum OfficePart: Route {
        case desk, sheet
        var transition: Transition { self == .sheet ? .modal : .push }
    }

    final class Office: NavigationController<OfficePart> {
        init() { super.init(root: .desk) }
        override class var actions: [Handler] { [.on(open)] }
        func open(_ action: Open) { present(.sheet) }
        override func destination(for route: OfficePart) throws -> ViewController {
            switch route {
            case .desk: OfficeDesk()
            case .sheet: HostingController(rootView: Text("Sheet")).titled("Sheet")
            }
        }
    }

    enum DeskPart: Route { case list, secret }

    /// Knows only after its load whether the visitor can see the secret.
    final class OfficeDesk: NavigationController<DeskPart> {
        private var isAdministrator: Bool?
        init() { super.init(root: .list) }
        override func load() async throws { isAdministrator = false }
        override func guardResult(for route: DeskPart) -> GuardResult {
            .allowed(if: route == .list || isAdministrator ?? true, otherwise: .list)
        }
        override func destination(for route: DeskPart) throws -> ViewController {
            switch route {
            case .list: HostingController(rootView: Text("The list")).titled("List")
            case .secret: HostingController(rootView: Text("A secret")).titled("Secret")
            }
        }
    }

    final class OfficeApp: Application {
        override func makeRootViewController() -> ViewController { Office() }
    }

    @Test func `a guard that needs loaded data refuses a screen behind a sheet as well`() async throws {
        try await Transport.memory.serve([HostedApplication("app", title: "App") { OfficeApp() }]) { wire in
            let visitor = Visitor(wire)
            #expect(try await visitor.visit("/app/secret").heading == "List")
            let page = try await Visitor(wire).visit("/app/secret/~sheet")
            #expect(page.heading == "Sheet" && !page.source.contains("A secret"))
            let behindList = try await Visitor(wire).visit("/app/~sheet")
            #expect(behindList.coveredHeading == "List" && behindList.source.contains("The list"))
        }
    }

    // MARK: - A split, and a container with a presented controller of its own

    enum ShelfPart: Route {
        case books, book(Int), sheet
        var transition: Transition { self == .sheet ? .modal : .push }
    }

    final class Shelf: SplitViewController<ShelfPart> {
        let mistakes: Mistakes
        init(mistakes: Mistakes) {
            self.mistakes = mistakes
            super.init(root: .books)
        }
        override func destination(for route: ShelfPart) throws -> ViewController {
            switch route {
            case .books: Books(mistakes: mistakes).titled("Books")
            case .book(let number): HostingController(rootView: Text("Pages of \(number)")).titled("Book \(number)")
            case .sheet: HostingController(rootView: Text("Sheet")).titled("Sheet")
            }
        }
    }

    /// Counts how often its view, which relies on its load, is read before that.
    final class Books: ViewController {
        private var titles: [String]?
        private let mistakes: Mistakes
        init(mistakes: Mistakes) {
            self.mistakes = mistakes
            super.init()
        }
        override func load() async throws { titles = ["One"] }
        override var view: any View {
            if titles == nil { mistakes.count.withLock { $0 += 1 } }
            return Text(titles == nil ? "Nothing" : "Loaded books")
        }
    }

    final class Mistakes: Sendable {
        let count = Mutex(0)
    }

    final class ShelfApp: Application {
        let mistakes: Mistakes
        init(_ mistakes: Mistakes) {
            self.mistakes = mistakes
            super.init()
        }
        override func makeRootViewController() -> ViewController { Shelf(mistakes: mistakes) }
    }

    @Test func `behind a sheet, a split shows its detail, and its list only loaded`() async throws {
        let mistakes = Mistakes()
        try await Transport.memory.serve([HostedApplication("app", title: "App") { ShelfApp(mistakes) }]) { wire in
            let detail = try await Visitor(wire).visit("/app/book:1/~sheet")
            #expect(detail.coveredHeading == "Book 1" && detail.source.contains("Pages of 1"))
            #expect(mistakes.count.withLock { $0 } == 0)
            let list = try await Visitor(wire).visit("/app/~sheet")
            #expect(list.coveredHeading == "Books" && list.source.contains("Loaded books"))
        }
    }

    enum HousePart: Route {
        case room, sheet
        var transition: Transition { self == .sheet ? .modal : .push }
    }

    final class House: NavigationController<HousePart> {
        init() { super.init(root: .room) }
        override class var actions: [Handler] { [.on(open)] }
        func open(_ action: Open) { present(.sheet) }
        override func destination(for route: HousePart) throws -> ViewController {
            switch route {
            case .room: Room()
            case .sheet: HostingController(rootView: Text("Sheet")).titled("Sheet")
            }
        }
    }

    enum RoomPart: Route {
        case view, lock
        var transition: Transition { self == .lock ? .fullScreen : .push }
    }

    final class Room: NavigationController<RoomPart> {
        init() { super.init(root: .view) }
        override func destination(for route: RoomPart) throws -> ViewController {
            switch route {
            case .view: HostingController(rootView: Text("The view")).titled("View")
            case .lock: HostingController(rootView: Button("Sheet", action: Open(part: "sheet"))).titled("Lock")
            }
        }
    }

    final class HouseApp: Application {
        override func makeRootViewController() -> ViewController { House() }
    }

    @Test func `a sheet over another presented controller does not show what that one covers`() async throws {
        try await Transport.memory.serve([HostedApplication("app", title: "App") { HouseApp() }]) { wire in
            let visitor = Visitor(wire)
            #expect(try await visitor.visit("/app/~lock").heading == "Lock")
            let page = try await visitor.click("Sheet")
            #expect(page.heading == "Sheet" && !page.source.contains("The view"))
        }
    }
}
