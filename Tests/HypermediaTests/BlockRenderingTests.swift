import Hypermedia
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Sections, tables, progress, images and labels in HTML and Siren") struct BlockRenderingTests {
    private func markup(_ elements: Screen.Element..., assets: Assets = Assets()) -> String {
        var screen = Screen()
        screen.elements = elements
        screen.rows = [Screen.RowElement(title: "row")]
        let context = Samples.context(at: "/friends")
        context.assets = assets
        let page = Rendering.page(screen, in: context)
        #expect(isNested(page), "\(page)")
        return page.between("<main id=\"content\">\n", "</main>") ?? page
    }

    private func isNested(_ page: String) -> Bool {
        page.isNested(in: ["form", "section", "fieldset", "ul", "li", "dl", "div", "main", "table"])
    }

    private static func box(_ kind: Field.Kind) -> Screen.Element {
        .field(Screen.FieldElement(field: Field(name: "box", label: "Box", kind: kind), value: ""))
    }

    @Test func `a link to a route is below the app's mount path, and names its type`() throws {
        let saved = Screen.RouteLinkElement(
            title: "Save <all>", path: "a/b.csv?y=1&z", type: "text/csv", downloads: true)
        var shown = saved
        (shown.type, shown.downloads) = (nil, false)
        let page = markup(.routeLink(saved), .routeLink(shown))
        #expect(
            page.contains(
                #"<p><a class="link" href="/letters/a/b.csv?y=1&amp;z" type="text/csv" download>Save &lt;all&gt;</a></p>"#
            ),
            "\(page)")
        #expect(page.contains(#"<p><a class="link" href="/letters/a/b.csv?y=1&amp;z">Save"#))
        var screen = Screen()
        screen.elements = [.routeLink(saved), .routeLink(shown)]
        let links = try #require(try Rendering.siren(screen)["links"] as? [[String: Any]])
        let routes = links.filter { ($0["rel"] as? [String]) == ["urn:cairn:route"] }
        #expect(routes.map { $0["type"] as? String } == ["text/csv", nil])
        #expect(
            routes.allSatisfy { ($0["href"] as? String)?.hasSuffix("/letters/a/b.csv?y=1&z") ?? false }, "\(routes)")
    }

    @Test func `heading levels follow the enclosing sections, down to h6`() {
        let page = markup(
            .heading("a"), .beginSection(title: "b & c"), .text("d", .body), .heading("e"), .beginSection(title: "f"),
            .heading("g"), .endSection, .endSection, .heading("h"))
        #expect(
            page
                == """
                <h2>a</h2>
                <section aria-labelledby="section-1">
                <h2 id="section-1">b &amp; c</h2>
                <p>d</p>
                <h3>e</h3>
                <section aria-labelledby="section-2">
                <h3 id="section-2">f</h3>
                <h4>g</h4>
                </section>
                </section>
                <h2>h</h2>

                """)
        let deep = (0..<7).map { Screen.Element.beginSection(title: "level \($0)") }
        var screen = Screen()
        screen.elements = deep + deep.map { _ in .endSection }
        #expect(Rendering.page(screen).count(of: "<h6 ") == 3 && !Rendering.page(screen).contains("<h7"))
    }

    @Test(arguments: [Field.Kind.checkbox, .radio])
    func `a section that contains checkboxes or radio buttons is a fieldset with a legend`(kind: Field.Kind) {
        let group = markup(.beginSection(title: "a"), BlockRenderingTests.box(kind), .endSection)
        #expect(group.hasPrefix("<fieldset class=\"section\">\n<legend><h2>a</h2></legend>\n"))
        #expect(group.hasSuffix("</fieldset>\n"))
        let outer = markup(
            .beginSection(title: "a"), .beginSection(title: "b"), BlockRenderingTests.box(kind), .endSection,
            .endSection)
        #expect(outer.hasPrefix("<section ") && outer.count(of: "<fieldset class=\"section\">") == 1)
        let before = markup(.beginSection(title: "a"), .endSection, BlockRenderingTests.box(kind))
        #expect(!before.contains("class=\"section\""))
    }

    @Test func `sections and forms never overlap, in any order of beginnings and ends`() {
        let parts: [Screen.Element] = [
            .beginSection(title: "s"), .endSection, .beginForm, .endForm, .row(0),
            .labeledContent(label: "l", value: "v"),
        ]
        // All sequences of five of these elements.
        for number in 0..<(6 * 6 * 6 * 6 * 6) {
            var screen = Screen()
            screen.rows = [Screen.RowElement(title: "row")]
            var rest = number
            for _ in 0..<5 {
                screen.elements.append(parts[rest % 6])
                rest /= 6
            }
            let page = Rendering.page(screen)
            #expect(isNested(page), "\(screen.elements)")
            #expect(page.pieces(around: "<form").dropFirst().allSatisfy { $0.contains("</form>") })
        }
    }

    @Test func `a table has a caption, and headers with a scope`() throws {
        let table = Screen.TableElement(
            caption: "Planets <near>",
            columns: [.init(title: "Name", alignment: .leading), .init(title: "Moons", alignment: .trailing)],
            rows: [["Earth & Moon", "1"], ["Mars", "2"]], count: 8)
        let page = markup(.table(table))
        #expect(
            page
                == """
                <div class="table" role="region" tabindex="0" aria-labelledby="table-1">
                <table>
                <caption id="table-1">Planets &lt;near&gt;</caption>
                <thead><tr><th scope="col">Name</th><th scope="col" class="end">Moons</th></tr></thead>
                <tbody>
                <tr><th scope="row">Earth &amp; Moon</th><td class="end">1</td></tr>
                <tr><th scope="row">Mars</th><td class="end">2</td></tr>
                </tbody>
                </table>
                </div>
                <p class="secondary">The first 2 of 8.</p>

                """)
        var screen = Screen()
        screen.elements = [.table(table)]
        let entities = try Rendering.siren(screen)["entities"] as? [[String: Any]]
        let entity = try #require(entities?.first)
        #expect(entity["class"] as? [String] == ["table"] && entity["rel"] as? [String] == ["urn:cairn:table"])
        let properties = try #require(entity["properties"] as? [String: Any])
        #expect(properties["title"] as? String == "Planets <near>")
        #expect(properties["columns"] as? [String] == ["Name", "Moons"])
        #expect(properties["rows"] as? [[String]] == [["Earth & Moon", "1"], ["Mars", "2"]])
        #expect(properties["count"] as? Int == 8)
    }

    @Test func `a progress bar has a label, and a value if it is known`() throws {
        let half = Screen.Element.progress(.init(label: "Sent & kept", value: 2.5, total: 5))
        let unknown = Screen.Element.progress(.init(label: "Looking", value: nil, total: 1))
        let page = markup(half, unknown)
        #expect(
            page.contains(
                "<label for=\"progress-1\">Sent &amp; kept</label>\n<progress id=\"progress-1\" max=\"5\" value=\"2.5\">50 %</progress>"
            ))
        #expect(
            page.contains(
                "<label for=\"progress-2\">Looking</label>\n<progress id=\"progress-2\" max=\"1\"></progress>"))
        var screen = Screen()
        screen.elements = [half, unknown]
        let entities = try #require(try Rendering.siren(screen)["entities"] as? [[String: Any]])
        let properties = entities.compactMap { $0["properties"] as? [String: Any] }
        #expect(properties.map { $0["value"] as? Double } == [2.5, nil])
        #expect(properties.map { $0["max"] as? Int } == [5, 1])
    }

    @Test func `a skeleton has hidden bars and a status text, which is all that Siren has of it`() throws {
        let skeleton = Screen.Element.skeleton(status: "Not <ready>", rows: 2)
        let bar = "\n<div aria-hidden=\"true\"></div>"
        #expect(
            markup(skeleton).hasPrefix(
                "<div class=\"skeleton rows\"><p role=\"status\">Not &lt;ready&gt;</p>\(bar)\(bar)</div>"))
        var screen = Screen()
        screen.elements = [skeleton]
        let siren = try Rendering.siren(screen)
        #expect((siren["properties"] as? [String: Any])?["content"] as? [String] == ["Not <ready>"])
        #expect((siren["entities"] as? [Any])?.isEmpty == true)
    }

    @Test func `an image has a versioned URL, a size and lazy loading`() throws {
        let image = Screen.Element.image(
            .init(source: "/mars.png", alternative: "Mars & moons", width: 320, height: 200))
        let assets = Assets(urls: ["/mars.png": "/mars.png?v=1"])
        #expect(
            markup(image, assets: assets).hasPrefix(
                "<img src=\"/mars.png?v=1\" alt=\"Mars &amp; moons\" width=\"320\" height=\"200\" loading=\"lazy\">"))
        #expect(
            markup(.image(.init(source: "/a.png", alternative: "", width: -1))).hasPrefix(
                "<img src=\"/a.png\" alt=\"\" loading"))
        var screen = Screen()
        screen.elements = [image, .image(.init(source: "/a.png", alternative: ""))]
        let context = Samples.context(at: "/friends")
        context.assets = assets
        let entities = try #require(try Rendering.siren(screen, in: context)["entities"] as? [[String: Any]])
        #expect(entities.map { $0["href"] as? String } == ["http://localhost:8080/mars.png?v=1"])
        #expect(entities.map { $0["title"] as? String } == ["Mars & moons"])
    }

    @Test func `consecutive labels share a list, in Siren too`() throws {
        let elements: [Screen.Element] = [
            .labeledContent(label: "Moons", value: "95"), .labeledContent(label: "Day", value: "10 h <or so>"),
            .text("t", .body), .labeledContent(label: "Year", value: "12"),
        ]
        let page = markup(elements[0], elements[1], elements[2], elements[3], .row(0))
        #expect(
            page.hasPrefix(
                "<dl class=\"details\">\n<div><dt>Moons</dt><dd>95</dd></div>\n<div><dt>Day</dt><dd>10 h &lt;or so&gt;</dd></div>\n</dl>\n<p>t"
            ))
        #expect(page.count(of: "<dl") == 2)
        let inList = markup(.beginList(label: nil), elements[0], .endList)
        #expect(inList.contains("<li><dl class=\"details\">\n<div><dt>Moons</dt>"))
        var screen = Screen()
        screen.elements = elements
        let properties = try #require(try Rendering.siren(screen)["properties"] as? [String: Any])
        let details = try #require(properties["details"] as? [[String: String]])
        #expect(details.map { $0["title"] } == ["Moons", "Day", "Year"])
        #expect(details.map { $0["value"] } == ["95", "10 h <or so>", "12"])
    }

    @Test func `a pager is a nav element, and its buttons have link relations`() throws {
        var screen = Screen()
        let on = Samples.offer("Next page", Samples.words("show-page", ["page": "2"]), in: &screen)
        screen.elements = [.pager(.init(label: "Pages of <a>", page: 1, pages: 3, previous: nil, next: on))]
        let page = Rendering.page(screen)
        #expect(
            page.contains(
                "<nav class=\"pager\" aria-label=\"Pages of &lt;a&gt;\"><div></div><p>Page 1 of 3</p><div><button name=\"action\" value=\"show-page?page=2\" class=\"button normal\">Next page</button></div></nav>"
            ))
        let entities = try #require(try Rendering.siren(screen)["entities"] as? [[String: Any]])
        let properties = try #require(entities.first?["properties"] as? [String: Any])
        #expect((properties["page"] as? Int, properties["pages"] as? Int) == (1, 3))
        let ways = try #require(entities.first?["entities"] as? [[String: Any]])
        #expect(ways.map { $0["rel"] as? [String] } == [["next"]])
        #expect((ways.first?["actions"] as? [[String: Any]])?.first?["name"] as? String == "show-page")
    }

    @Test func `an element is at most 40 bytes, because most elements are rows`() {
        #expect(MemoryLayout<Screen.Element>.stride <= 40)
    }
}
