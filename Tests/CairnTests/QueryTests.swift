import Cairn
import CairnTesting
import Foundation
import Sessions
import Testing

@Suite("Values in the query of a location") struct QueryTests {
    enum Status: String, Codable, CaseIterable { case open, waiting, closed }
    struct Filter: Codable, Equatable, Sendable {
        var status: Status?
        var text = ""
        var isMine = false
    }

    struct Ticket: Sendable, Identifiable {
        let id: Int
        var title: String { "Ticket \(id)" }
        var status: Status { Status.allCases[id % 3] }
        static let all = (1...90).map(Ticket.init)
    }

    enum Place: Route { case queue, ticket(Int) }
    struct OpenTicket: Action { var id: Int }
    struct Note: Action { var text = "" }

    final class Queue: ViewController {
        @Query var filter = Filter()
        @Query var listing = ListState()
        @Saved var notes = 0
        override class var actions: [Handler] { [.on(note)] }
        func note(_ action: Note) { flash("Noted") }

        @ViewBuilder override var view: any View {
            HStack {
                QueryLink("All", $filter) { $0.status = nil }
                for status in Status.allCases { QueryLink(status.rawValue, $filter) { $0.status = status } }
            }
            QueryForm("Apply", $filter) {
                TextField("Text", name: "text", text: filter.text)
                Picker(
                    "Status", name: "status", choices: Status.allCases.map { .init($0.rawValue, value: $0.rawValue) },
                    selection: filter.status?.rawValue, isRequired: false)
            }
            let tickets = Ticket.all.filter { ticket in filter.status.map { $0 == ticket.status } ?? true }
            PagedList("Tickets", listing.filter(tickets, by: \.title), at: $listing, size: 10) {
                Row($0.title, action: OpenTicket(id: $0.id))
            }
            .searchable($listing, prompt: "Search tickets")
            Button("Note", action: Note())
        }
    }

    final class Desk: NavigationController<Place> {
        override class var actions: [Handler] { [.show { (action: OpenTicket) in Place.ticket(action.id) }] }
        override func destination(for route: Place) throws -> ViewController {
            switch route {
            case .queue: Queue().titled("Queue")
            case .ticket(let id): HostingController(rootView: Text("Text of \(id)")).titled("Ticket \(id)")
            }
        }
    }

    final class Office: SplitViewController<Place> {
        override class var actions: [Handler] { [.show { (action: OpenTicket) in Place.ticket(action.id) }] }
        override func destination(for route: Place) throws -> ViewController {
            switch route {
            case .queue: Queue().titled("Queue")
            case .ticket(let id): HostingController(rootView: Text("Text of \(id)")).titled("Ticket \(id)")
            }
        }
    }

    final class DeskApp: Application {
        override func makeRootViewController() -> ViewController { Desk(root: .queue) }
    }
    final class OfficeApp: Application {
        override func makeRootViewController() -> ViewController { Office(root: .queue) }
    }

    private static func apps() -> [HostedApplication] {
        [
            HostedApplication("desk", title: "Desk") { DeskApp() },
            HostedApplication("office", title: "Office") { OfficeApp() },
        ]
    }

    private static func each(_ body: (Visitor) async throws -> Void) async throws {
        try await Visitor.each(apps: apps, body)
    }

    private static func location(of page: RenderedPage) -> String? {
        // A page of a session at its canonical URL needs no link to it.
        let link = page.source.firstMatch(of: /<link rel="canonical" href="([^"]*)">/)?.output.1
        let form = page.source.firstMatch(of: /<form [^>]*id="screen"[^>]* action="([^"]*)">/)?.output.1
        return (link ?? form).map { String($0).replacing("&amp;", with: "&") }
    }

    @Test func `an address sets the values, and the page names only those that differ from the defaults`() async throws
    {
        try await Self.each { visitor in
            let page = try await visitor.visit("/desk?page=2&status=open&page=9&utm_source=x&isMine=maybe&text=")
            #expect(Self.location(of: page) == "/desk?status=open&page=2")
            #expect(page.rows.first?.title == "Ticket 33" && page.texts.contains("Page 2 of 3"))
            #expect(try page.field("Status").value == "open")
            #expect(page.reply["set-cookie"] == nil)
            for other in [
                "/desk", "/desk?", "/desk?status=", "/desk?status=none", "/desk?page=1", "/desk?=&&x", "/desk?a=%zz",
            ] {
                let page = try await visitor.visit(other)
                #expect(Self.location(of: page) == "/desk" && page.rows.count == 10, "\(other)")
            }
            let plus = try await visitor.visit("/desk?query=ticket+1&text=a%26b%20%C3%A4")
            #expect(Self.location(of: plus) == "/desk?text=a%26b%20%C3%A4&query=ticket%201")
            #expect(try plus.field("Text").value == "a&b ä")
        }
    }

    struct Day: RawRepresentable, Codable, Equatable, Sendable {
        let rawValue: String
        init?(rawValue: String) {
            guard rawValue.utf8.count == 10 else { return nil }
            self.rawValue = rawValue
        }
    }
    final class Calendar: ViewController {
        @Query var day: Day?
        @Query var status: Status?
        @Query var count: Int?
        @ViewBuilder override var view: any View {
            Text("\(day?.rawValue ?? "any day"), \(status?.rawValue ?? "any status"), \(count ?? 0)")
            QueryLink("Tomorrow", $day) { $0 = Day(rawValue: "2026-03-10") }
        }
    }
    final class CalendarApp: Application {
        override func makeRootViewController() -> ViewController { Calendar().titled("Calendar") }
    }

    @Test func `values that are optional, raw representable or both are read as they are printed`() async throws {
        let apps = { [HostedApplication("calendar", title: "Calendar") { CalendarApp() }] }
        try await Visitor.each(apps: apps) { visitor in
            let page = try await visitor.visit("/calendar?day=2026-03-09&status=open&count=3")
            #expect(page.texts.contains("2026-03-09, open, 3"), "\(page.texts)")
            #expect(Self.location(of: page) == "/calendar?day=2026-03-09&status=open&count=3")
            let next = try await visitor.follow("Tomorrow")
            #expect(next.texts.contains("2026-03-10, open, 3"), "\(next.texts)")
            let wrong = try await visitor.visit("/calendar?day=monday&status=lost&count=many")
            #expect(wrong.texts.contains("any day, any status, 0") && Self.location(of: wrong) == "/calendar")
        }
    }

    struct Search: Codable, Equatable, Sendable {
        var days: [Day] = []
        var text = ""
        var numbers = [1, 2]
    }
    final class Agenda: ViewController {
        @Query var search = Search()
        @Query var status: [Status] = []
        @ViewBuilder override var view: any View {
            Text("Days \(search.days.map(\.rawValue)), numbers \(search.numbers), status \(status.map(\.rawValue))")
            QueryLink("Tomorrow", $search) {
                $0.days = $0.days.suffix(2) + [Day(rawValue: "2026-03-10")].compactMap(\.self)
            }
            QueryLink("No numbers", $search) { $0.numbers = [] }
            QueryLink("Waiting", $status) { $0 = [.waiting, .open] }
        }
    }
    final class AgendaApp: Application {
        override func makeRootViewController() -> ViewController { Agenda().titled("Agenda") }
    }
    private static func agenda() -> [HostedApplication] {
        [HostedApplication("agenda", title: "Agenda") { AgendaApp() }]
    }

    @Test func `a list has one item for each element, whatever its default is`() async throws {
        try await Visitor.each(apps: Self.agenda) { visitor in
            let days = "days=2026-03-10&days=2026-03-09"
            let page = try await visitor.visit("/agenda?status=waiting&text=a&status=closed&\(days)&text=b&days=")
            let shown = "Days [\"2026-03-10\", \"2026-03-09\"], numbers [1, 2], status [\"waiting\", \"closed\"]"
            #expect(page.texts.contains(shown), "\(page.texts)")
            #expect(Self.location(of: page) == "/agenda?text=a&\(days)&status=waiting&status=closed")
            #expect(try await visitor.follow("No numbers").texts.contains { $0.contains("numbers []") })
            let none = try await visitor.follow("Tomorrow")
            #expect(
                Self.location(of: none)
                    == "/agenda?text=a&numbers=&\(days)&days=2026-03-10&status=waiting&status=closed")
            let other = try await visitor.visit("/agenda?numbers=7&days=monday&days=2026-03-09")
            #expect(other.texts.contains("Days [], numbers [7], status []"), "\(other.texts)")
            #expect(Self.location(of: other) == "/agenda?numbers=7")
            #expect(Self.location(of: try await visitor.visit("/agenda?numbers=1&numbers=2&status=")) == "/agenda")
            #expect(
                Self.location(of: try await visitor.visit("/agenda?numbers=2&numbers=1"))
                    == "/agenda?numbers=2&numbers=1")
        }
        try await Transport.memory.serve(Self.agenda()) { wire in
            var limits = Crawl.Limits()
            limits.depth = 3
            let crawl = try await Crawler(wire, limits: limits).crawl(from: "/agenda")
            #expect(crawl.findings.isEmpty, "\(crawl.findings)")
            #expect(
                crawl.locations.contains("/agenda?numbers=&status=waiting&status=open"), "\(crawl.locations.sorted())")
        }
    }

    @Test(arguments: [Int.min, Int.min + 1, -3, 0]) func `a page below 1 in an address is the first page`(page: Int)
        async throws
    {
        for transport in Transport.allCases {
            try await transport.serve(Self.apps()) { wire in
                let shown = try await Visitor(wire).visit("/desk?page=\(page)&query=ticket")
                #expect(Self.location(of: shown) == "/desk?query=ticket" && shown.rows.first?.title == "Ticket 1")
            }
        }
        let decoded = try JSONDecoder().decode(ListState.self, from: Data("{\"query\":\"\",\"page\":\(page)}".utf8))
        #expect(decoded.page == 1 && decoded.offset(size: 50) == 0)
        let last = ListState(page: .max)
        #expect(last.offset(size: 50) == .max / 2 && last.offset(size: 1) == .max / 2)
        #expect(ListPage([Int](), at: last, size: 10, of: 25).number == 3)
    }

    @Test func `a query that is too long, or has too many items, sets nothing`() async throws {
        try await Self.each { visitor in
            let items = (0..<40).map { "a\($0)=1" }.joined(separator: "&")
            for query in ["status=open&" + items, "status=open&text=" + String(repeating: "a", count: 1_100)] {
                let page = try await visitor.visit("/desk?" + query)
                #expect(page.status == 200 && Self.location(of: page) == "/desk")
            }
        }
    }

    @Test func `links and forms change the query, and the history keeps its versions`() async throws {
        try await Self.each { visitor in
            try await visitor.visit("/desk")
            let open = try await visitor.follow("open")
            #expect(open.url == "/desk?status=open" && open.source.contains("aria-current=\"true\">open<"))
            let second = try await visitor.click("Next page")
            #expect(second.url == "/desk?status=open&page=2" && second.rows.first?.title == "Ticket 33")
            #expect(
                second.reply.values(of: "link").joined(separator: ", ")
                    == "</desk?status=open>; rel=\"prev\", </desk?status=open&page=3>; rel=\"next\"")
            try visitor.fill("Search tickets", with: "ticket 9")
            let found = try await visitor.click("Search")
            #expect(
                found.url == "/desk?status=open&query=ticket+9"
                    && found.rows.map(\.title) == [9, 39, 69, 90].map { "Ticket \($0)" })
            #expect(try await visitor.follow("Show all").url == "/desk?status=open")
            try visitor.fill("Text", with: "a b")
            let applied = try await visitor.click("Apply")
            #expect(Self.location(of: applied) == "/desk?status=open&text=a%20b")
            #expect(try await visitor.follow("All").url == "/desk?text=a%20b")
            #expect(visitor.cookies.isEmpty)
            #expect(try visitor.back().url == applied.url)
        }
    }

    @Test func `an action keeps the query, and Back shows it again`() async throws {
        try await Self.each { visitor in
            try await visitor.visit("/desk?status=waiting")
            let noted = try await visitor.click("Note")
            #expect(noted.flash == "Noted" && Self.location(of: noted) == "/desk?status=waiting")
            #expect(noted.url == "/desk?status=waiting&at=2" && noted.rows.first?.title == "Ticket 1")
            // A link would lose the filter for Back, so the row is a button.
            let ticket = try await visitor.click("Ticket 1")
            #expect(ticket.heading == "Ticket 1" && ticket.url == "/desk/ticket:1")
            let back = try await visitor.click("Back")
            #expect(Self.location(of: back) == "/desk?status=waiting" && back.rows.first?.title == "Ticket 1")
            // Without a filter, rows and Back are links.
            let all = try await visitor.follow("All")
            #expect(try all.button("Ticket 1").target == "/desk/ticket:1")
            let opened = try await visitor.click("Ticket 2")
            #expect(opened.url == "/desk/ticket:2")
        }
    }

    @Test func `a split keeps the query of its list in the links of the rows`() async throws {
        try await Self.each { visitor in
            let list = try await visitor.visit("/office?status=closed&page=2")
            #expect(try list.button("Ticket 32").target == "/office/ticket:32?status=closed&page=2")
            let ticket = try await visitor.click("Ticket 32")
            #expect(ticket.heading == "Ticket 32" && ticket.rows.first?.title == "Ticket 32")
            #expect(Self.location(of: ticket) == "/office/ticket:32?status=closed&page=2")
            let open = try await visitor.follow("open")
            #expect(open.url == "/office/ticket:32?status=open&page=2" && open.heading == "Ticket 32")
            let back = try await visitor.click("Back")
            #expect(Self.location(of: back) == "/office?status=open&page=2")
        }
    }

    @Test func `a script follows links and sends the forms`() async throws {
        try await Self.each { visitor in
            let queue = try await visitor.siren("/desk?status=open")
            #expect(queue.links?.first { $0.rel == ["next"] }?.href.hasSuffix("/desk?status=open&page=2") ?? false)
            #expect(queue.links?.filter { $0.rel == ["urn:cairn:query"] }.count == 4)
            let pager = try #require(queue.entities(of: "pager").first)
            #expect(pager.links?.map(\.rel) == [["next"]])
            #expect(queue.actions?.map(\.name) == ["note", "query", "query-2"])
            let found = try await visitor.perform("query-2", of: queue, fields: ["query": "ticket 3"])
            #expect(found.entities(of: "row").first?.properties?.title == "Ticket 3")
            #expect(
                found.links?.first { $0.rel == ["self"] }?.href.hasSuffix("/desk?status=open&query=ticket%203") ?? false
            )
        }
    }

    @Test func `a version with a query survives a restart`() async throws {
        try await Transport.memory.serve(Self.apps()) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/desk?status=waiting&page=3")
            try await visitor.click("Note")
            let page = try await visitor.reload()
            #expect(page.url == "/desk?status=waiting&page=3&at=2" && page.texts.contains("Page 3 of 3"))
            #expect(try await visitor.visit("/desk?status=waiting&page=3&at=2").notice == nil)
            #expect(try await visitor.visit("/desk?status=open&at=2").notice != nil)
            // An unknown name changes nothing about the version.
            #expect(try await visitor.visit("/desk?status=waiting&page=3&at=2&utm=1").texts.contains("Page 3 of 3"))
        }
    }

    final class Twice: ViewController {
        @Query var at = 1
        @Query var page = 1
        @Query var listing = ListState()
    }
    final class TwiceApp: Application {
        override func makeRootViewController() -> ViewController { Twice().titled("Twice") }
    }

    @Test func `a name that is the server's own, or that two values have, is reported`() async throws {
        let hosted = HostedApplication("twice", title: "Twice") { TwiceApp() }
        let application = try hosted.makeApplication()
        try await application.load()
        var diagnostics: [Diagnostic] = []
        _ = try hosted.inspect(application) { diagnostics.append($0) }
        let found = diagnostics.map(\.description)
        #expect(found.count == 2, "\(found)")
        #expect(found.contains { $0.contains("query name at is the server's own") })
        #expect(found.contains { $0.contains("Two values of one screen have the query name page") })
    }

    final class Misnamed: ViewController {
        @Query var filter = Filter()
        @ViewBuilder override var view: any View {
            QueryForm("Apply", $filter) {
                TextField("Text", name: "texts")
                Button("Note", action: Note())
            }
        }
    }
    final class MisnamedApp: Application {
        override func makeRootViewController() -> ViewController { Misnamed().titled("Misnamed") }
    }

    @Test func `a field that names no property is reported, and a button in the form is not offered`() async throws {
        let hosted = HostedApplication("misnamed", title: "Misnamed") { MisnamedApp() }
        let application = try hosted.makeApplication()
        try await application.load()
        var found: [String] = []
        let seen = try hosted.inspect(application) { found.append($0.description) }
        #expect(found.count == 1 && found.allSatisfy { $0.contains("uses the field texts") }, "\(found)")
        #expect(seen.offers.isEmpty)
    }

    @Test func `a crawler finds no faults`() async throws {
        for path in ["/desk", "/office"] {
            try await Transport.memory.serve(Self.apps()) { wire in
                var limits = Crawl.Limits()
                limits.depth = 2
                let crawl = try await Crawler(wire, limits: limits).crawl(from: path)
                #expect(crawl.findings.isEmpty && crawl.isComplete, "\(crawl.findings)")
                #expect(crawl.locations.contains("\(path)?page=2"), "\(crawl.locations.sorted())")
            }
        }
    }
}
