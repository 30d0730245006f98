import Cairn
import CairnTesting
import Testing

/// One use of each view, as the article about views shows them.
@Suite("The catalogue of views") struct ViewCatalogTests {
    enum Priority: String, Codable, CaseIterable { case low, high }
    struct Filter: Codable, Equatable, Sendable {
        var text = ""
        var priority: Priority?
    }
    struct Ticket: Identifiable, Sendable {
        let id: Int
        var title: String { "Ticket \(id)" }
        static let all = (1...30).map(Ticket.init)
    }
    enum Column: String, Codable { case title }

    struct OpenTicket: Action { var id: Int }
    struct CloseTicket: Action { var id: Int }
    struct CloseTickets: Action { var tickets = Selection<Int>() }
    struct SaveTicket: Action {
        var title = "", text = "", password = "", day = "", start = "", colour = ""
        var priority = Priority.low
        var isUrgent = false
        var people = 1
        var hours = 0.5
        var file: UploadedFile?
    }

    final class ContentCatalog: ViewController {
        @Query var listing = ListState()
        @Query var filter = Filter()
        @Query var order = ColumnOrder(by: Column.title)

        @ViewBuilder override var view: any View {
            Text("A paragraph.")
            Text("Second line:\nkept.", style: .secondary).keepingLineBreaks()
            Label("Arrives today", icon: .truck)
            Heading("A heading")
            Section("A part") { LabeledContent("State", value: "open") }
            HStack {
                Badge("new", role: .success)
                Link("Swift", target: "https://swift.org")
            }
            VStack { Text("In a box.") }.background(.card)
            DisclosureGroup("Details", isExpanded: false) { Text("Hidden at first.") }
            Image("/map.svg", alternative: "A map", width: 64, height: 64)
            ProgressView("Import", value: 3, total: 10)
            Skeleton("The tickets are being imported.", rows: 2)
            Gauge("Disk", value: 40, in: 0...100, text: "40 GB of 100 GB")
            EmptyState("No files", icon: .folder, message: "Add one.") {
                Button("Add", icon: .plus, action: OpenTicket(id: 0))
            }

            List("Five rows") {
                Row("Ticket 1", subtitle: "with a chevron", badge: "3", action: OpenTicket(id: 1))
                Row("A symbol").icon(.envelope)
                Row("Ida Lovelace").avatar("Ida Lovelace")
                Row("A picture").image("/map.svg")
                Row("Ticket 2").badge("late", role: .warning).menu {
                    Button("Open", action: OpenTicket(id: 2))
                    Button("Close", role: .destructive, action: CloseTicket(id: 2))
                }
            }
            Menu("More") { Button("Open 3", action: OpenTicket(id: 3)) }
            Button("Close 4", role: .destructive, action: CloseTicket(id: 4))
                .confirms("Close it?", message: "Nobody can write any more.", button: "Close it", cancel: "Keep it")

            HStack {
                QueryLink("All", $filter) { $0.priority = nil }
                QueryLink("High", $filter) { $0.priority = .high }
            }
            QueryForm("Apply", $filter) { TextField("Text", name: "text", text: filter.text) }
            PagedList("Tickets", Ticket.all, at: $listing, size: 20) { ticket in
                Row(ticket.title, action: OpenTicket(id: ticket.id))
            }
            .searchable($listing, prompt: "Search tickets")
            Table("Tickets", Ticket.all, limit: 100) {
                ViewColumn("Number") { SelectionToggle("#\($0.id)", name: "tickets", id: $0.id) }
                TableColumn("Title", value: \.title).sorted(by: .title, $order)
                TableColumn("Length", alignment: .trailing) { String($0.title.count) }
                ViewColumn("State") { Badge($0.id < 9 ? "open" : "closed", role: .neutral) }
            }
            Button("Close the ticked ones", action: CloseTickets())
            Map(
                "Offices", polygons: [],
                markers: [
                    Marker(
                        "Berlin", coordinate: Coordinate(latitude: 52.5, longitude: 13.4), action: OpenTicket(id: 5))
                ])
        }

        override class var actions: [Handler] { [.on(open), .on(close), .on(closeAll)] }
        func open(_ action: OpenTicket) {}
        func close(_ action: CloseTicket) {}
        func closeAll(_ action: CloseTickets) {}
    }

    final class FieldCatalog: ViewController {
        @ViewBuilder override var view: any View {
            Form {
                TextField("Title", name: "title", isRequired: true, maximumLength: 80, help: "In a few words.")
                TextEditor("Text", name: "text", maximumLength: 4_000)
                SecureField("Password", name: "password", isRequired: false)
                Picker("Priority", name: "priority", selection: Priority.low, style: .radioGroup)
                Toggle("Urgent", name: "isUrgent")
                DatePicker("Day", name: "day", selection: "2026-03-09", minimum: "2026-01-01")
                DatePicker("Start", name: "start", selection: "09:30", displayedComponents: .hourAndMinute)
                Stepper("People", name: "people", value: 1, in: 1...12)
                Slider("Hours", name: "hours", value: 0.5, in: 0...8, step: 0.25)
                ColorPicker("Colour", name: "colour", selection: "#0f6b66")
                FileField("File", name: "file", accept: ".pdf")
                Button("Save", role: .primary, action: SaveTicket())
            }
        }

        override class var actions: [Handler] { [.on(save)] }
        func save(_ action: SaveTicket) { flash("Saved \(action.title) for \(action.day) at \(action.start)") }
    }

    final class Catalog: Application {
        private let makeRoot: () -> ViewController
        init(_ makeRoot: @escaping () -> ViewController) { self.makeRoot = makeRoot }
        override func makeRootViewController() -> ViewController { makeRoot().titled("Catalogue") }
    }

    private static func apps() -> [HostedApplication] {
        [
            HostedApplication("content", title: "Content") { Catalog { ContentCatalog() } },
            HostedApplication("fields", title: "Fields") { Catalog { FieldCatalog() } },
        ]
    }

    @Test func `each view that the article shows is on the page, and nothing about it is a mistake`() async throws {
        for hosted in Self.apps() {
            let application = try hosted.makeApplication()
            try await application.load()
            var diagnostics: [Diagnostic] = []
            _ = try hosted.inspect(application) { diagnostics.append($0) }
            #expect(diagnostics.isEmpty, "\(diagnostics)")
        }
        try await Visitor.each(apps: Self.apps) { visitor in
            let content = try await visitor.visit("/content")
            #expect(content.rows.count == 26 && content.buttons.contains { $0.label == "Close 4" })
            for text in [
                "A paragraph.", "Hidden at first.", "40 GB of 100 GB", "No files", "Berlin", "Close the ticked ones",
            ] {
                #expect(content.source.contains(text), "\(text)")
            }
            let asked = try await visitor.click("Close 4")
            #expect(asked.alert?.message == "Nobody can write any more.")
            let fields = try await visitor.visit("/fields")
            #expect(fields.fields.map(\.label).count == 11, "\(fields.fields.map(\.label))")
            try visitor.fill("Title", with: "Broken lamp")
            #expect(try await visitor.click("Save").flash == "Saved Broken lamp for 2026-03-09 at 09:30")
        }
    }
}
