import CairnTesting
import NavigationKit
import Sessions
import Testing

@testable import Cairn

@Suite("Actions that only navigate are links") struct LinkTests {
    enum Hall: Route, CaseIterable { case east, west }
    enum Shelf: Route {
        case books, book(Int), card(Int), lent(Int), counter
        var transition: Transition { if case .card = self { .modal } else { .push } }
    }

    struct OpenBook: Action { var book: Int }
    struct OpenCard: Action { var book: Int }
    struct OpenLent: Action { var book: Int }
    struct Note: Action { var text: String }
    struct Ask: Action {}
    struct Lend: Action {}

    final class Library: TabBarController<Hall> {
        override var offersLinks: Bool { true }
        override func destination(for route: Hall) -> ViewController { Shelves(root: .books) }
    }

    final class Shelves: NavigationController<Shelf> {
        override class var actions: [Handler] {
            [
                .show { (action: OpenBook) in Shelf.book(action.book) },
                .show { (action: OpenCard) in Shelf.card(action.book) },
                .show { (action: OpenLent) in Shelf.lent(action.book) }, .on(note),
            ]
        }
        func note(_ action: Note) {}
        override var offersLinks: Bool { true }
        override func guardResult(for route: Shelf) -> GuardResult {
            if case .lent = route { .redirect(to: .books) } else { .allowed }
        }

        override func destination(for route: Shelf) -> ViewController {
            switch route {
            case .books: HostingController(rootView: Books()).titled("Books")
            case .book(let book):
                HostingController(rootView: Button("Card", action: OpenCard(book: book))).titled("Book")
            case .card: HostingController(rootView: Card()).titled("Card")
            case .lent: HostingController(rootView: Text("Lent")).titled("Lent")
            case .counter: Counter().titled("Counter")
            }
        }
    }

    struct Books: View {
        var body: some View {
            List {
                ForEach(1...2) { Row("Book \($0)", action: OpenBook(book: $0)) }
                Row("Lent", action: OpenLent(book: 3))
            }
        }
    }

    /// Offers actions that only navigate where a link would not do.
    final class Counter: ViewController {
        override class var actions: [Handler] { [.on(ask), .on(lend)] }
        func ask(_ action: Ask) {
            nearest(Window.self)?.present(
                Alert(title: "Which?", message: "", actions: [AlertAction("First", action: OpenBook(book: 1))]))
        }
        func lend(_ action: Lend) { flash("Lent", undo: OpenBook(book: 2)) }

        @ViewBuilder override var view: any View {
            Form {
                TextField("Title", name: "title")
                Button("Find", role: .primary, action: OpenBook(book: 1))
            }
            Button("Ask", action: Ask())
            Button("Lend", action: Lend())
        }
    }

    struct Card: View {
        var body: some View {
            TextField("Note", name: "text")
            Button("Keep", role: .primary, action: Note(text: ""))
            Row("Another", action: OpenBook(book: 2))
        }
    }

    final class App: Application {
        override func makeRootViewController() -> ViewController { Library(root: .east) }
    }

    private func each(_ body: (Visitor) async throws -> Void) async throws {
        try await Transport.memory.serve([HostedApplication("library", title: "Library") { App() }]) { wire in
            try await body(Visitor(wire))
        }
    }

    private func targets(_ page: RenderedPage) -> [String: String] {
        Dictionary(page.buttons.compactMap { link in link.target.map { (link.label, $0) } }) { first, _ in first }
    }

    @Test func `rows, tabs and Back are links with targets`() async throws {
        try await each { visitor in
            let books = try await visitor.visit("/library/east")
            #expect(
                targets(books) == [
                    "Book 1": "/library/east/book:1", "Book 2": "/library/east/book:2", "West": "/library/west",
                ])
            let book = try await visitor.click("Book 2")
            #expect(book.url == "/library/east/book:2")
            #expect(book.heading == "Book")
            #expect(
                targets(book) == [
                    "Back": "/library/east", "West": "/library/west", "Card": "/library/east/book:2/~card:2",
                ])
            #expect(try await visitor.click("Card").heading == "Card")
        }
    }

    @Test func `the choices of an alert, Undo and the default button of a form are buttons`() async throws {
        try await each { visitor in
            let counter = try await visitor.visit("/library/east/counter")
            #expect(
                counter.source.contains("<button name=\"action\" value=\"open-book?book=1\" class=\"default-action\""))
            let asked = try await visitor.click("Ask")
            #expect(targets(asked)["First"] == nil)
            #expect(try await visitor.click("First").heading == "Book")
            try await visitor.visit("/library/east/counter")
            let lent = try await visitor.click("Lend")
            #expect(targets(lent)["Undo"] == nil)
            #expect(try await visitor.click("Undo").heading == "Book")
        }
    }

    @Test func `following a link creates no session, and a POST of its action still works`() async throws {
        try await each { visitor in
            try await visitor.visit("/library/east")
            _ = try await visitor.click("Book 2")
            #expect(visitor.cookies.isEmpty)
            let body = Array("action=open-book&book=1".utf8)
            let type = (name: "Content-Type", value: "application/x-www-form-urlencoded")
            let reply = try await visitor.send(Call("POST", "/library/east", fields: [type], body: body))
            #expect(reply.status == 303)
            #expect(reply["location"] == "/library/east/book:1")
        }
    }

    @Test func `guarded destinations and presented pages have no links`() async throws {
        try await each { visitor in
            let books = try await visitor.visit("/library/east")
            #expect(books.buttons.first { $0.label == "Lent" }?.target == nil)
            let card = try await visitor.visit("/library/east/book:2/~card:2")
            #expect(targets(card).isEmpty)
            #expect(card.buttons.contains { $0.label == "Another" })
        }
    }

    @Test func `a tab whose last location is unknown is no link, but leads there`() async throws {
        try await each { visitor in
            let body = Array("action=open-book&book=1".utf8)
            let type = (name: "Content-Type", value: "application/x-www-form-urlencoded")
            _ = try await visitor.send(Call("POST", "/library/east", fields: [type], body: body))
            let west = try await visitor.visit("/library/west")
            // The location of a tab whose container was visited before is unknown until the tab is selected.
            #expect(west.buttons.first { $0.label == "East" }?.target == nil)
            #expect(try await visitor.click("East").url == "/library/east/book:1")
            #expect(targets(try visitor.page)["Back"] == "/library/east")
        }
    }

    @Test func `Siren has the same links as HTML`() async throws {
        try await each { visitor in
            let books = try await visitor.siren("/library/east")
            let rows = books.entities(of: "row")
            #expect(rows.map { $0.actions?.map(\.name) ?? [] } == [[], [], ["open-lent"]].map { $0 })
            #expect(rows[0].links?.first?.href.hasSuffix("/library/east/book:1") == true)
            #expect(rows[0].links?.first?.title == "Book 1")
            #expect(books.entities(of: "tab")[1].links?.first?.href.hasSuffix("/library/west") == true)
            let book = try await visitor.siren("/library/east/book:1")
            let up = book.links?.first { $0.rel == ["up"] }
            #expect(up?.title == "Back")
            #expect(up?.href.hasSuffix("/library/east") == true)
        }
    }
}
