import CairnTesting
import Testing

@testable import Gallery
@testable import Navigation
@testable import Responders
@testable import Views

@Suite("Atlas: the map and journeys of a hundred pages") struct AtlasTests {
    private static let gazetteer = Gazetteer()

    @Test(arguments: [
        (WorldRoute.world, Transition.push, "The World"), (.continent(.northAmerica), .push, "North America"),
        (.cities, .push, "All Cities"), (.journey("accra"), .fullScreen, "Accra"),
        (.settings, .modal, "Who Is Travelling?"),
    ])
    func `a route defines how its destination is presented and the coordinator builds it`(
        route: WorldRoute, transition: Transition, heading: String
    ) async throws {
        #expect(route.transition == transition)
        let step = transition == .push ? "/" : "/~"
        let path = "/atlas" + (route == .world ? "" : step + route.segment.text)
        try await Transport.memory.gallery { visitor in
            let page = try await visitor.visit(path)
            #expect(page.status == 200 && page.heading == heading)
            let classes: [Transition: String] = [
                .push: "screen", .modal: "screen modal", .fullScreen: "screen full-screen",
            ]
            #expect(page.source.contains("<body class=\"\(classes[transition] ?? "")\">"))
            let entity = try await visitor.siren(path)
            #expect(entity.class == (transition == .push ? ["screen"] : ["screen", transition.rawValue]))
        }
    }

    @Test func `each route of the atlas round-trips through its segment`() {
        let world: [WorldRoute] =
            [.world, .cities, .settings] + City.Continent.allCases.map { .continent($0) }
            + City.all.map { .journey($0.id) }
        #expect(world.ambiguousSegments.isEmpty)
        #expect(([.pages] + City.all.map { JourneyRoute.city($0.id) }).ambiguousSegments.isEmpty)
        #expect([PagesRoute.list, .change(1), .change(100)].ambiguousSegments.isEmpty)
    }

    @Test(arguments: Transport.allCases)
    func `going from page 73 to page 18 takes one step and shows the same content`(transport: Transport) async throws {
        try await transport.atlas { visitor in
            let pages = try await visitor.travel(to: 73)
            #expect(pages[72].heading == (try visitor.page.heading))
            #expect(pages[72].subtitle(of: "Pages so far") == "This is page 73")
            let titles = pages.enumerated().map { "\($0 + 1). \($1.heading)" }
            #expect(try await visitor.click("Pages so far").rows.map(\.title) == Array(titles.prefix(50)))
            #expect(try await visitor.click("Next page").rows.map(\.title) == Array(titles.dropFirst(50)))
            let list = try await visitor.click("Previous page")
            let back = try await visitor.click("18. \(pages[17].heading)")
            #expect(visitor.replies.map(\.status) == [303, 200])
            #expect(visitor.operation == "pop")
            #expect(visitor.chain == "PageList;none, PagesNavigation;none, JourneyNavigation;handled")
            #expect(back.version == (list.version ?? 0) + 1)
            #expect(back.heading == pages[17].heading && back.rows == pages[17].rows)
            #expect(back.url.prefix { $0 != "?" } == pages[17].url)
            let before = try await visitor.click("Back")
            #expect(before.rows == pages[16].rows)
        }
    }

    @Test func `popping to page 18 frees the 55 controllers above it and keeps the other 18`() throws {
        let (journey, pages) = try Self.journey(of: 73)
        let screens = try pages.map { try #require($0.controller) }.prefix(18).map(ObjectIdentifier.init)
        journey.show(.pages)
        journey.goToPage(GoToPage(page: 18))
        #expect(journey.depth == 18 && journey.presentedRoute == nil)
        #expect(pages.count { $0.controller == nil } == 55)
        #expect(pages.prefix(18).compactMap { $0.controller.map(ObjectIdentifier.init) } == screens)
        #expect(try journey.visibleChild() === pages[17].controller)
    }

    @Test(arguments: Transport.allCases)
    func `one POST dismisses the whole journey from page 99`(transport: Transport) async throws {
        try await transport.gallery { visitor in
            let map = try await visitor.visit("/atlas/continent:africa")
            try await visitor.click("Nairobi")
            let pages = try await visitor.travel(to: 99)
            #expect(pages.count == 99 && Set(pages.map(\.heading)).count > 9)
            let last = try visitor.page
            let presenter = try await visitor.click("Cancel")
            #expect(visitor.replies.map(\.status) == [303, 200])
            #expect(visitor.operation == "dismiss")
            #expect(visitor.chain == "CityPage;none, JourneyNavigation;none, WorldNavigation;handled")
            #expect(presenter.version == (last.version ?? 0) + 1)
            #expect(presenter.heading == "Africa" && presenter.rows == map.rows)
            #expect(try await visitor.click("Back").heading == "The World")
        }
    }

    @Test func `replacing page 4 of 6 keeps the other pages' controllers`() throws {
        let (journey, pages) = try Self.journey(of: 6)
        let screens = try pages.map { try #require($0.controller) }
        journey.replace(ReplacePage(page: 4, city: "reykjavik"))
        #expect(journey.depth == 6 && journey.cities[3].id == "reykjavik")
        for page in [6, 5, 4, 3, 2, 1] {
            let screen = try #require(try journey.visibleChild() as? CityPage)
            #expect((screen === screens[page - 1]) == (page != 4), "page \(page)")
            if page == 4 { #expect(screen.city.id == "reykjavik") }
            journey.pop()
        }
        for page in [0, 7, .min, .max] { journey.replace(ReplacePage(page: page, city: "accra")) }
        journey.skip(SkipPage(page: 1))
        #expect(journey.routes == [.city("nairobi")])
    }

    @Test(arguments: Transport.allCases)
    func `the page list forwards a change or a skip of a page to the journey`(
        transport: Transport
    ) async throws {
        try await transport.atlas { visitor in
            var cities = try await visitor.travel(to: 6).map(\.heading)
            let last = try visitor.page
            try await visitor.click("Pages so far")
            let others = try await visitor.click("Change", in: "4. \(cities[3])")
            #expect(others.heading == "Page 4")
            cities[3] = try #require(others.rows.last?.title)
            let changed = try await visitor.click(cities[3])
            #expect(
                visitor.chain
                    == "PageChange;none, PagesNavigation;passed, JourneyNavigation;handled"
            )
            #expect(changed.rows.map(\.title) == cities.enumerated().map { "\($0 + 1). \($1)" })
            try await visitor.click("Change", in: "2. \(cities[1])")
            let skipped = try await visitor.click("Skip \(cities[1])")
            cities.remove(at: 1)
            #expect(skipped.rows.map(\.title) == cities.enumerated().map { "\($0 + 1). \($1)" })
            let top = try await visitor.click("Cancel")
            #expect(top.heading == last.heading)
            for city in cities.reversed().dropFirst() { #expect(try await visitor.click("Back").heading == city) }
            #expect(throws: VisitorError.self) { try visitor.page.button("Back") }
            try await visitor.click("Pages so far")
            try await visitor.click("Change")
            let map = try await visitor.click("Skip \(cities[0])")
            #expect(map.heading == "The World" && visitor.operation == "dismiss")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a guest who opens the settings logs in first and then sees them`(transport: Transport) async throws {
        try await transport.gallery { visitor in
            try await visitor.visit("/atlas")
            let login = try await visitor.click("Settings")
            #expect(login.heading == "Who Is Travelling?")
            #expect(visitor.operation == "present")
            let refused = try await visitor.siren(login.url)
            let reply = try await visitor.send(
                try visitor.call("traveller-named", of: refused, fields: ["name": "\u{7}"]))
            #expect(reply.status == 422)
            try visitor.fill("What are you called?", with: " Ida  Pfeiffer ")
            let settings = try await visitor.pressEnter()
            #expect(settings.heading == "Settings" && settings.texts == ["You travel as Ida Pfeiffer."])
            #expect(try await visitor.click("Done").heading == "The World")
            #expect(try await visitor.click("Settings").heading == "Settings")
            let out = try await visitor.click("Sign out")
            #expect(out.heading == "The World")
            #expect(try await visitor.click("Settings").heading == "Who Is Travelling?")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a page finds its journey's coordinator in the environment and navigates through it`(
        transport: Transport
    ) async throws {
        try await transport.atlas { visitor in
            #expect(try !visitor.page.rows.contains { $0.title == "To the first page" })
            let pages = try await visitor.travel(to: 5)
            let list = try await visitor.click("Pages so far")
            #expect(visitor.chain == "CityPage;handled" && visitor.operation == "present")
            let page = try await visitor.click("Cancel")
            #expect(page.heading == pages[4].heading)
            let first = try await visitor.click("To the first page")
            #expect(visitor.chain == "CityPage;handled" && visitor.operation == "pop")
            #expect(first.heading == "Nairobi" && first.rows == pages[0].rows)
            _ = try await visitor.travel(to: 3)
            try await visitor.click("Pages so far")
            let again = try await visitor.click("Start again")
            #expect(visitor.chain == "PageList;handled")
            #expect(again.heading == "Nairobi" && again.rows == pages[0].rows)
            #expect(list.rows.count == 5)
            #expect(try await visitor.click("Pages so far").rows.map(\.title) == ["1. Nairobi"])
            #expect(try !visitor.page.buttons.contains { $0.label == "Start again" })
        }
    }

    @Test func `a page inside a journey finds the coordinator and a page outside finds none`() throws {
        let (journey, pages) = try Self.journey(of: 3)
        for page in pages { #expect(page.controller?.environment.journey === journey) }
        #expect(PageList().environment.journey == nil)
        #expect(try journey.destination(for: .city("accra")).environment.journey == nil)
    }

    @Test(arguments: Transport.allCases)
    func `a deep link builds the whole stack, so each Back works`(transport: Transport) async throws {
        try await transport.gallery { visitor in
            let path = "/atlas/continent:europe/~journey:paris/brussels/london"
            let london = try await visitor.visit(path)
            #expect(london.heading == "London" && visitor.cookies.isEmpty)
            #expect(london.subtitle(of: "Pages so far") == "This is page 3")
            #expect(try await visitor.click("Back").heading == "Brussels")
            let paris = try await visitor.click("Back")
            #expect(paris.heading == "Paris" && paris.url == "/atlas/continent:europe/~journey:paris")
            #expect(try await visitor.click("Cancel").heading == "Europe")
            #expect(try await visitor.click("Back").heading == "The World")
            let reply = try await visitor.send(
                Call("GET", path + "/atlantis", fields: [("Accept", "application/json")]))
            #expect(reply.status == 404)
            #expect(try reply.problem.longestValidPrefix?.hasSuffix(path) == true)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a deep link behind a guard continues after the login`(transport: Transport) async throws {
        try await transport.gallery { visitor in
            let path = "/atlas/continent:asia/~settings/units"
            let login = try await visitor.visit(path)
            #expect(login.heading == "Who Is Travelling?" && login.url == path)
            try visitor.fill("What are you called?", with: "Ibn Battuta")
            let units = try await visitor.submit("Continue")
            #expect(units.heading == "Units" && units.url.hasPrefix(path))
            #expect(units.rows.map(\.isSelected) == [true, false])
            let settings = try await visitor.click("Miles")
            #expect(settings.heading == "Settings" && settings.subtitle(of: "Distances") == "Miles")
            #expect(try await visitor.click("Done").heading == "Asia")
            let tokyo = try await visitor.click("Tokyo")
            #expect(tokyo.rows.contains { $0.subtitle?.hasSuffix(" miles") == true })
        }
    }

    @Test func `every city's page opens from its location without a session`() async throws {
        try await Transport.memory.gallery { visitor in
            for city in City.all {
                let page = try await visitor.visit("/atlas/~journey:\(city.id)")
                #expect(page.status == 200 && page.heading == city.name)
                #expect(page.details["Country"] == city.country)
                #expect(page.details["Position"] == city.coordinate.text)
                #expect(page.subtitle(of: city.name) == "You are here")
                #expect(
                    page.buttons.count { $0.action.hasPrefix("select-city") } == 6
                        + Self.gazetteer.flights(from: city).count)
                #expect(page.source.matches(of: /<circle class="marker/).count == 7)
            }
            #expect(City.all.count > 100 && visitor.cookies.isEmpty)
        }
    }

    @Test(arguments: Transport.allCases)
    func `the map's markers are rows, and Siren gives their coordinates`(transport: Transport) async throws {
        try await transport.gallery { visitor in
            let page = try await visitor.visit("/atlas/continent:oceania")
            let cities = Self.gazetteer.cities(in: .oceania)
            #expect(page.rows.map(\.title) == cities.map(\.name))
            let rows = try await visitor.siren("/atlas/continent:oceania").entities(of: "row")
            #expect(rows.map(\.properties?.latitude) == cities.map(\.coordinate.latitude))
            #expect(rows.map(\.properties?.longitude) == cities.map(\.coordinate.longitude))
            // Starting a journey only navigates, so the row has a link too.
            let link = try #require(rows.first { $0.properties?.title == "Suva" }?.links?.first)
            #expect(try await visitor.siren(link.href).title == "Suva")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a search finds a city by country or name, without diacritics too`(transport: Transport) async throws {
        try await transport.gallery { visitor in
            try await visitor.visit("/atlas")
            let first = try await visitor.click("All cities, by name")
            #expect(first.rows.map(\.title) == City.all.prefix(20).map(\.name))
            let second = try await visitor.click("Next page")
            #expect(second.rows.map(\.title) == City.all.dropFirst(20).prefix(20).map(\.name))
            for query in ["sao paulo", "São Paulo", "SAO", "paulo brazil"] {
                try visitor.fill("City or country", with: query)
                let found = try await visitor.pressEnter()
                #expect(found.rows.map(\.title) == ["São Paulo"], "\(query)")
            }
            let page = try await visitor.click("São Paulo")
            #expect(page.heading == "São Paulo" && page.url == "/atlas/cities/~journey:sao-paulo")
            let back = try await visitor.click("Cancel")
            #expect(back.rows.map(\.title) == ["São Paulo"])
        }
    }

    // MARK: - Helpers without a server

    private struct Seen {
        weak var controller: ViewController?
    }

    /// A journey through `count` cities, with weak references to the controllers of its pages, all of which were built.
    private static func journey(of count: Int) throws -> (JourneyNavigation, [Seen]) {
        let journey = JourneyNavigation(from: try gazetteer.city("nairobi"), gazetteer: gazetteer)
        var pages = [Seen(controller: try journey.visibleChild())]
        while journey.depth < count {
            journey.select(SelectCity(city: City.all[journey.depth].id))
            pages.append(Seen(controller: try journey.visibleChild()))
        }
        return (journey, pages)
    }
}

extension Transport {
    /// Runs `body` with a visitor whose journey starts in Nairobi.
    fileprivate func atlas(_ body: (Visitor) async throws -> Void) async throws {
        try await gallery { visitor in
            try await visitor.visit("/atlas/~journey:nairobi")
            try await body(visitor)
        }
    }
}

extension Visitor {
    /// Selects cities, near and distant ones, until the journey has `count` pages, and returns all its pages.
    fileprivate func travel(to count: Int) async throws -> [RenderedPage] {
        var pages = [try page]
        while pages.count < count {
            let next = try page.buttons.filter { $0.action.hasPrefix("select-city") }
            pages.append(try await click(next[pages.count * 5 % next.count]))
        }
        return pages
    }
}

extension RenderedPage {
    /// The version number in the page's form.
    fileprivate var version: Int? {
        source.firstMatch(of: /name="_at" value="([0-9]+)/).flatMap { Int($0.1) }
    }

    fileprivate func subtitle(of row: String) -> String? { rows.first { $0.title == row }?.subtitle }
}
