import Cairn
import CairnTesting
import Testing

private struct ShowPlanet: Action { var planet: Int }
private struct Rename: Action { var name: String }
private struct Filter: Action { var letters: String }

private enum Sky: Route { case planets, planet(Int) }
private enum Part: Route, CaseIterable { case planets, moons, stars, comets, dust, gas }

private final class Planets: SplitViewController<Sky> {
    override class var actions: [Handler] { [.on(show)] }
    func show(_ action: ShowPlanet) { showDetail(.planet(action.planet)) }

    override func destination(for route: Sky) -> ViewController {
        switch route {
        case .planets: PlanetList().titled("Planets")
        case .planet(let number): Planet(number).titled("Planet \(number)")
        }
    }
}

private final class PlanetList: ViewController {
    @Saved var filter = ""
    override class var actions: [Handler] { [.on(choose)] }
    func choose(_ action: Filter) { filter = action.letters }

    @ViewBuilder override var view: any View {
        Text("Filter: \(filter)")
        Form {
            TextField("Letters", name: "letters")
            Button("Filter", action: Filter(letters: ""))
        }
        List("Planets") { ForEach(1...3) { Row("Planet \($0)", action: ShowPlanet(planet: $0)) } }
    }
}

private final class Planet: ViewController {
    let number: Int
    @Saved var name = "nameless"
    init(_ number: Int) {
        self.number = number
        super.init()
    }
    override class var actions: [Handler] { [.on(rename)] }
    func rename(_ action: Rename) { name = action.name }

    @ViewBuilder override var view: any View {
        Heading("About")
        Text("It is \(name).")
        TextField("Name", name: "name", isRequired: true)
        Button("Rename", role: .primary, action: Rename(name: ""))
        Row("Next planet", action: ShowPlanet(planet: number + 1))
    }
}

private final class Parts: TabBarController<Part> {
    override func destination(for route: Part) -> ViewController {
        route == .planets ? Planets(root: .planets) : ViewController().titled(route.segment.words[0] ?? "")
    }
}

private final class Atlas: Application {
    override func makeRootViewController() -> ViewController { Parts(root: .planets) }

    static func hosted() -> HostedApplication { HostedApplication("atlas", title: "Atlas") { Atlas() } }
}

@Suite("Split views and the More tab") struct AtlasTests {
    private func each(_ body: (Visitor) async throws -> Void) async throws {
        try await Visitor.each(apps: { [Atlas.hosted()] }) { try await body($0) }
    }

    @Test func `a path shows list and detail, and the actions of both panes work`() async throws {
        try await each { visitor in
            let page = try await visitor.visit("/atlas/planets/planet:3")
            #expect(page.heading == "Planet 3")
            #expect(page.rows.map(\.title) == ["Planet 1", "Planet 2", "Planet 3", "Next planet"])
            #expect(page.texts == ["Planets", "Filter:", "Planet 3", "About", "It is nameless."])
            try visitor.fill("Name", with: "Mars")
            #expect(try await visitor.click("Rename").texts.last == "It is Mars.")
            try visitor.fill("Letters", with: "m")
            let filtered = try await visitor.click("Filter")
            #expect(filtered.texts == ["Planets", "Filter: m", "Planet 3", "About", "It is Mars."])
            #expect(try await visitor.click("Next planet").url.contains("/atlas/planets/planet:4?at="))
            let list = try await visitor.click("Back")
            #expect(list.url.contains("/atlas/planets?at="))
            #expect(list.texts == ["Filter: m"])
        }
    }

    @Test func `an action after the browser's Back creates a branch, and both panes keep their state`() async throws {
        try await each { visitor in
            try await visitor.visit("/atlas/planets")
            try await visitor.click("Planet 1")
            try await visitor.click("Planet 2")
            #expect(try visitor.back().heading == "Planet 1")
            try visitor.fill("Name", with: "Mercury")
            #expect(try await visitor.click("Rename").texts.last == "It is Mercury.")
            #expect(try visitor.page.heading == "Planet 1")
        }
    }

    @Test func `HTML and Siren offer the same actions`() async throws {
        try await each { visitor in
            for location in ["/atlas/planets", "/atlas/planets/planet:2", "/atlas/more", "/atlas/dust"] {
                let page = try await visitor.visit(location)
                let entity = try await visitor.siren(location)
                let offered = entity.all.flatMap { $0.actions ?? [] }.map { action in
                    ([action.name]
                        + action.fields.filter { $0.type == "hidden" && $0.name != "action" && $0.name != "_at" }
                        .map { "\($0.name)=\($0.value ?? "")" }).joined(separator: "?")
                }
                let buttons = page.buttons.filter { $0.place != .hidden }.map(\.action)
                #expect(offered.sorted() == buttons.sorted(), "\(location)")
            }
        }
    }

    @Test func `a sixth tab is listed under More, with its own URL`() async throws {
        try await each { visitor in
            let page = try await visitor.visit("/atlas")
            #expect(page.tabs.map(\.title) == ["Planets", "Moons", "Stars", "Comets", "More"])
            let more = try await visitor.click("More")
            #expect(more.url.hasSuffix("/atlas/more"))
            #expect(more.rows.map(\.title) == ["Dust", "Gas"])
            #expect(more.selectedTab == "More")
            let gas = try await visitor.click("Gas")
            #expect(gas.url.hasSuffix("/atlas/gas"))
            #expect(gas.heading == "gas")
            #expect(gas.selectedTab == "More")
        }
    }
}
