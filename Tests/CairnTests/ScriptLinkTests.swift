import Cairn
import Testing

@testable import CairnTesting

@Suite("Links and hints for scripts") struct ScriptLinkTests {
    /// The links of a problem, by their first relation.
    private func links(of reply: Reply) throws -> [String: String] {
        struct Problem: Decodable {
            var links: [Siren.Link]
        }
        let links = try JSON.decode(Problem.self, from: reply.body).links
        return Dictionary(links.compactMap { link in link.rel.first.map { ($0, link.href) } }) { first, _ in first }
    }

    @Test func `a problem links to the current page and to related pages`() async throws {
        try await Visitor.atDesk { visitor in
            let origin = "http://cairn.test"
            _ = try await visitor.post("/desk", "action=increment")
            let stale = try await visitor.post("/desk", "action=open-drawer&drawer=7&_at=2")
            #expect(stale.status == 409)
            #expect(try links(of: stale)["urn:cairn:present"] == origin + "/desk?at=2")
            #expect(try links(of: stale)["urn:cairn:app"] == origin + "/desk")
            let unknown = try await visitor.post("/desk?at=2", "action=fly")
            #expect(unknown.status == 409)
            #expect(try links(of: unknown)["urn:cairn:present"] == origin + "/desk?at=2")
            let changed = try await visitor.post("/desk", "action=increment&_at=2", [("If-Match", "\"x\"")])
            #expect(try links(of: changed)["urn:cairn:present"] == origin + "/desk?at=2")
            let missing = try await visitor.get("/desk/drawer:1/nothing", accept: "application/json")
            #expect(missing.status == 404)
            #expect(try links(of: missing)["urn:cairn:nearest"] == origin + "/desk/drawer:1")
        }
    }

    @Test func `the index describes each app, and each page links to the index`() async throws {
        try await Visitor.atDesk { visitor in
            let apps = (try await visitor.siren("/").links ?? []).filter { $0.rel == ["urn:cairn:app"] }
            #expect(apps.map(\.summary) == ["One of everything."])
            for path in ["/desk", "/desk/drawer:1"] {
                let page = try await visitor.siren(path)
                let index = (page.links ?? []).filter { $0.rel == ["urn:cairn:index"] }
                #expect(index.map(\.href) == ["http://cairn.test/"])
            }
        }
    }

    @Test func `a Siren row contains the title of its list`() async throws {
        try await Visitor.atDesk { visitor in
            let rows = try await visitor.siren("/desk").all.filter { $0.class == ["row"] }
            #expect(rows.map(\.properties?.list) == ["Drawers", "Drawers"])
            let row = try #require(try await visitor.siren("/desk/drawer:1").all.first { $0.class == ["row"] })
            #expect(row.properties?.list == nil)
        }
    }

    @Test func `an action that leads to another site is marked in HTML and Siren`() async throws {
        try await Transport.memory.serve([Desk.hosted(outsideHosts: ["example.org"])]) { wire in
            let visitor = Visitor(wire)
            let actions = try await visitor.siren("/desk").actions ?? []
            #expect(actions.filter { $0.class?.contains("external") == true }.map(\.name) == ["read-about-desks"])
            let page = String(decoding: try await visitor.get("/desk", accept: "text/html").body, as: UTF8.self)
            let buttons = page.split(separator: "<button").filter { $0.contains("title=\"Leads to another site\"") }
            #expect(buttons.count == 1 && buttons[0].contains("Read about desks"))
            #expect(
                try await visitor.post("/desk", "action=read-about-desks")["Location"] == "https://example.org/desks")
        }
    }

    @Test func `Cairn-Chain is present if a POST reached a responder, even if the handler throws`() async throws {
        for (path, form, status) in [
            ("/desk", "action=increment", 303), ("/desk", "action=fail", 500),
            ("/desk/order", "action=order&item=coal", 422), ("/desk", "action=ignored", 409),
            ("/desk", "action=look-for-pen", 404),
        ] {
            try await Visitor.atDesk { visitor in
                let reply = try await visitor.post(path, form)
                #expect(reply.status == status)
                #expect(reply["Cairn-Chain"]?.contains(";") == true, "\(form)")
            }
        }
    }
}
