@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Groups, menus and tables of views, recorded") struct GroupTests {
    private struct Close: Action { var id: Int }
    private struct Delete: Action {}
    private struct Unknown: Action {}

    private final class Desk: ViewController {
        let content: any View
        init(_ content: any View) {
            self.content = content
            super.init()
        }
        override class var actions: [Handler] { [.on(close), .on(delete)] }
        func close(_ action: Close) {}
        func delete(_ action: Delete) {}
        override var view: any View { content }
    }

    private func screen(@ViewBuilder _ content: () -> some View) async throws -> Screen {
        try await Visit(Stage(Desk(content()))).screen
    }

    private func lines(_ screen: Screen) -> [String] {
        screen.elements.map { element in
            switch element {
            case .text(let text, let style): "\(style): \(text)"
            case .lines(let text, let style): "\(style) lines: \(text)"
            case .heading(let text): "# \(text)"
            case .badge(let text, let role): "\(role) badge \(text)"
            case .beginGroup(let group): "\(group) {"
            case .endGroup: "}"
            case .beginTable: "table {"
            case .tableRow: "row"
            case .tableCell(let text): "cell \(text ?? "-")"
            case .endTable: "} table"
            case .button(let button): "button \(button.title)"
            case .beginForm, .endForm: "form"
            default: "other"
            }
        }
    }

    @Test func `groups enclose their content in reading order, and Group is none`() async throws {
        let screen = try await screen {
            VStack { Text("a") }
            HStack { Badge("b", role: .success) }
            Group {
                Text("c\nd").keepingLineBreaks()
                Text("e", style: .secondary).keepingLineBreaks()
            }
            .background(.card)
            EmptyState("No tickets", message: "All are done.") { Button("New", action: Delete()) }
            EmptyState("Nothing")
            DisclosureGroup("More") { Text("f") }
            Menu("Do") { Button("Close", action: Close(id: 7)) }
        }
        #expect(
            lines(screen) == [
                "vertical {", "body: a", "}", "horizontal {", "success badge b", "}",
                "background(Views.BackgroundStyle.card) {", "body lines: c\nd", "secondary lines: e", "}",
                "emptyState(icon: nil) {", "# No tickets", "secondary: All are done.", "button New", "}",
                "emptyState(icon: nil) {", "# Nothing", "}", "disclosure(title: \"More\", isExpanded: false) {",
                "body: f", "}",
                "menu(title: \"Do\", icon: nil) {", "button Close", "}",
            ])
    }

    @Test func `a menu of a row leaves out actions without a responder, and is left out without a button`() async throws
    {
        let all = [1, 2]
        let screen = try await screen {
            Row("One", subtitle: "s", action: Close(id: 1)).badge("late", role: .critical).menu {
                for id in all { Button("Close \(id)", action: Close(id: 10 + id)) }
                Button("Nobody", action: Unknown())
                if all.isEmpty { Button("Never", action: Delete()) } else { Button("Delete", action: Delete()) }
            }
            Row("Two").menu { Button("Nobody", action: Unknown()) }
        }
        let extras = try screen.rows.map { try #require($0.extras) }
        #expect(extras.map { $0.buttons.map(\.title) } == [["Close 1", "Close 2", "Delete"], []])
        #expect(extras.map(\.isMenu) == [true, false] && extras.map(\.badgeRole) == [.critical, .accent])
        #expect(screen.rows.map(\.badge) == ["late", nil])
        #expect(screen.offeredTitles == ["One", "Close 1", "Close 2", "Delete"])
    }

    @Test func `a row is selected whatever else it has`() async throws {
        let screen = try await screen {
            Row("One", action: Close(id: 1)).selected()
            Row("Two").selected(false)
            Row("Three").selected().badge("late", role: .critical)
            Row("Four").badge("late", role: .critical).selected()
            Row("Five").selected().menu { Button("Close", action: Close(id: 5)) }
        }
        #expect(screen.rows.map { $0.extras?.isSelected } == [true, nil, true, true, true])
        #expect(screen.rows[3].extras?.badgeRole == .critical && screen.rows[4].buttons.map(\.title) == ["Close"])
    }

    @Test func `false takes back an earlier mark of a row`() async throws {
        let screen = try await screen {
            Row("One", action: Close(id: 1)).selected().unread()
            Row("Two", action: Close(id: 2)).selected().unread().selected(false)
            Row("Three", action: Close(id: 3)).selected().unread().unread(false)
        }
        #expect(screen.rows.map { $0.extras?.isSelected } == [true, false, true])
        #expect(screen.rows.map { $0.extras?.isUnread } == [true, true, false])
    }

    @Test func `cells of views follow as elements, and a table or form in a cell is only its content`() async throws {
        let screen = try await screen {
            Table("Tickets", [1, 2, 3], limit: 2) {
                TableColumn("Number") { String($0) }
                ViewColumn("Do", alignment: .trailing) { id in
                    Button("Close \(id)", action: Close(id: id))
                    Form { Text("in") }
                    Table("Inner", [id]) { ViewColumn("State") { Badge("late \($0)") } }
                }
            }
        }
        #expect(
            lines(screen) == [
                "table {", "row", "cell 1", "cell -", "button Close 1", "body: in", "accent badge late 1", "row",
                "cell 2", "cell -", "button Close 2", "body: in", "accent badge late 2", "} table",
            ])
        let table = try #require(screen.tables.first)
        #expect(screen.tables.count == 1 && table.count == 3 && table.caption == "Tickets")
        #expect(table.columns.map(\.alignment) == [.leading, .trailing])
    }

    @Test(
        arguments: [
            (3.0, 0...10, 3.0, 0...10), (-1, 0...10, 0, 0...10), (11, 0...10, 10, 0...10), (.nan, 2...10, 2, 2...10),
            (.infinity, 0...10, 10, 0...10), (3, 0...Double.infinity, 1, 0...1), (5, 5...5, 5, 5...5),
        ] as [(Double, ClosedRange<Double>, Double, ClosedRange<Double>)])
    func `a gauge shows a value within its bounds`(
        value: Double, bounds: ClosedRange<Double>, shown: Double, within: ClosedRange<Double>
    ) async throws {
        let screen = try await screen { Gauge("Disk", value: value, in: bounds) }
        guard case .gauge(let gauge)? = screen.elements.first else { return #expect(Bool(false), "no gauge") }
        #expect(gauge.value == shown && gauge.bounds == within && gauge.text == Field.text(of: shown))
    }
}
