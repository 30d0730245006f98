@testable import Navigation
@testable import Responders
@testable import Views
import Foundation
import Testing

@Suite("Symbols, avatars and row pictures in HTML and Siren") struct SymbolTests {
    @Test func `each symbol of the kit has valid path data, and a name and a drawing of its own`() {
        for symbol in Symbol.builtIn {
            #expect(Symbol(symbol.name, path: symbol.path, flips: symbol.flips) == symbol, "\(symbol.name)")
            // Each page with the symbol contains its path data once.
            #expect(symbol.path.utf8.count <= 200, "\(symbol.name)")
        }
        #expect(Symbol.builtIn.count >= 60)
        #expect(Set(Symbol.builtIn.map(\.name)).count == Symbol.builtIn.count)
        #expect(Set(Symbol.builtIn.map(\.path)).count == Symbol.builtIn.count)
    }

    @Test(arguments: [
        "M1 2", "m.5-.5", "M1,2 3,4", "M 1 2 L 3 4\nZ", "M1 2A3 4 5 016 7", "M1 2a3 4 5 1 1-6-7zm1 1h1v1",
        "M1 2C1 2 3 4 5 6S1 2 3 4Q1 2 3 4T1 2", "M1 2zzz",
    ])
    func `an app can add a symbol with valid path data`(path: String) {
        let symbol = Symbol("kite-2", path: path)
        #expect(symbol?.path == path && symbol?.name == "kite-2")
    }

    @Test(arguments: [
        "", " ", "1 2", "L1 2", "M1", "M1 2 3", "M1 2L", "M1 2H", "M1 2X3", "M1 2C1 2 3 4 5", "M1 2Z3", "M1 2,",
        "M,1 2",
        "M1,,2", "M1 2e3", "M1. 2", "M- 2", "M1 2A1 1 0 2 0 3 3", "M1 2A1 1 0 0 3 3 3", "M123456789 2", "M1 2\u{0}",
        "Mé 2",
        "M1 2\"/><script>alert(1)</script>", "M1 2' onload='x", "M1 2&quot;", "M1 2<", "M1 2]]>", "M1 2\u{2028}",
        "M١ ٢",
    ])
    func `path data that is no drawing, or that would be markup, is refused`(path: String) {
        #expect(Symbol("kite", path: path) == nil)
    }

    @Test(arguments: ["", "1", "-a", "Kite", "a b", "a\"", "a<", "é", "a.b", String(repeating: "a", count: 41)])
    func `a name that is no identifier is refused`(name: String) {
        #expect(Symbol(name, path: "M1 2") == nil)
    }

    @Test func `path data beyond the limit is refused`() {
        #expect(Symbol("kite", path: "M1 2" + String(repeating: "h1", count: 2_046)) != nil)
        #expect(Symbol("kite", path: "M1 2" + String(repeating: "h1", count: 2_047)) == nil)
    }

    /// A screen with symbols in all places, some of them several times.
    private var decorated: Screen {
        var screen = Screen()
        screen.title = "Desk"
        let (close, send) = (
            Samples.offer("Close", Samples.words("close"), in: &screen),
            Samples.offer("Send", Samples.words("send"), in: &screen)
        )
        screen.trailingItems = [Screen.BarItem(title: "Close", icon: .cross, role: .normal, action: close)]
        screen.elements = [
            .label("Arrives <today>", .truck), .row(0), .row(1), .row(2), .row(3),
            .button(Screen.ButtonElement(title: "Send & wait", icon: .paperPlane, role: .primary, action: send)),
            .beginGroup(.emptyState(icon: .heart)), .heading("Nothing"), .endGroup,
            .beginGroup(.menu(title: "Do", icon: .more)), .endGroup,
            .routeLink(.init(title: "All", path: "all.csv", type: nil, downloads: true, icon: .download)),
        ]
        screen.rows = [
            Screen.RowElement(title: "One", action: close, extras: .init(leading: .icon(.envelope))),
            Screen.RowElement(title: "Two", extras: .init(leading: .icon(.envelope))),
            Screen.RowElement(title: "Ida & Co", extras: .init(leading: .avatar(Initials(of: "<ida> \"co")))),
            Screen.RowElement(title: "Atlas", extras: .init(leading: .picture("/pictures/atlas.svg?a=1&b"))),
        ]
        screen.tabs = [
            Screen.Tab(title: "<Letters>", icon: .envelope, badge: "3", isSelected: true, action: send),
            Screen.Tab(title: "Friends", isSelected: false, action: close),
        ]
        return screen
    }

    private func identifiers(_ page: String) -> [String] { attributes(" id=\"", page) }

    private func attributes(_ start: String, _ page: String) -> [String] {
        page.pieces(around: start).dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    @Test func `the first use of a symbol draws it, and later ones refer to that`() {
        let page = Rendering.page(decorated)
        let svg = #"<svg class="icon" aria-hidden="true" viewBox="0 0 24 24">"#
        let drawing = #"<path id="i-envelope" d="\#(Symbol.envelope.path)"/></svg>"#
        #expect(page.contains(svg + drawing + #"<span class="title">&lt;Letters&gt;</span> <span"#))
        #expect(page.contains(svg + ##"<use href="#i-envelope"/></svg><span class="title">One"##))
        #expect(page.contains(svg + ##"<use href="#i-envelope"/></svg><span class="title">Two"##))
        #expect(page.count(of: svg) == page.count(of: "</svg>") && page.count(of: svg) == 9)
        #expect(page.count(of: Symbol.envelope.path) == 1)
        #expect(identifiers(page).count == Set(identifiers(page)).count)
        let targets = attributes("<use href=\"#", page)
        #expect(targets == ["i-envelope", "i-envelope"])
        #expect(Set(targets).isSubset(of: identifiers(page)))
    }

    @Test func `symbols stand before the texts of bars, buttons, labels, menus, links and empty states`() {
        let page = Rendering.page(decorated)
        func follows(_ symbol: Symbol, _ text: String) -> Bool {
            page.contains("<path id=\"i-\(symbol.name)\" d=\"\(symbol.path)\"/></svg>\(text)")
        }
        #expect(follows(.cross, "Close</button>"))
        #expect(follows(.truck, "Arrives &lt;today&gt;</p>"))
        #expect(follows(.paperPlane, "Send &amp; wait</button>"))
        #expect(follows(.heart, "<h2>Nothing</h2>"))
        #expect(follows(.more, "Do</summary>"))
        #expect(follows(.download, "All</a></p>"))
    }

    @Test func `a row has its initials as an attribute, and its picture without alternative text`() {
        let page = Rendering.page(decorated)
        let initials = Initials(of: "<ida> \"co")
        #expect(initials.text == "IC")
        #expect(
            page.contains(#"<div class="row hue\#(initials.hue)" data-initials="IC"><span class="title">Ida &amp; Co"#))
        let picture = #"<img src="/pictures/atlas.svg?a=1&amp;b" alt="" width="48" height="48" loading="lazy">"#
        #expect(page.contains(#"<div class="row">"# + picture + #"<span class="title">Atlas"#))
    }

    @Test func `arrows are mirrored where text runs from right to left, and nothing else is`() {
        let mirrored = Symbol.builtIn.filter(\.flips).map(\.name)
        #expect(
            Set(mirrored) == [
                "undo", "redo", "enter", "exit", "chevron-backward", "chevron-forward", "arrow-backward",
                "arrow-forward",
            ])
        var screen = Screen()
        screen.elements = [.label("On", .arrowForward), .label("Up", .arrowUp)]
        let page = Rendering.page(screen)
        #expect(page.count(of: "<svg class=\"icon flips\"") == 1 && page.count(of: "<svg class=\"icon\"") == 1)
    }

    @Test func `two drawings with one name are both drawn, and one of them has the id`() throws {
        let own = try #require(Symbol("house", path: "M1 2h3"))
        var screen = Screen()
        screen.elements = [
            .label("a", .house), .label("b", own), .label("c", .house), .label("d", own),
        ]
        let page = Rendering.page(screen)
        #expect(page.count(of: "<path d=\"M1 2h3\"/>") == 2)
        #expect(page.count(of: "id=\"i-house\"") == 1 && page.count(of: "<use href=\"#i-house\"/>") == 1)
    }

    @Test func `Siren names the symbols of rows, tabs and actions, and links to the picture of a row`() throws {
        let entity = try Rendering.siren(decorated)
        let entities = try #require(entity["entities"] as? [[String: Any]])
        let properties = entities.compactMap { $0["properties"] as? [String: Any] }
        let icons = properties.map { $0["icon"] as? String }
        #expect(icons == ["envelope", "envelope", nil, nil, "envelope", nil])
        let picture = try #require(properties[3]["image"] as? String)
        #expect(picture.hasPrefix("http") && picture.hasSuffix("/pictures/atlas.svg?a=1&b"))
        let actions = try #require(entity["actions"] as? [[String: Any]])
        #expect(actions.map { $0["icon"] as? String } == ["cross", "paper-plane"])
        let content = try #require((entity["properties"] as? [String: Any])?["content"] as? [String])
        #expect(content == ["Arrives <today>", "Nothing"])
    }

    @Test(arguments: [
        ("Ida Lovelace", "IL"), ("ida", "I"), ("Jean-Luc Picard", "JP"), ("a b c d", "AD"), ("", ""), ("  ", ""),
        ("O'Neil", "O"), ("Jo;DROP TABLE friends", "JF"), ("李小龙", "李"), ("ßeta", "ß"), ("7 of 9", "79"), ("👩‍👩‍👧 x", "X"),
        ("e\u{301}\u{301}\u{301}\u{301}va", "E"),
    ])
    func `initials are the first letters of the first and the last word`(name: String, initials: String) {
        #expect(Initials(of: name).text == initials)
    }

    @Test func `white initials on each colour have enough contrast in both appearances`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Cairn/Assets/cairn.css")
        let sheet = try String(contentsOf: file, encoding: .utf8)
        #expect(sheet.contains("background: var(--hue); color: #ffffff;"))
        for hue in 1...Initials.hueCount {
            let text = try #require(sheet.between(".hue\(hue) { --hue: #", ";"))
            let colour = Color(try #require(UInt32(text, radix: 16)))
            #expect(colour.contrast(with: .white) >= 5, "\(hue)")
        }
        #expect(sheet.count(of: "{ --hue: #") == Initials.hueCount)
    }

    @Test func `a name always has the same colour, and names use all colours`() {
        #expect(Initials(of: "Ida").hue == Initials(of: "Ida").hue)
        // The value is a part of every cached page, so it must not depend on the run of the program.
        #expect(["Ida", "Ada", "Grace"].map { Initials(of: $0).hue } == [4, 6, 2])
        let hues = Set((0..<100).map { Initials(of: "Person \($0)").hue })
        #expect(hues == Set(1...Initials.hueCount))
    }
}
