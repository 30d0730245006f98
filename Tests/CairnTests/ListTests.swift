import Cairn
import CairnTesting
import Testing

@Suite("Lists with search and paging") struct ListTests {
    final class Names: ViewController {
        @Saved var listing = ListState()
        override class var actions: [Handler] { [.on(search), .on(show)] }
        func search(_ action: Search) { listing.search(action) }
        func show(_ action: ShowPage) { listing.show(action) }
        @ViewBuilder override var view: any View {
            PagedList("Names", listing.filter(1...85) { "Name \($0)" }, at: listing, size: 10) { Row("Name \($0)") }
                .searchable(listing, prompt: "Search names")
        }
    }

    final class Register: Application {
        override func makeRootViewController() -> ViewController { Names().titled("Names") }
    }

    private static func each(_ body: (Visitor) async throws -> Void) async throws {
        let apps = { [HostedApplication("register", title: "Register") { Register() }] }
        try await Visitor.each(apps: apps, body)
    }

    @Test func `a visitor changes pages, goes back, and searches with Enter`() async throws {
        try await ListTests.each { visitor in
            try await visitor.visit("/register")
            let second = try await visitor.click("Next page")
            #expect(second.texts == ["Page 2 of 9"])
            #expect(second.rows.first?.title == "Name 11")
            #expect(try await visitor.click("Next page").rows.first?.title == "Name 21")
            #expect(try visitor.back().rows.first?.title == "Name 11")
            #expect(try await visitor.click("Previous page").rows.first?.title == "Name 1")
            #expect(try visitor.page.texts == ["Page 1 of 9"])
            try visitor.fill("Search names", with: "name 8")
            let found = try await visitor.pressEnter()
            #expect(found.rows.map(\.title) == [8, 18, 28, 38, 48, 58, 68, 78, 80, 81].map { "Name \($0)" })
            #expect(found.texts == ["Page 1 of 2"])
            #expect(try found.field("Search names").value == "name 8")
            #expect(try await visitor.reload().rows == found.rows)
            let all = try await visitor.click("Show all")
            #expect(all.texts == ["Page 1 of 9"])
            #expect(try all.field("Search names").value == "")
        }
    }

    @Test func `the search is a landmark with its own form, the pager is a navigation landmark`() async throws {
        try await ListTests.each { visitor in
            let page = try await visitor.visit("/register")
            #expect(page.source.contains("<form role=\"search\" method=\"post\""))
            #expect(page.source.contains("<nav class=\"pager\" aria-label=\"Pages of Names\">"))
            let search = try page.button("Search")
            #expect(String(decoding: try visitor.call(for: search).body, as: UTF8.self).contains("query="))
        }
    }

    @Test func `a script finds the next and previous page by their relations`() async throws {
        try await ListTests.each { visitor in
            let first = try await visitor.siren("/register")
            let pager = try #require(first.entities(of: "pager").first)
            #expect((pager.properties?.page, pager.properties?.pages) == (1, 9))
            #expect(pager.entities?.map(\.rel) == [["next"]])
            let second = try await visitor.perform("show-page", of: pager, in: "Next page")
            #expect(second.entities(of: "row").first?.properties?.title == "Name 11")
            #expect(second.entities(of: "pager").first?.entities?.map(\.rel) == [["prev"], ["next"]])
            let found = try await visitor.perform("search", of: second, fields: ["query": "85"])
            #expect(found.entities(of: "row").map(\.properties?.title) == ["Name 85"])
            #expect(found.entities(of: "pager").isEmpty)
        }
    }

    @Test func `an action for a page that is not offered is refused`() async throws {
        try await Transport.memory.serve([HostedApplication("register", title: "Register") { Register() }]) { wire in
            let visitor = Visitor(wire)
            let refused = try await visitor.post("/register", "action=show-page&page=5")
            #expect(refused.status == 409)
            let turned = try await visitor.post("/register", "action=show-page&page=2")
            #expect(turned.status == 303)
        }
    }
}
