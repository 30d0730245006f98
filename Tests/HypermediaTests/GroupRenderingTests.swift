import Hypermedia
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Groups, badges, gauges, menus and tables of views in HTML and Siren") struct GroupRenderingTests {
    private static let kinds = [
        "form", "section", "fieldset", "ul", "li", "dl", "div", "main", "table", "details", "tr",
    ]

    private func markup(_ screen: Screen) -> String {
        let page = Rendering.page(screen)
        #expect(page.isNested(in: Self.kinds), "\(page)")
        return page.between("<main id=\"content\">\n", "</main>") ?? page
    }

    private func markup(_ elements: Screen.Element...) -> String {
        var screen = Screen()
        screen.elements = elements
        return markup(screen)
    }

    private func properties(_ entity: [String: Any]?) throws -> [String: Any] {
        try #require(entity?["properties"] as? [String: Any])
    }

    private func entities(_ entity: [String: Any]?, _ kind: String) -> [[String: Any]] {
        (entity?["entities"] as? [[String: Any]] ?? []).filter { $0["class"] as? [String] == [kind] }
    }

    private func actionNames(_ entity: [String: Any]?) -> [String] {
        (entity?["actions"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }

    private func button(_ title: String, _ name: String, in screen: inout Screen) -> Screen.ButtonElement {
        let action = Samples.offer(title, Samples.words(name), in: &screen)
        return Screen.ButtonElement(title: title, role: .normal, action: action)
    }

    @Test func `groups are boxes around their content`() {
        let page = markup(
            .beginGroup(.horizontal), .badge("a & b", .accent), .beginGroup(.vertical), .text("c", .body), .endGroup,
            .endGroup, .beginGroup(.background(.warning)), .lines("d\ne", .secondary), .endGroup)
        #expect(
            page
                == """
                <div class="horizontal">
                <p><span class="badge">a &amp; b</span></p>
                <div class="vertical">
                <p>c</p>
                </div>
                </div>
                <div class="background warning">
                <p class="secondary lines">d
                e</p>
                </div>

                """)
    }

    @Test(arguments: BadgeRole.allCases)
    func `the role of a badge is a class of the page and a property in Siren`(role: BadgeRole) throws {
        var screen = Screen()
        screen.elements = [.badge("late", role), .row(0)]
        screen.rows = [Screen.RowElement(title: "Ticket", badge: "late", extras: .init(badgeRole: role))]
        let isDefault = role == .accent
        let span = isDefault ? #"<span class="badge">late"# : #"<span class="badge \#(role.rawValue)">late"#
        #expect(markup(screen).count(of: span) == 2)
        let entity = try Rendering.siren(screen)
        #expect(try properties(entity)["content"] as? [String] == ["late"])
        let row = try properties(entities(entity, "row").first)
        #expect(row["badge"] as? String == "late")
        #expect(row["badgeRole"] as? String == (isDefault ? nil : role.rawValue))
    }

    @Test func `the selected row is the current one of the page, and has a property in Siren`() throws {
        var screen = Screen()
        let pick = Samples.offer("Miles", Samples.words("pick"), in: &screen)
        screen.elements = [.row(0), .row(1), .row(2)]
        screen.rows = [
            Screen.RowElement(title: "Miles", action: pick, extras: .init(isSelected: true)),
            Screen.RowElement(title: "Ells", extras: .init(isSelected: true)),
            Screen.RowElement(title: "Feet", extras: .init()),
        ]
        #expect(markup(screen).contains(#" aria-current="true" class="row"><span class="title">Miles"#))
        #expect(markup(screen).contains(#"<div aria-current="true" class="row"><span class="title">Ells"#))
        #expect(markup(screen).count(of: "aria-current") == 2)
        let rows = entities(try Rendering.siren(screen), "row")
        #expect(try rows.map { try properties($0)["selected"] as? Bool } == [true, true, nil])
    }

    @Test func `a gauge is a meter with its text`() throws {
        let gauge = Screen.Element.gauge(.init(label: "Disk & <more>", value: 2.5, bounds: -1...5, text: "2.5 of 5 GB"))
        #expect(
            markup(gauge)
                == """
                <div class="progress"><label for="gauge-1">Disk &amp; &lt;more&gt;</label>
                <meter id="gauge-1" min="-1" max="5" value="2.5" aria-describedby="gauge-text-1"></meter>
                <p class="secondary" id="gauge-text-1">2.5 of 5 GB</p></div>

                """)
        var screen = Screen()
        screen.elements = [gauge]
        let shown = try properties(entities(try Rendering.siren(screen), "gauge").first)
        #expect([shown["min"], shown["value"], shown["max"]].map { $0 as? Double } == [-1, 2.5, 5])
        #expect(shown["text"] as? String == "2.5 of 5 GB" && shown["title"] as? String == "Disk & <more>")
    }

    @Test func `disclosure groups and menus need no script, and Siren has their content as that of the screen`() throws
    {
        var screen = Screen()
        let close = button("Close", "close", in: &screen)
        screen.elements = [
            .beginGroup(.disclosure(title: "More <facts>", isExpanded: true)), .text("a", .body), .endGroup,
            .beginGroup(.disclosure(title: "Less", isExpanded: false)), .endGroup,
            .beginGroup(.menu(title: "Do", icon: nil)), .button(close), .endGroup,
        ]
        let page = markup(screen)
        #expect(
            page.contains(
                "<details class=\"disclosure\" open><summary>More &lt;facts&gt;</summary>\n<p>a</p>\n</details>\n"))
        #expect(page.contains("<details class=\"disclosure\"><summary>Less</summary>\n</details>\n"))
        let menu = #"<details class="menu" name="menu"><summary class="button normal">Do</summary>"#
        #expect(page.contains(menu + "\n<div>\n<button "))
        let entity = try Rendering.siren(screen)
        #expect(try properties(entity)["content"] as? [String] == ["More <facts>", "a", "Less"])
        #expect(actionNames(entity) == ["close"])
    }

    @Test func `the menu of a row names the row, and its buttons are actions of the row`() throws {
        var screen = Screen()
        let open = Samples.offer("Ticket <7>", Samples.words("open"), in: &screen)
        let buttons = [
            button("Close", "close", in: &screen), button("Move", "move", in: &screen),
            button("Move far", "move", in: &screen),
        ]
        screen.elements = [.row(0)]
        screen.rows = [
            Screen.RowElement(title: "Ticket <7>", action: open, extras: .init(buttons: buttons, isMenu: true))
        ]
        let page = markup(screen)
        #expect(page.contains(#"<summary class="button normal" aria-label="Actions: Ticket &lt;7&gt;">⋯</summary>"#))
        #expect(page.count(of: "<button ") == 4)
        let row = entities(try Rendering.siren(screen), "row").first
        // Names are unique within an entity, so the second of two with one name is a sub-entity.
        #expect(actionNames(row) == ["open", "close", "move"])
        #expect(entities(row, "button").map { actionNames($0) } == [["move"]])
        #expect(try properties(entities(row, "button").first)["title"] as? String == "Move far")
    }

    @Test func `the target of the page is the title of the menu that has it, so that the menu stays closed`() {
        var screen = Screen()
        let close = button("Close", "close", in: &screen)
        let move = button("Move", "move", in: &screen)
        let file = button("File", "file", in: &screen)
        let mark = button("Mark", "mark", in: &screen)
        let next = button("Next", "next", in: &screen)
        let after = button("After", "after", in: &screen)
        screen.elements = [
            .row(0), .beginGroup(.menu(title: "Do", icon: nil)), .button(move), .beginGroup(.horizontal), .row(1),
            .endGroup, .row(7), .pager(.init(label: "Pages", page: 1, pages: 2, previous: nil, next: next.action)),
            .endGroup,
            .button(after),
        ]
        screen.rows = [
            Screen.RowElement(title: "a", action: nil, extras: .init(buttons: [close], isMenu: true)),
            Screen.RowElement(title: "b", action: file.action, extras: .init(buttons: [mark])),
        ]
        let context = Samples.context(at: "/letters")
        context.scrollTarget = after.action
        #expect(Rendering.page(screen, in: context).contains("<summary class=\"button normal\">"))
        for (action, label) in [
            (close.action, " aria-label=\"Actions: a\""), (move.action, ""), (file.action, ""), (mark.action, ""),
            (next.action, ""),
        ] {
            context.scrollTarget = action
            let page = Rendering.page(screen, in: context)
            let title = "<summary class=\"button normal\"\(label) id=\"here\">"
            #expect(page.contains(title) && page.count(of: "\"here\"") == 1)
        }
    }

    private var tickets: Screen {
        var screen = Screen()
        let close = button("Close", "close", in: &screen)
        screen.tables = [
            .init(
                caption: "Tickets",
                columns: [
                    .init(title: "Title", alignment: .leading), .init(title: "Pages", alignment: .trailing),
                    .init(title: "Do", alignment: .leading),
                ],
                rows: [], count: 3)
        ]
        screen.elements = [
            .beginTable(0), .tableRow, .tableCell(nil), .link(title: "First", target: "/first"), .tableCell("7"),
            .tableCell(nil), .badge("late", .critical), .button(close), .tableRow, .tableCell("Second"),
            .tableCell("9"), .tableCell(nil), .endTable, .text("End", .body),
        ]
        return screen
    }

    @Test func `a table holds links, badges and buttons in its cells`() throws {
        let page = markup(tickets)
        #expect(
            page.hasPrefix(
                """
                <div class="table stacks" role="region" tabindex="0" aria-labelledby="table-1">
                <table role="table">
                <caption id="table-1">Tickets</caption>
                <thead><tr role="row"><th scope="col" role="columnheader">Title</th>\
                <th scope="col" class="end" role="columnheader">Pages</th>\
                <th scope="col" role="columnheader">Do</th></tr></thead>
                <tbody>
                <tr role="row"><th scope="row" role="rowheader"><p><a class="link" href="/first">First</a></p>
                </th><td role="cell" data-label="Pages" class="end">7</td><td role="cell" data-label="Do"><p><span class="badge critical">late</span></p>
                <button 
                """), "\(page)")
        #expect(
            page.contains(
                """
                </td></tr>
                <tr role="row"><th scope="row" role="rowheader">Second</th><td role="cell" data-label="Pages" class="end">9</td><td role="cell" data-label="Do"></td></tr>
                </tbody>
                </table>
                </div>
                <p class="secondary">The first 2 of 3.</p>
                <p>End</p>
                """), "\(page)")
        let entity = try Rendering.siren(tickets)
        let table = entities(entity, "table").first
        #expect(try properties(table)["rows"] as? [[String]] == [["First", "7", "late"], ["Second", "9", ""]])
        #expect(try properties(table)["count"] as? Int == 3)
        let rows = entities(table, "row")
        #expect(try rows.map { try properties($0)["title"] as? String } == ["First"])
        #expect(rows.map { actionNames($0) } == [["close"]])
        #expect(actionNames(entity).isEmpty)
        #expect(try properties(entity)["content"] as? [String] == ["End"])
    }

    @Test func `a table with two columns, and one that may not stack, stays a table on a narrow page`() {
        var screen = tickets
        screen.tables[0].mayStack = false
        #expect(markup(screen).contains("<thead><tr><th scope=\"col\">Title</th>"))
        #expect(markup(screen).count(of: "role=") == 1)
        screen.tables[0].mayStack = true
        screen.tables[0].columns.removeLast()
        #expect(markup(screen).count(of: "role=") == 1)
    }

    @Test func `an unread row has a word for its dot, and a row its time before the badge`() throws {
        var screen = Screen()
        let time = Screen.TimeElement(text: "today <14:05>", instant: "2026-05-03T14:05:00Z")
        screen.elements = [.row(0), .row(1)]
        screen.rows = [
            Screen.RowElement(
                title: "Ida", subtitle: "Hello", badge: "2 new", extras: .init(isUnread: true, time: time)),
            Screen.RowElement(title: "Bo", extras: .init()),
        ]
        #expect(
            markup(screen).contains(
                """
                <div class="row"><span class="unread">Unread</span> <span class="title">Ida</span> \
                <span class="subtitle">Hello</span> \
                <time datetime="2026-05-03T14:05:00Z">today &lt;14:05&gt;</time> <span class="badge">2 new</span></div>
                """), "\(markup(screen))")
        #expect(markup(screen).count(of: "unread") == 1)
        let rows = entities(try Rendering.siren(screen), "row")
        #expect(try rows.map { try properties($0)["unread"] as? Bool } == [true, nil])
        #expect(try rows.map { try properties($0)["time"] as? String } == ["2026-05-03T14:05:00Z", nil])
    }

    @Test func `a time is a paragraph, or the value of a label among other values`() throws {
        var screen = Screen()
        screen.elements = [
            .time(.init(text: "yesterday", instant: "2026-05-02T09:00:00Z")), .labeledContent(label: "To", value: "Bo"),
            .time(.init(label: "Sent", text: "Monday", instant: "2026-04-27T09:00:00Z")),
        ]
        #expect(
            markup(screen)
                == """
                <p><time datetime="2026-05-02T09:00:00Z">yesterday</time></p>
                <dl class="details">
                <div><dt>To</dt><dd>Bo</dd></div>
                <div><dt>Sent</dt><dd><time datetime="2026-04-27T09:00:00Z">Monday</time></dd></div>
                </dl>

                """)
        let shown = try properties(try Rendering.siren(screen))
        #expect(shown["content"] as? [String] == ["yesterday"])
        let details = try #require(shown["details"] as? [[String: String]])
        #expect(details.last == ["title": "Sent", "value": "Monday", "time": "2026-04-27T09:00:00Z"])
    }

    @Test func `a table in a form stays in that form`() {
        var screen = tickets
        screen.elements = [.beginForm, Samples.field("q", "Find")] + screen.elements + [.endForm]
        let form = markup(screen).between("<form", "</form>")
        #expect(form?.contains("</table>") ?? false)
    }

    @Test func `groups, tables, sections and forms never overlap, in any order of beginnings and ends`() {
        let parts: [Screen.Element] = [
            .beginGroup(.menu(title: "m", icon: nil)), .endGroup, .beginTable(0), .tableRow, .tableCell("c"),
            .tableCell(nil),
            .endTable, .beginForm, .endForm, .beginSection(title: "s"), .row(0),
        ]
        var generator = SystemRandomNumberGenerator()
        for number in 0..<(11 * 11 * 11 * 11) {
            var screen = tickets
            screen.rows = [Screen.RowElement(title: "row")]
            screen.elements = []
            var rest = number
            for _ in 0..<4 {
                screen.elements.append(parts[rest % 11])
                rest /= 11
            }
            for _ in 0..<4 { screen.elements.append(parts.randomElement(using: &generator) ?? .endGroup) }
            let page = Rendering.page(screen)
            #expect(page.isNested(in: Self.kinds + ["th", "td"]), "\(screen.elements)")
            #expect(throws: Never.self) { try Rendering.siren(screen) }
        }
    }
}
