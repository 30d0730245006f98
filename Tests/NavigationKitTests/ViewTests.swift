@testable import NavigationKit
import Testing

@Suite("DESIGN D6: views become a flat screen") struct ViewTests {
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
            case .image(let source, let alternative): "image \(source) \(alternative)"
            default: "other"
            }
        }
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

    @Test func `statements become elements in reading order`() async throws {
        #expect(
            try await lines(Mixed(isLong: true)) == [
                "# Title", "secondary: more", "body: long", "body: 1", "body: 2", "list -", "row one", "end",
            ])
        #expect(try await lines(Mixed(isLong: false)).prefix(2) == ["# Title", "placeholder: short"])
    }

    @Test(arguments: [
        ("https://example.org/a", true), ("http://example.org", true), ("mailto:ada@example.org", true),
        ("/about", true),
        ("javascript:alert(1)", false), ("JAVASCRIPT:alert(1)", false), ("//evil.example", false),
        ("/\\evil.example", false),
        ("data:text/html,x", false), ("", false), (" https://example.org", false), ("about", false),
        ("/\t/evil.example", false), ("/\n/evil.example", false),
    ])
    func `only targets that are safe to follow become links`(target: String, isSafe: Bool) async throws {
        #expect(try await lines(Link("Go", target: target)) == [isSafe ? "link Go \(target)" : "body: Go"])
    }

    @Test func `a row's second action stands beside the first`() async throws {
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
        #expect(rows.map { $0.secondary?.action } == [1, nil])
    }
}
