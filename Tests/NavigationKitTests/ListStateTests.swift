@testable import Navigation
@testable import Responders
@testable import Views
import NavigationKit
import Testing

@Suite("Lists with search and paging") struct ListStateTests {
    private static let cities = ["Ulm", "Neu-Ulm", "Zürich", "Århus", "New York", "York"]

    @Test(arguments: [
        ("", cities), (" \t", cities), ("ulm", ["Ulm", "Neu-Ulm"]), ("YORK", ["New York", "York"]),
        ("york  new", ["New York"]), ("zü", ["Zürich"]), ("ÅR", ["Århus"]), ("atlantis", []),
        ("k", ["New York", "York"]),
        ("new york city", []),
    ])
    func `a text matches if it contains each word of the query, ignoring case`(query: String, found: [String]) {
        #expect(ListState(query: query).filter(ListStateTests.cities) { $0 } == found)
    }

    @Test(arguments: [
        (1, 1, 1...10), (2, 2, 11...20), (3, 3, 21...25), (4, 3, 21...25), (0, 1, 1...10), (-7, 1, 1...10),
        (Int.max, 3, 21...25), (Int.min, 1, 1...10),
    ])
    func `a requested page is clamped to the existing pages`(asked: Int, number: Int, shown: ClosedRange<Int>) {
        var listing = ListState()
        listing.show(ShowPage(page: asked))
        let page = listing.page(of: Array(1...25), size: 10)
        #expect((page.number, page.pages, page.total) == (number, 3, 25))
        #expect(Array(page.elements) == Array(shown))
    }

    @Test func `an empty list, a single page and a page size of 0 have at least one page`() {
        let listing = ListState(page: 2)
        #expect(listing.page(of: [Int](), size: 10).number == 1)
        #expect(listing.page(of: [Int](), size: 10).pages == 1)
        #expect(listing.page(of: [1, 2], size: 2).pages == 1)
        #expect(Array(listing.page(of: [1, 2], size: 0).elements) == [2])
    }

    @Test func `a search starts at the first page, and its query is truncated`() {
        var listing = ListState(query: "a", page: 7)
        listing.search(NavigationKit.Search(query: String(repeating: "x", count: 200)))
        #expect((listing.query.count, listing.page) == (100, 1))
        listing.show(ShowPage(page: 3))
        #expect((listing.query.count, listing.page) == (100, 3))
    }

    final class CityList: ViewController {
        @Saved var listing = ListState()
        let count: Int
        init(count: Int) {
            self.count = count
            super.init()
        }
        override class var actions: [Handler] { [.on(search), .on(show)] }
        func search(_ action: NavigationKit.Search) { listing.search(action) }
        func show(_ action: ShowPage) { listing.show(action) }
        @ViewBuilder override var view: any View {
            PagedList("Cities", listing.filter(1...max(count, 1)) { "City \($0)" }.prefix(count), at: listing, size: 4)
            {
                Row("City \($0)")
            }
            .searchable(listing, prompt: "Search cities")
        }
    }

    private func shown(_ visit: Visit<Stage>) async throws -> (rows: [String], offered: [String]) {
        let screen = try await visit.screen
        return (screen.rows.map(\.title), screen.actions.map(\.words.token))
    }

    @Test func `only the previous and the next page are offered, and others are refused`() async throws {
        let visit = try Visit(Stage(CityList(count: 10)))
        #expect(try await shown(visit).offered == ["search", "show-page?page=2"])
        try await visit.click("Next page")
        #expect(try await shown(visit).rows == ["City 5", "City 6", "City 7", "City 8"])
        #expect(try await shown(visit).offered == ["search", "show-page?page=1", "show-page?page=3"])
        for page in ["2", "4", "0", "-1", "9999999999999999999", "x"] {
            await #expect(throws: ActionError.self) { try await visit.submit("show-page?page=\(page)") }
        }
        try await visit.click("Next page")
        #expect(try await shown(visit).rows == ["City 9", "City 10"])
        #expect(try await shown(visit).offered == ["search", "show-page?page=2"])
        try await visit.click("Previous page")
        #expect(try await shown(visit).rows.first == "City 5")
    }

    @Test func `a search shows the matching rows, and Show all shows all rows again`() async throws {
        let visit = try Visit(Stage(CityList(count: 10)))
        try await visit.click("Next page")
        try await visit.click("Search", typing: ["query": "city 1"])
        #expect(try await shown(visit).rows == ["City 1", "City 10"])
        #expect(try await shown(visit).offered == ["search", "search?query="])
        try await visit.click("Search", typing: ["query": "nowhere"])
        let elements = try await visit.screen.elements
        let texts = elements.compactMap { if case .text(let text, .placeholder) = $0 { text } else { nil } }
        #expect(texts == ["Nothing was found for “nowhere”."])
        try await visit.click("Show all")
        #expect(try await shown(visit).rows.count == 4)
        #expect(visit.issues.isEmpty)
    }

    @Test func `a single page has no pager, and an empty list is not rendered`() async throws {
        let few = try await Visit(Stage(CityList(count: 4))).screen
        #expect(!few.elements.contains { if case .pager = $0 { true } else { false } })
        let none = try await Visit(Stage(CityList(count: 0))).screen
        #expect(!none.elements.contains { if case .beginList = $0 { true } else { false } })
    }

    enum CityRoute: Route { case cities(query: String, page: Int) }

    @Test func `the page and the query of a list are saved, and round-trip through a route`() async throws {
        let visit = try Visit(Stage(CityList(count: 10)))
        try await visit.click("Search", typing: ["query": "1"])
        let state = try visit.app.state
        #expect(try await shown(try Visit(Stage(CityList(count: 10)), state: state)).rows == ["City 1", "City 10"])
        let route = CityRoute.cities(query: "ulm & york", page: 2)
        let read = CityRoute(segment: route.segment)
        #expect(read == route)
        guard case .cities(let query, let page)? = read else { return }
        #expect(ListState(query: query, page: page) == ListState(query: "ulm & york", page: 2))
    }

    @Test(arguments: [(0, 5, 1), (9, 5, 5), (3, 0, 1), (2, 5, 2)])
    func `a pager clamps its page and offers only the adjacent pages`(page: Int, pages: Int, shown: Int) async throws {
        struct Leaf: Action { var number: Int }
        final class Book: ViewController {
            let pager: Pager<Leaf>
            init(_ pager: Pager<Leaf>) {
                self.pager = pager
                super.init()
            }
            override class var actions: [Handler] { [.on(leaf)] }
            func leaf(_ action: Leaf) {}
            @ViewBuilder override var view: any View { pager }
        }
        let book = Book(Pager(page: page, of: pages) { Leaf(number: $0) })
        let screen = try await Visit(Stage(book)).screen
        guard case .pager(let pager)? = screen.elements.first else { return #expect(Bool(false), "no pager") }
        #expect(pager.page == shown)
        #expect((pager.previous == nil, pager.next == nil) == (shown == 1, shown == max(1, pages)))
        let numbers = [shown - 1, shown + 1].filter { 1...max(1, pages) ~= $0 }
        #expect(screen.actions.map(\.words.token) == numbers.map { "leaf?number=\($0)" })
    }
}
