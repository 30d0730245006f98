import Cairn
import Foundation
import Testing

@testable import CairnTesting
@testable import Hypermedia
@testable import Responders

@Suite("The description of an app, and of link relations") struct DescriptionTests {
    enum Colour: String, Codable, CaseIterable { case red, green }
    enum Hidden: String, Codable { case one }
    struct Address: Codable, Sendable { var street = "", number: Int? }
    struct Paint: Action {
        var colour = Colour.red
        var coats: Int?
        var share = 0.5
        var isShiny = false
        var picture: UploadedFile?
        var walls: [String] = []
        var address = Address()
    }
    struct Whisper: Action { var word = Hidden.one }

    private struct Document: Decodable {
        struct Property: Decodable, Equatable {
            var name: String, type: String
            var optional: Bool?
            var values: [String]?
        }
        struct Action: Decodable {
            var name: String
            var properties: [Property]
            var complete: Bool?
        }
        struct Route: Decodable, Equatable { var method: String, path: String }
        var name: String, title: String, summary: String, href: String
        var complete: Bool
        var actions: [Action]
        var screens: [String]
        var routes: [Route]
        var relations: [String: String], problems: [String: String]
    }

    final class Painter: Responder {
        override class var actions: [Handler] { [.on(paint)] }
        func paint(_ action: Paint) {}
    }

    private static func apps() -> [HostedApplication] {
        [
            Desk.hosted().describing(Painter.self).get("list.csv") { (_: Desk, _) in .text("") }
                .webhook("known-to-its-sender") { _ in .empty },
            Office.hosted(),
        ]
    }

    private func document(_ visitor: Visitor, _ path: String = "/cairn/apps/desk") async throws -> Document {
        let reply = try await visitor.get(path)
        #expect(reply.status == 200 && reply["content-type"] == "application/json")
        return try JSON.decode(Document.self, from: reply.body)
    }

    @Test func `the properties of an action are those that its type decodes`() {
        let paint = ActionProperties(of: Paint.self)
        #expect(
            paint.properties == [
                ActionProperty(name: "colour", type: "string", isOptional: false, values: ["red", "green"]),
                ActionProperty(name: "coats", type: "integer", isOptional: true, values: []),
                ActionProperty(name: "share", type: "number", isOptional: false, values: []),
                ActionProperty(name: "isShiny", type: "boolean", isOptional: false, values: []),
                ActionProperty(name: "picture", type: "file", isOptional: true, values: []),
                ActionProperty(name: "walls", type: "list", isOptional: false, values: []),
                ActionProperty(name: "address.street", type: "string", isOptional: false, values: []),
                ActionProperty(name: "address.number", type: "integer", isOptional: true, values: []),
            ])
        #expect(paint.isComplete)
        let whisper = ActionProperties(of: Whisper.self)
        #expect(whisper.properties.map(\.name) == ["word"] && !whisper.isComplete)
    }

    @Test
    func `the description has the actions of the first state, those of named classes, and the routes except webhooks`()
        async throws
    {
        try await Visitor.each(apps: Self.apps) { visitor in
            let desk = try await document(visitor)
            #expect(desk.name == "desk" && desk.title == "Desk" && desk.href == "/desk" && desk.complete)
            let names = desk.actions.map(\.name)
            #expect(names == names.sorted())
            #expect(Set(names).isSuperset(of: ["increment", "open-drawer", "order", "paint"]))
            #expect(!names.contains("back"))
            let drawer = desk.actions.first { $0.name == "open-drawer" }
            #expect(drawer?.properties.map(\.name) == ["drawer"] && drawer?.properties.map(\.type) == ["integer"])
            #expect(desk.routes == [Document.Route(method: "GET", path: "/desk/list.csv")])
            #expect(desk.screens == ["top"])
        }
    }

    @Test func `the first state is that behind the guards, so a login hides the screens behind it`() async throws {
        try await Visitor.each(apps: Self.apps) { visitor in
            let office = try await document(visitor, "/cairn/apps/office")
            let names = Set(office.actions.map(\.name))
            #expect(names.isSuperset(of: ["log-into-office", "count-ticket"]))
            #expect(office.screens == ["login"])
        }
    }

    @Test func `each screen and the index link to it, and it is the same for all visitors`() async throws {
        try await Visitor.each(apps: Self.apps) { visitor in
            for path in ["/desk", "/desk/drawer:1", "/"] {
                let links = (try await visitor.siren(path).links ?? []).filter { $0.rel == ["describedby"] }
                #expect(links.first?.href == "http://cairn.test/cairn/apps/desk", "\(path)")
                #expect(links.first?.type == "application/vnd.cairn.app+json")
            }
            let first = try await visitor.get("/cairn/apps/desk", accept: "application/vnd.cairn.app+json")
            #expect(first["content-type"] == "application/vnd.cairn.app+json" && first["set-cookie"] == nil)
            let tag = try #require(first["etag"])
            try await visitor.visit("/desk")
            try await visitor.submit("Count")
            #expect(try await visitor.get("/cairn/apps/desk", [("If-None-Match", tag)]).status == 304)
            #expect(try await visitor.get("/cairn/apps/desk", accept: "image/png").status == 406)
            #expect(try await visitor.send(Call("POST", "/cairn/apps/desk")).status == 405)
            for path in ["/cairn/apps/none", "/cairn/apps/", "/cairn/apps/desk/x", "/cairn/rels/none"] {
                #expect(try await visitor.get(path).status == 404, "\(path)")
            }
        }
    }

    @Test func `each relation and each problem type has a page of its own, as HTML and as JSON`() async throws {
        struct Term: Decodable { var name: String, href: String, meaning: String }
        try await Visitor.each(apps: Self.apps) { visitor in
            let desk = try await document(visitor)
            #expect(desk.relations["urn:cairn:tab"] == "/cairn/rels/tab")
            #expect(desk.problems["urn:cairn:problem:busy"] == "/cairn/problems/busy")
            for (name, path) in desk.relations.merging(desk.problems, uniquingKeysWith: { first, _ in first }) {
                let reply = try await visitor.get(path, accept: "application/json")
                #expect(reply.status == 200, "\(path)")
                let term = try JSON.decode(Term.self, from: reply.body)
                #expect(term.name == name && term.href == path && !term.meaning.isEmpty)
                let page = try await visitor.visit(path)
                #expect(page.heading == name)
            }
        }
    }

    @Test func `RFC 6903: a problem links to the page about its type`() async throws {
        try await Visitor.each(apps: Self.apps) { visitor in
            let stale = try await visitor.post("/desk", "action=open-drawer&drawer=7")
            #expect(stale.values(of: "link") == ["</cairn/problems/stale-offer>; rel=\"type\""])
            #expect(try await visitor.get("/cairn/problems/stale-offer").status == 200)
        }
    }

    @Test func `all relations and problem types in the sources are documented`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
        let documented = Set((DocumentedTerm.relations + DocumentedTerm.problems).map(\.urn))
        var used: Set<String> = []
        for module in ["Cairn", "Hypermedia"] {
            let folder = sources.appending(path: module)
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            for name in names where name.hasSuffix(".swift") && !name.hasSuffix("DocumentedTerm.swift") {
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                for match in text.matches(of: /urn:cairn:(?:problem:)?[a-z-]+/) { used.insert(String(match.0)) }
                for match in text.matches(of: /[ .](?:cairn|ofClient)\(\s*"([a-z-]+)"/) {
                    used.insert("urn:cairn:problem:\(match.1)")
                }
            }
        }
        used.remove("urn:cairn:problem")
        #expect(used.count > 50)
        #expect(used.subtracting(documented).isEmpty)
        #expect(documented.subtracting(used).isEmpty)
    }

    @Test func `an app at the root has its description too`() async throws {
        for transport in Transport.allCases {
            try await transport.serve([Desk.hosted()], mountsAtRoot: true) { wire in
                let visitor = Visitor(wire)
                let links = (try await visitor.siren("/").links ?? []).filter { $0.rel == ["describedby"] }
                #expect(links.map(\.href) == ["http://cairn.test/cairn/apps/"])
                #expect(try await document(visitor, "/cairn/apps/").href == "/")
                #expect(try await visitor.get("/cairn/rels/tab").status == 200)
                #expect(try await visitor.get("/cairn/apps/none").status == 404)
            }
        }
    }
}
