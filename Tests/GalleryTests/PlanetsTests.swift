import Cairn
import CairnCommands
import CairnTesting
import NavigationKit
import Testing

@testable import Gallery

@Suite("Planets: presenters found by protocol") struct PlanetsTests {
    private func serve(_ transport: Transport = .memory, _ body: (Visitor) async throws -> Void) async throws {
        try await transport.serve([try Gallery.apps().only("planets")]) { try await body(Visitor($0)) }
    }

    private func page(_ path: String, of visitor: Visitor) async throws -> Reply {
        try await visitor.send(Call("GET", path, fields: [("Accept", "text/html")]))
    }

    @Test func `the scenes are last in the chain, after the delegate, and are found by protocol`()
        throws
    {
        let app = Planets()
        #expect(app.chain.map { "\(type(of: $0))" } == ["Planets", "PlanetsDelegate", "Scenes"])
        #expect(app.nearest((any PlanetListPresenting).self) is Scenes)
        #expect(app.nearest((any PlanetPresenting).self) == nil)
        #expect(app.nearest((any MoonPresenting).self) == nil)
    }

    @Test(arguments: Transport.allCases)
    func `a planet and a moon are each presented by the nearest presenter in the chain`(transport: Transport)
        async throws
    {
        try await serve(transport) { visitor in
            let start = try await visitor.visit("/planets")
            #expect(start.heading == "The solar system" && start.rows.isEmpty)
            let planets = try await visitor.click("Show the planets")
            #expect(planets.url == "/planets/system" && planets.heading == "Planets")
            let planet = try await visitor.click("Jupiter")
            #expect(planet.url == "/planets/system/planet:jupiter" && planet.heading == "Jupiter")
            #expect(planet.source.contains("aria-current=\"page\" class=\"row\"><span class=\"title\">Jupiter<"))
            let moon = try await visitor.click("Europa")
            #expect(moon.url == "/planets/system/planet:jupiter/moon:europa" && moon.heading == "Europa")
            #expect(moon.details["Discovered"] == "1610, by Galileo Galilei")
            #expect(moon.details["Distance from its planet"] == "671,100 km")
            let list = try await visitor.click("All planets")
            #expect(visitor.chain == "MoonFacts;handled" && list.url == "/planets/system" && list.heading == "Planets")
        }
    }

    @Test func `a missing presenter throws an error that lists the chain`() {
        let list = PlanetList()
        let error = #expect(throws: ResponderError.self) { try list.choose(ChoosePlanet(planet: "mars")) }
        #expect(error?.description.contains("PlanetPresenting in the chain PlanetList") == true)
    }

    @Test func `scenes without an application throw an error`() {
        let scenes = Scenes()
        #expect(throws: Scenes.NoScene.self) { try scenes.presentPlanetList() }
        #expect(throws: Scenes.NoScene.self) { try scenes.presentPage("https://science.nasa.gov/mars/") }
    }

    @Test func `the action for further reading redirects to the external host that the app declares`() async throws {
        try await serve { visitor in
            let page = try await visitor.visit("/planets/system/planet:mars")
            #expect(page.buttons.contains { $0.label == "Read more at NASA" })
            let reply = try await visitor.send(
                Call(
                    "POST", "/planets/system/planet:mars",
                    fields: [("Content-Type", "application/x-www-form-urlencoded")],
                    body: Array("action=read-more".utf8)))
            #expect(reply.status == 303 && reply["Location"] == "https://science.nasa.gov/mars/")
        }
        for planet in Planet.all { #expect(planet.link.hasPrefix("https://science.nasa.gov/")) }
    }

    @Test func `list and planet are shown side by side, or one at a time on a phone`() async throws {
        try await serve { visitor in
            let both = try await visitor.visit("/planets/system/planet:mars")
            #expect(both.rows.map(\.title).contains("Neptune") && both.rows.map(\.title).contains("Phobos"))
            let narrow = try await visitor.send(
                Call(
                    "GET", "/planets/system/planet:mars", fields: [("Accept", "text/html"), ("Sec-CH-UA-Mobile", "?1")])
            )
            #expect(narrow.text.contains("Phobos") && !narrow.text.contains("Neptune"))
        }
    }

    @Test func `each planet and moon opens from its location without a session`() async throws {
        try await serve { visitor in
            for planet in Planet.all {
                let reply = try await page("/planets/system/planet:\(planet.id)", of: visitor)
                #expect(reply.status == 200 && reply.text.contains(">\(planet.name)<"), "\(planet.name)")
            }
            for moon in Moon.all {
                let reply = try await page("/planets/system/planet:\(moon.planet)/moon:\(moon.id)", of: visitor)
                #expect(reply.status == 200 && reply.text.contains(">\(moon.name)<"), "\(moon.name)")
            }
            #expect(try await page("/planets/system/planet:mars/moon:europa", of: visitor).status == 404)
            #expect(try await page("/planets/system/planet:pluto", of: visitor).status == 404)
        }
    }
}
