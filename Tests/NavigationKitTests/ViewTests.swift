@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Flattening of views into a screen") struct ViewTests {
    private func lines(_ view: some View) async throws -> [String] {
        let screen = try await Visit(Stage(Sheet { view })).screen
        return screen.elements.map { element in
            switch element {
            case .heading(let text): "# \(text)"
            case .text(let text, let style): "\(style): \(text)"
            case .beginList(let label): "list \(label ?? "-")"
            case .endList: "end"
            case .row(let row): "row \(screen.rows[row].title)"
            case .link(let title, let target): "link \(title) \(target)"
            case .routeLink(let link): "route \(link.title) \(link.path) \(link.type ?? "-") \(link.downloads)"
            case .image(let image): "image \(image.source) \(image.alternative)"
            case .beginSection(let title): "section \(title)"
            case .endSection: "end section"
            case .labeledContent(let label, let value): "\(label): \(value)"
            default: "other"
            }
        }
    }

    struct RouteLinks: View {
        let paths: [String]
        @ViewBuilder var body: some View { for path in paths { Link("a", route: path) } }
    }

    @Test func `a link to a route names a path below the app, with an optional query`() async throws {
        let valid = ["a.csv", "a/b/7", "a.csv?year=2026&x=%20", "a:b", "%41"]
        #expect(try await lines(RouteLinks(paths: valid)) == valid.map { "route a \($0) - true" })
        #expect(
            try await lines(Link("a", route: "a.csv", type: "text/csv", downloads: false)) == [
                "route a a.csv text/csv false"
            ])
        let invalid = [
            "", "/a", "a/", "a//b", "..", "a/../b", ".", "a b", "a#b", "a\\b", "a\"b", "a\nb", "ä", "https://a", "?a",
            "/\t/evil.example",
        ]
        #expect(try await lines(RouteLinks(paths: invalid)) == invalid.map { _ in "body: a" })
    }

    struct Mixed: View {
        let isLong: Bool
        @ViewBuilder var body: some View {
            Heading("Title")
            if isLong { Text("more", style: .secondary) }
            if isLong { Text("long") } else { Text("short", style: .placeholder) }
            for number in 1...2 { Text("\(number)") }
            List { Row("one") }
            EmptyView()
        }
    }

    @Test func `statements, branches and loops become elements in reading order`() async throws {
        #expect(
            try await lines(Mixed(isLong: true)) == [
                "# Title", "secondary: more", "body: long", "body: 1", "body: 2", "list -", "row one", "end",
            ])
        #expect(try await lines(Mixed(isLong: false)).prefix(2) == ["# Title", "placeholder: short"])
    }

    @Test func `the elements of a section enclose its content, and a label precedes its value`() async throws {
        let view = Section("Moons") {
            LabeledContent("Largest", value: "Titan")
            Section("Inner") { Image("/pan.png", alternative: "Pan") }
        }
        #expect(
            try await lines(view) == [
                "section Moons", "Largest: Titan", "section Inner", "image /pan.png Pan", "end section", "end section",
            ])
    }

    @Test func `a table has a text for each row and column, and at most its limit of rows`() async throws {
        struct Planet { var name: String, moons: Int }
        let planets = [
            Planet(name: "Mars", moons: 2), Planet(name: "Jupiter", moons: 95), Planet(name: "Venus", moons: 0),
        ]
        for (limit, shown) in [(2, 2), (100, 3), (0, 0), (-1, 0)] {
            let sheet = Sheet {
                Table("Planets", planets, limit: limit) {
                    TableColumn("Name", value: \.name)
                    if shown > 0 { TableColumn("Moons", alignment: .trailing) { String($0.moons) } }
                }
            }
            let elements = try await Visit(Stage(sheet)).screen.elements
            let table = try #require(
                elements.compactMap { if case .table(let table) = $0 { table } else { nil } }.first)
            #expect(table.caption == "Planets" && table.count == 3)
            #expect(table.columns.map(\.title) == (shown > 0 ? ["Name", "Moons"] : ["Name"]))
            #expect(table.columns.last?.alignment == (shown > 0 ? .trailing : .leading))
            #expect(table.rows == [["Mars", "2"], ["Jupiter", "95"], ["Venus", "0"]].prefix(shown).map(\.self))
        }
    }

    @Test(
        arguments: [
            (3.0, 10.0, 3.0, 10.0), (nil, 10, nil, 10), (-1, 10, 0, 10), (11, 10, 10, 10), (.nan, 10, nil, 10),
            (.infinity, 10, 10, 10), (3, 0, nil, 1), (3, -1, nil, 1), (3, .infinity, nil, 1), (0.5, 1, 0.5, 1),
        ] as [(Double?, Double, Double?, Double)])
    func `progress is clamped to its total`(value: Double?, total: Double, shown: Double?, of: Double) async throws {
        let screen = try await Visit(Stage(Sheet { ProgressView("Sent", value: value, total: total) })).screen
        guard case .progress(let progress)? = screen.elements.first else { return #expect(Bool(false), "no progress") }
        #expect((progress.label, progress.value, progress.total) == ("Sent", shown, of))
    }

    @Test(arguments: [(-1, 1), (0, 1), (3, 3), (20, 20), (.max, 20)])
    func `a skeleton has at least one row and at most twenty`(rows: Int, shown: Int) async throws {
        let screen = try await Visit(Stage(Sheet { Skeleton("Soon", rows: rows) })).screen
        guard case .skeleton("Soon", shown)? = screen.elements.first else { return #expect(Bool(false), "no skeleton") }
    }

    @Test(arguments: [
        ("https://example.org/a", true), ("http://example.org", true), ("mailto:ada@example.org", true),
        ("/about", true),
        ("javascript:alert(1)", false), ("JAVASCRIPT:alert(1)", false), ("//evil.example", false),
        ("/\\evil.example", false),
        ("data:text/html,x", false), ("", false), (" https://example.org", false), ("about", false),
        ("/\t/evil.example", false), ("/\n/evil.example", false), ("//\u{FE0F}evil.example", false),
        ("/\\\u{FE0F}evil.example", false), ("https://a\"b<", false), ("/caf\u{E9}", true),
    ])
    func `a link with an unsafe target is rendered as text`(target: String, isSafe: Bool) async throws {
        #expect(try await lines(Link("Go", target: target)) == [isSafe ? "link Go \(target)" : "body: Go"])
    }

    @Test func `a row can have a second action`() async throws {
        let visit = try Visit(
            Stage(
                ActionTests.Around(
                    Sheet {
                        Row(
                            "Ada", action: SelectFriend(friend: 1),
                            secondary: Button("Other", action: SelectFriend(friend: 2)))
                        Row("Read", secondary: Button("Nobody", action: Burn()))
                    })))
        let screen = try await visit.screen
        #expect(screen.offeredTitles == ["Ada", "Other"])
        let rows = screen.rows
        #expect(rows.map(\.action) == [0, nil])
        #expect(rows.map { $0.buttons.map(\.action) } == [[1], []])
    }
}
