@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("The text of Back") struct BackButtonTests {
    private func destination(of screen: Screen) throws -> String? {
        let back = try #require(screen.leadingItems.first)
        #expect(back.title == "Back")
        return back.destinationTitle
    }

    @Test func `Back names the screen below, whether that is built or not`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        try await visit.click("Letter 2")
        #expect(try destination(of: try await visit.screen) == "Inbox")
        let built = visit.app.diary.built

        let restored = try PostOffice.visit(state: try visit.app.state)
        #expect(try destination(of: try await restored.screen) == "Inbox")
        #expect(try destination(of: try await restored.screen) == "Inbox")
        #expect(restored.app.diary.built.filter { $0 == "Inbox" } == ["Inbox"])
        #expect(built.filter { $0 == "Inbox" } == ["Inbox"])
    }

    @Test func `only the screen below is built for its title, at every depth`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:1/letter:2/letter:3/letter:4")
        #expect(try destination(of: try await visit.screen) == "Letter 3")
        #expect(visit.app.diary.built == ["Letter 4", "Letter 3"])
    }

    @Test func `Back names the screen that a container without a title shows`() async throws {
        let visit = try Visit(Stage(Room()))
        try await visit.click("Open")
        #expect(try destination(of: try await visit.screen) == "Books")
    }

    @Test func `a screen decides what the button that leads back to it says`() async throws {
        let shelf = Shelf(below: .named("Books", back: "Shelf"))
        let visit = try Visit(Stage(shelf))
        try await visit.click("Open")
        #expect(try destination(of: try await visit.screen) == "Shelf")

        for below in [Shelf.Below.named("Books", back: ""), .named("", back: nil), .refused, .missing] {
            let visit = try Visit(Stage(Shelf(below: below)), at: "/book")
            #expect(try destination(of: try await visit.screen) == nil, "\(below)")
        }
    }
}

private struct OpenBook: Action {}

private enum ShelfRoute: Route { case books, book }

private final class Shelf: NavigationController<ShelfRoute> {
    enum Below {
        case named(String, back: String?)
        case refused, missing
    }

    let below: Below
    init(below: Below) {
        self.below = below
        super.init(root: .books)
    }

    override class var actions: [Handler] { [.on(open)] }
    func open(_ action: OpenBook) { show(.book) }

    override func guardResult(for route: ShelfRoute) -> GuardResult {
        if case (.books, .refused) = (route, below) { .redirect(to: .book) } else { .allowed }
    }

    override func destination(for route: ShelfRoute) throws -> ViewController {
        guard route == .books else { return BookPage().titled("Book") }
        guard case .named(let title, let back) = below else { throw NavigationError.notFound }
        let books = BookPage().titled(title)
        books.navigationItem.backButtonTitle = back
        return books
    }
}

private enum RoomRoute: Route { case shelf, book }

/// Its root is a stack.
private final class Room: NavigationController<RoomRoute> {
    init() { super.init(root: .shelf) }

    override class var actions: [Handler] { [.on(open)] }
    func open(_ action: OpenBook) { show(.book) }

    override func destination(for route: RoomRoute) throws -> ViewController {
        switch route {
        case .shelf: Hall()
        case .book: BookPage().titled("Book")
        }
    }
}

private enum HallRoute: Route { case books }

private final class Hall: NavigationController<HallRoute> {
    init() { super.init(root: .books) }
    override func destination(for route: HallRoute) throws -> ViewController { BookPage().titled("Books") }
}

private final class BookPage: ViewController {
    override var view: any View { Button("Open", action: OpenBook()) }
}
