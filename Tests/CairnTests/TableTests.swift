import Cairn
import CairnTesting
import Testing

@Suite("Tables that are sorted, paged and ticked") struct TableTests {
    enum Column: String, Codable { case number, title }

    struct Ticket: Sendable, Identifiable {
        let id: Int
        var title: String { "\(["Lamp", "Chair", "Door"][id % 3]) \(id)" }
    }

    struct CloseTickets: Action { var tickets = Selection<Int>() }

    /// A source that divides its data into pages itself, such as a database.
    actor Store {
        private var tickets = (1...10_000).map(Ticket.init)
        func close(_ ids: Set<Int>) { tickets.removeAll { ids.contains($0.id) } }
        func page(_ order: ColumnOrder<Column>, from offset: Int, count: Int) -> (tickets: [Ticket], total: Int) {
            let sorted = tickets.sorted { one, other in
                let isBefore = order.by == .number ? one.id < other.id : one.title < other.title
                return order.isDescending ? !isBefore : isBefore
            }
            return (Array(sorted.dropFirst(offset).prefix(count)), sorted.count)
        }
    }

    final class Queue: ViewController {
        let store: Store
        @Query var order = ColumnOrder(by: Column.number)
        @Query var listing = ListState()
        private var page = ListPage<[Ticket]>([], at: ListState(), size: 20, of: 0)

        init(_ store: Store) {
            self.store = store
            super.init()
        }

        override func load() async throws {
            let (tickets, total) = await store.page(order, from: listing.offset(size: 20), count: 20)
            page = ListPage(tickets, at: listing, size: 20, of: total)
        }

        override class var actions: [Handler] { [.on(close)] }
        func close(_ action: CloseTickets) async throws {
            guard !action.tickets.ids.isEmpty else { return flash("Tick the tickets to close first.") }
            await store.close(action.tickets.ids)
            flash("Closed: \(action.tickets.ids.sorted().map(String.init).joined(separator: ", "))")
        }

        @ViewBuilder override var view: any View {
            Table("Tickets", page.elements) {
                ViewColumn("Number") { SelectionToggle("#\($0.id)", name: "tickets", id: $0.id) }
                    .sorted(by: .number, $order)
                TableColumn("Title", value: \.title).sorted(by: .title, $order)
            }
            QueryPager(page, at: $listing, label: "Pages of tickets")
            Button("Close the ticked ones", action: CloseTickets())
        }
    }

    final class DeskApp: Application {
        let store: Store
        init(_ store: Store) { self.store = store }
        override func makeRootViewController() -> ViewController { Queue(store).titled("Queue") }
    }

    private static func apps() -> [HostedApplication] {
        let store = Store()
        return [HostedApplication("desk", title: "Desk") { DeskApp(store) }]
    }

    private static func first(_ page: RenderedPage) -> [String]? { page.tables.first?.rows.first }

    @Test func `headings sort by their column, and again in the other direction`() async throws {
        try await Visitor.each(apps: Self.apps) { visitor in
            let page = try await visitor.visit("/desk")
            #expect(Self.first(page) == ["#1", "Chair 1"] && page.texts.contains("Page 1 of 500"))
            #expect(
                page.source.contains(
                    "<th scope=\"col\" aria-sort=\"ascending\"><a class=\"link\" href=\"/desk?descending=true\">"))
            let titles = try await visitor.follow("Title")
            #expect(titles.url == "/desk?sort=title" && Self.first(titles) == ["#1", "Chair 1"])
            let last = try await visitor.follow("Title")
            #expect(last.url == "/desk?sort=title&descending=true" && Self.first(last) == ["#9999", "Lamp 9999"])
            let second = try await visitor.click("Next page")
            #expect(second.url == "/desk?sort=title&descending=true&page=2" && second.texts.contains("Page 2 of 500"))
            let table = try #require(try await visitor.siren(second.url).entities(of: "table").first)
            #expect(table.properties?.sortedBy == "Title" && table.properties?.order == "descending")
            let beyond = try await visitor.visit("/desk?page=900")
            #expect(beyond.texts.contains("Page 500 of 500") && beyond.tables.first?.rows.isEmpty ?? false)
            #expect(try await visitor.visit("/desk?page=9223372036854775807").status == 200)
        }
    }

    @Test func `one action is performed for all ticked elements`() async throws {
        try await Visitor.each(apps: Self.apps) { visitor in
            try await visitor.visit("/desk?page=2")
            #expect(try await visitor.click("Close the ticked ones").flash == "Tick the tickets to close first.")
            for number in [21, 23, 40] { try visitor.check("#\(number)") }
            let closed = try await visitor.click("Close the ticked ones")
            #expect(closed.flash == "Closed: 21, 23, 40")
            #expect(closed.tables.first?.rows.prefix(2).map(\.first) == ["#22", "#24"])
            #expect(try closed.field("#22").isSent == false)
        }
    }

    @Test func `an element that is not on the page cannot be ticked`() async throws {
        try await Transport.memory.serve(Self.apps()) { wire in
            let visitor = Visitor(wire)
            let page = try await visitor.visit("/desk")
            let button = try page.button("Close the ticked ones")
            var call = try visitor.call(for: button)
            call.body += Array("&tickets.900=true&tickets.3=true".utf8)
            let reply = try await visitor.send(call)
            let after = try await visitor.visit(try #require(reply["location"]))
            #expect(after.flash == "Closed: 3")
        }
    }

    @Test func `a crawler finds no faults`() async throws {
        try await Transport.memory.serve(Self.apps()) { wire in
            var limits = Crawl.Limits()
            limits.depth = 1
            let crawl = try await Crawler(wire, limits: limits).crawl(from: "/desk")
            #expect(crawl.findings.isEmpty, "\(crawl.findings)")
            #expect(crawl.locations.contains("/desk?sort=title"))
        }
    }
}
