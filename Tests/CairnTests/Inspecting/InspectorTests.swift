import CairnTesting
import HTTPProtocol
import Sockets
import Testing

@testable import Cairn

@Suite("The inspector explains why a button does nothing", .timeLimit(.minutes(3))) struct InspectorTests {
    /// A visitor on this machine.
    private static func developer(_ wire: Wire) -> Visitor {
        let developer = Visitor(wire)
        developer.fields.append(("Host", "localhost"))
        return developer
    }

    /// Opens the only session that the inspector lists.
    @discardableResult
    private static func openSession(_ developer: Visitor) async throws -> RenderedPage {
        let list = try await developer.visit("/cairn/inspect")
        let link = try #require(list.links.first { $0.target.contains("/session:") })
        return try await developer.visit(link.target)
    }

    @Test(arguments: Transport.allCases)
    func `a button without a handler is listed as not offered, with every responder of its chain`(
        transport: Transport
    ) async throws {
        try await transport.serve([Workshop.hosted()]) { wire in
            let start = try await Visitor(wire).visit("/workshop")
            #expect(!start.buttons.contains { $0.label == "Send" })
            let page = try await Self.developer(wire).visit("/cairn/inspect/apps/app:workshop")
            let index = try #require(page.texts.firstIndex(of: "“Send”: send-letter"))
            #expect(page.texts[index + 1].hasPrefix("Not offered: no responder handles send-letter."))
            let names = page.rows.filter { $0.subtitle == "has no handler for it." }.map(\.title)
            #expect(names.starts(with: ["WorkshopStart", "WorkshopNavigation", "Window", "Workshop"]))
        }
    }

    @Test func `a guard that diverts a button is named before the press if the button only shows a route`() async throws
    {
        try await Transport.memory.serve([Workshop.hosted()]) { wire in
            let page = try await Self.developer(wire).visit("/cairn/inspect/apps/app:workshop")
            #expect(
                page.rows.contains {
                    $0.title
                        == "“Show tools” leads elsewhere: the guard of WorkshopNavigation shows start instead of tools."
                })
        }
    }

    @Test(arguments: Transport.allCases)
    func `a guard that diverts a button is named after the press if a handler chose the route`(
        transport: Transport
    ) async throws {
        try await transport.serve([Workshop.hosted()]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/workshop")
            #expect(try await visitor.click("Tools").heading == "Start")
            let page = try await Self.openSession(Self.developer(wire))
            let press = try #require(page.rows.first { $0.title.hasPrefix("open-tools") })
            #expect(press.badge == "redirected")
            #expect(press.subtitle?.contains("The guard of WorkshopNavigation shows start instead of tools.") == true)
            #expect(press.subtitle?.contains("WorkshopNavigation: handled") == true)
            let versions = try #require(page.tables.first { $0.caption.hasPrefix("Versions") })
            let diverted = try #require(versions.rows.first { $0.contains("open-tools") })
            #expect(diverted.contains("The guard of WorkshopNavigation shows start instead of tools."))
        }
    }

    @Test func `a stale offer is listed for the version whose page showed it, with the reason`() async throws {
        let people = People()
        try await Transport.memory.serve([Workshop.hosted(people)]) { wire in
            let (visitor, developer) = (Visitor(wire), Self.developer(wire))
            try await visitor.visit("/workshop")
            #expect(try await visitor.click("People").buttons.map(\.label).contains("Delete ada"))
            #expect(try await Self.openSession(developer).texts.contains { $0.contains("are still valid") })
            people.delete("ada")
            #expect(try await visitor.click("Delete ada").reply.status == 409)
            let page = try await developer.reload()
            let index = try #require(page.texts.firstIndex(of: "“Delete ada” is stale: delete-person?name=ada"))
            #expect(page.texts[index + 1].contains("does not offer it any more"))
            #expect(page.texts[index + 1].contains("such as delete-person?name=ben"))
            let press = try #require(page.rows.first { $0.title.hasPrefix("delete-person?name=ada") })
            #expect(press.badge == "refused")
        }
    }

    @Test func `a handler that does not find its object is named with its chain`() async throws {
        let people = People()
        try await Transport.memory.serve([Workshop.hosted(people)]) { wire in
            let (visitor, developer) = (Visitor(wire), Self.developer(wire))
            try await visitor.visit("/workshop")
            try await visitor.click("People")
            people.hideAll()
            #expect(try await visitor.click("Delete ada").reply.status == 404)
            let press = try #require(try await Self.openSession(developer).rows.first { $0.badge == "refused" })
            #expect(press.title == "delete-person?name=ada, from version 2")
            #expect(press.subtitle?.contains("the handler threw notFound") == true)
            #expect(press.subtitle?.contains("PeopleScreen: none, WorkshopNavigation: none") == true)
        }
    }

    @Test func `the versions are a tree, and an older one can be chosen`() async throws {
        try await Transport.memory.serve([Workshop.hosted()]) { wire in
            let (visitor, developer) = (Visitor(wire), Self.developer(wire))
            try await visitor.visit("/workshop")
            try await visitor.click("People")
            try await visitor.click("Delete ada")
            let page = try await Self.openSession(developer)
            let table = try #require(page.tables.first { $0.caption.hasPrefix("Versions") })
            let newest = try #require(table.rows.first { $0.last == "newest" })
            #expect(newest.contains("delete-person?name=ada") && newest.contains("version 2"), "\(table.rows)")
            let older = try await developer.follow("Version 1")
            #expect(older.details["Version"] == "1; the newest is 3")
            #expect(older.details["Location"] == "/")
            #expect(older.texts.contains("“Send”: send-letter"))
            let controllers = try #require(older.tables.first { $0.caption == "The tree of controllers" })
            #expect(controllers.rows.map { $0[1] } == ["WorkshopNavigation", "WorkshopStart"])
        }
    }

    // MARK: - Access

    @Test func `clients on other machines and other hosts get the same 404 as for an unknown path`() async throws {
        for atRoot in [false, true] {
            let site = Site(
                apps: [Workshop.hosted()], mountsAtRoot: atRoot, configuration: Transport.configuration,
                pool: BlockingPool(threads: 1), log: Log(isQuiet: true))
            func status(_ path: String, host: String = "localhost:8080", isNear: Bool) async -> Int {
                let request = Request(method: .get, target: path, fields: [("Host", host), ("Accept", "text/html")])
                return await Int(site.respond(to: request, isFromThisMachine: isNear).status.code)
            }
            for path in ["/cairn/inspect", "/cairn/inspect/server", "/cairn/inspect/sessions"] {
                #expect(await status(path, isNear: true) == 200)
                #expect(await status(path, host: "127.0.0.1:8080", isNear: true) == 200)
                #expect(await status(path, host: "[::1]:8080", isNear: true) == 200)
                #expect(await status(path, isNear: false) == 404)
                #expect(await status(path, host: "evil.example", isNear: true) == 404)
            }
            #expect(await status("/cairn/inspector", isNear: true) == 404)
        }
    }

    @Test func `without diagnostics, and behind a proxy, there is no inspector`() async throws {
        try await Transport.socket.serve([Workshop.hosted()]) { wire in
            let developer = Self.developer(wire)
            #expect(try await developer.send(Call("GET", "/cairn/inspect")).status == 200)
            for field in ["Forwarded", "X-Forwarded-For", "Via"] {
                let reply = try await developer.send(Call("GET", "/cairn/inspect", fields: [(field, "for=1.2.3.4")]))
                #expect(reply.status == 404, "\(field)")
            }
        }
        var configuration = Transport.configuration
        configuration.exposesDiagnostics = false
        for transport in Transport.allCases {
            try await transport.serve([Workshop.hosted()], configuration: configuration) { wire in
                let reply = try await Self.developer(wire).send(Call("GET", "/cairn/inspect"))
                #expect(reply.status == 404)
            }
        }
    }

    @Test func `neither the list of the apps nor the inspector shows the inspector`() async throws {
        try await Transport.memory.serve([Workshop.hosted()]) { wire in
            let developer = Self.developer(wire)
            let index = try await developer.visit("/")
            #expect(!index.source.contains("inspect"))
            try await developer.visit("/cairn/inspect/apps")
            #expect(try developer.page.rows.map(\.title) == ["Workshop"])
            // The form of a tab performs an action, which begins a session of the inspector.
            _ = try await developer.send(
                Call("POST", "/cairn/inspect", body: Array("action=select-tab?tab=server".utf8)))
            #expect(try await developer.visit("/cairn/inspect").rows.isEmpty)
        }
    }

    @Test func `links alone need no session`() async throws {
        try await Transport.memory.serve([Workshop.hosted()]) { wire in
            let developer = Self.developer(wire)
            for path in ["", "/sessions", "/apps", "/apps/app:workshop", "/objects", "/server"] {
                let reply = try await developer.send(Call("GET", "/cairn/inspect" + path))
                #expect(reply.status == 200 && reply["Set-Cookie"] == nil)
            }
            #expect(try await developer.send(Call("GET", "/cairn/inspect/apps/app:missing")).status == 404)
            let gone = try await developer.visit("/cairn/inspect/sessions/session:missing")
            #expect(gone.texts.contains("This session is not in memory"))
        }
    }

    // MARK: - Secrets

    @Test func `no page shows a session id, a password or a nonce, and all texts are escaped`() async throws {
        try await Transport.memory.serve([Workshop.hosted()]) { wire in
            let (visitor, developer) = (Visitor(wire), Self.developer(wire))
            _ = try await visitor.post(
                "/workshop", "action=sign-in%3Fname%3DIda%26password%3Dhunter22&_once=8fq2c00000000")
            try await visitor.visit("/workshop")
            try visitor.fill("Name", with: "Ida")
            try visitor.fill("Password", with: "hunter22")
            try await visitor.click("Sign in")
            try await visitor.click("People")
            let id = try #require(visitor.cookies["cairn-workshop"])
            let session = try await Self.openSession(developer)
            #expect(session.details["User"] == "Ida")
            let saved = try #require(session.tables.first { $0.caption == "Values by property" })
            #expect(saved.rows.map { $0[0] }.sorted() == ["note", "password"])
            #expect(saved.rows.first { $0[0] == "password" }?[2] == "not shown")
            #expect(session.source.contains("&lt;b&gt;People") && !session.source.contains("<b>People"))
            var sources = [session.source, try await developer.visit("/cairn/inspect").source]
            sources.append(
                try await developer.get(session.url, accept: "application/vnd.siren+json").text)
            for source in sources {
                #expect(!source.contains(id) && !source.contains(id.prefix(12)))
                #expect(!source.contains("hunter22"))
                #expect(!source.contains("8fq2c00000000"))
            }
        }
    }

    // MARK: - Effects

    @Test func `inspecting keeps no session alive`() async throws {
        let time = ManualTime()
        var configuration = Transport.configuration
        configuration.sessions.idle = .seconds(600)
        configuration.sessions.hibernation = .seconds(6_000)
        try await Transport.memory.serve([Workshop.hosted()], configuration: configuration, time: time) { wire in
            guard case .memory(let site) = wire.kind else { return }
            let (visitor, developer) = (Visitor(wire), Self.developer(wire))
            try await visitor.visit("/workshop")
            try await visitor.click("People")
            for _ in 0..<3 {
                try await Self.openSession(developer)
                time.advance(by: .seconds(250))
            }
            site.reap()
            #expect(try await developer.visit("/cairn/inspect").rows.isEmpty)
        }
    }

    @Test func `a page of the inspector changes while a visitor clicks elsewhere`() async throws {
        try await Transport.memory.serve([Workshop.hosted()]) { wire in
            let (visitor, developer) = (Visitor(wire), Self.developer(wire))
            try await visitor.visit("/workshop")
            try await visitor.click("People")
            try await Self.openSession(developer)
            let events = try await developer.watch()
            try await visitor.click("Delete ada")
            #expect(try await events.next() == "change")
            #expect(try await developer.reload().rows.contains { $0.title.hasPrefix("delete-person") })
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a thousand changes are announced once, and the next ones not within a second`() async throws {
        let (center, time) = (TopicCenter(), ManualTime())
        let pacer = TopicPacer(.session, in: center, time: time)
        pacer.note()
        await Task.yield()
        time.advance(by: .seconds(10))
        #expect(center.changes == 0)
        let interest = TopicInterest(in: center)
        let start = time.now
        for _ in 0..<1_000 { pacer.note() }
        while center.changes == 0 { await step(time) }
        for _ in 0..<1_000 { pacer.note() }
        let first = time.now
        while center.changes == 1 { await step(time) }
        #expect(first - start < 1_000_000_000)
        #expect(time.now - first >= 900_000_000)
        withExtendedLifetime(interest) {}
    }

    private func step(_ time: ManualTime) async {
        for _ in 0..<10 { await Task.yield() }
        time.advance(by: .milliseconds(10))
    }
}
