import Hypermedia
@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Panes in HTML and Siren") struct PaneTests {
    private let page = Rendering.page(Samples.planets)

    private func entities(_ entity: [String: Any], _ kind: String? = nil) -> [[String: Any]] {
        (entity["entities"] as? [[String: Any]] ?? []).filter {
            kind.map(($0["class"] as? [String] ?? []).contains) ?? true
        }
    }

    private func names(_ entity: [String: Any]) -> [String] {
        (entity["actions"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }

    private func content(_ entity: [String: Any]) -> [String]? {
        (entity["properties"] as? [String: Any])?["content"] as? [String]
    }

    @Test func `each pane is a region with its own heading, the primary pane first`() {
        #expect(page.contains("<body class=\"screen tabbed paned\">"))
        #expect(page.count(of: "<div class=\"split\">") == 1)
        #expect(page.contains("<section class=\"pane primary\" aria-labelledby=\"pane-0\">"))
        #expect(
            page.contains("<h2 id=\"pane-0\">Planets &lt;8></h2>")
                || page.contains("<h2 id=\"pane-0\">Planets &lt;8&gt;</h2>"))
        #expect(page.precedes("<section class=\"pane primary\"", "<section class=\"pane detail\""))
        #expect(page.contains("<h2 id=\"pane-1\">Mars</h2>"))
        #expect(page.contains("<h3>Moons</h3>"))
        #expect(page.count(of: "<h1>Mars</h1>") == 1)
    }

    @Test func `a pane's buttons are at its heading, the page's buttons in the page's bar`() throws {
        let bar = try #require(page.between("<div class=\"pane-bar\">", "</div>"))
        #expect(bar.contains("value=\"add-planet\""))
        #expect(page.count(of: "value=\"back\"") == 1)
        #expect(page.precedes("value=\"back\"", "<main"))
    }

    @Test func `a wrongly nested screen renders as valid HTML and Siren`() {
        var screen = Samples.planets
        let pieces: [Screen.Element] = [
            .beginSplit, .beginPane(0), .beginPane(9), .endSplit, .endPane, .row(0), .endSplit,
        ]
        for start in pieces.indices {
            screen.elements =
                Array(pieces[start...] + pieces[..<start]) + [.beginSplit, .beginPane(1), .text("open", .body)]
            let page = Rendering.page(screen)
            for element in ["section", "div", "ul", "form"] {
                let opened = page.count(of: "<\(element)>") + page.count(of: "<\(element) ")
                #expect(opened == page.count(of: "</\(element)>"), "\(element) from \(start)")
            }
            #expect(throws: Never.self) { try Rendering.siren(screen) }
        }
    }

    @Test func `a hidden pane neither blocks a button by validation nor provides the default button`() throws {
        var screen = Samples.planets
        screen.elements.removeAll {
            switch $0 {
            case .beginForm, .endForm: true
            default: false
            }
        }
        let name = Samples.offer("Rename", Samples.words("rename"), inputs: ["name"], in: &screen)
        screen.elements.insert(Samples.field("name", "Name"), at: screen.elements.count - 2)
        screen.elements.insert(
            .button(Screen.ButtonElement(title: "Rename", role: .primary, action: name)),
            at: screen.elements.count - 6)
        let page = Rendering.page(screen)
        #expect(page.between("<button ", ">")?.contains("value=\"rename\"") == true)
        #expect(page.count(of: "<button") == page.count(of: " formnovalidate"))
        // The search form validates: it lies in one pane, so its fields are visible if its button is visible.
        let find = try #require(self.page.between("<button name=\"action\" value=\"find\" class=\"button", "</button>"))
        #expect(!find.contains("formnovalidate"))
    }

    @Test func `in Siren, each pane is an entity with its own rows, texts and actions`() throws {
        let entity = try Rendering.siren(Samples.planets)
        let panes = entities(entity, "pane")
        #expect(panes.map { $0["class"] as? [String] } == [["pane", "primary"], ["pane", "detail"]])
        #expect(panes.map { $0["rel"] as? [String] } == [["urn:cairn:pane"], ["urn:cairn:pane"]])
        #expect(entities(entity, "row").isEmpty)
        #expect(names(entity) == ["back"])
        #expect(content(entity) == [])
        #expect(names(panes[0]) == ["add-planet", "find"])
        #expect(entities(panes[0], "row").count == 4)
        #expect(content(panes[0]) == ["Of the sun"])
        #expect(names(panes[1]) == ["remember"])
        #expect(entities(panes[1], "row").count == 1)
        // Action names are unique within an entity.
        #expect(entities(panes[1], "button").map(names) == [["show-planet"], ["show-planet"]])
        #expect(content(panes[1]) == ["The red one.", "Moons"])
    }

    @Test func `the HTML page and the Siren entity have the same actions`() throws {
        func all(_ entity: [String: Any]) -> [String] { names(entity) + entities(entity).flatMap(all) }
        var offered = Samples.planets.actions.map(\.words.name)
        #expect(all(try Rendering.siren(Samples.planets)).sorted() == offered.sorted())
        offered = Samples.planets.actions.map(\.words.token)
        for token in offered {
            #expect(page.contains("name=\"action\" value=\"\(token.replacing("&", with: "&amp;"))\""), "\(token)")
        }
    }
}
