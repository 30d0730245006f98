import Cairn
import Testing

@testable import CairnTesting

@Suite("HTTP contract: the current state") struct RepresentationTests {
    @Test func `HTML is never stored`() async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get("/desk", accept: "text/html")
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "text/html; charset=utf-8")
            #expect(reply["Cache-Control"] == "no-store")
            #expect(reply["Vary"] == "Accept, Cookie")
            #expect(reply["ETag"] == nil && reply["Set-Cookie"] == nil)
            #expect(reply.text.contains("<link rel=\"canonical\" href=\"/desk\">"))
        }
    }

    @Test(arguments: ["application/vnd.siren+json", "application/json"])
    func `RFC 9110 §13.1.2: JSON has a strong tag, and 304 while the state stands`(type: String) async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get("/desk", accept: type)
            #expect(reply["Content-Type"] == type)
            #expect(reply["Cache-Control"] == "private, no-cache")
            #expect(reply["Vary"] == "Accept, Cookie")
            let tag = try #require(reply["ETag"])
            #expect(tag.hasPrefix("\""))
            for sent in [tag, "W/" + tag, "\"other\", " + tag, "*"] {
                let same = try await visitor.get("/desk", accept: type, [("If-None-Match", sent)])
                #expect(same.status == 304, "\(sent)")
                #expect(same["ETag"] == tag && same["Vary"] == "Accept, Cookie" && same.body.isEmpty, "\(sent)")
            }
            _ = try await visitor.post("/desk", "action=increment")
            let changed = try await visitor.get("/desk", accept: type, [("If-None-Match", tag)])
            #expect(changed.status == 200)
            #expect(changed["ETag"] != tag)
        }
    }

    @Test func `Siren and plain JSON are the same bytes`() async throws {
        try await Visitor.atDesk { visitor in
            let siren = try await visitor.get("/desk", accept: "application/vnd.siren+json")
            let plain = try await visitor.get("/desk", accept: "application/json")
            #expect(siren.body == plain.body)
        }
    }

    @Test(arguments: Transport.allCases)
    func `RFC 9110 §9.3.2: HEAD says what GET would, without content`(transport: Transport) async throws {
        try await transport.serve([Desk.hosted()]) { wire in
            let visitor = Visitor(wire)
            for path in ["/", "/desk", "/healthz", "/cairn.css", "/desk/nowhere", "/nowhere"] {
                let get = try await visitor.get(path, accept: "application/json, text/css;q=0.5")
                let head = try await visitor.send(
                    Call("HEAD", path, fields: [("Accept", "application/json, text/css;q=0.5")]))
                #expect(head.status == get.status, "\(path)")
                #expect(head.body.isEmpty, "\(path)")
                #expect(
                    head.fields.filter { $0.name != "Date" }.map(\.value)
                        == get.fields.filter { $0.name != "Date" }.map(\.value), "\(path)")
            }
        }
    }

    @Test func `the gallery's index lists the apps for people and for scripts`() async throws {
        try await Transport.memory.serve([Desk.hosted(), Desk.hosted("other")]) { wire in
            let visitor = Visitor(wire)
            let page = try await visitor.visit("/")
            #expect(page.links.map(\.target) == ["/desk", "/other"])
            #expect(try await visitor.follow("Desk").heading == "Desk")
            let entity = try await visitor.siren("/")
            #expect(
                entity.links?.map(\.href)
                    == ["http://cairn.test/", "http://cairn.test/desk", "http://cairn.test/other"])
        }
    }

    @Test func `health is a plain word that no cache keeps`() async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get("/healthz")
            #expect(reply.status == 200 && reply.text == "ok\n")
            #expect(reply["Cache-Control"] == "no-store")
        }
    }

    @Test func `every kind of answer protects, and every page allows nothing from elsewhere`() async throws {
        try await Visitor.atDesk { visitor in
            let replies = [
                try await visitor.get("/", accept: "text/html"), try await visitor.get("/", accept: "application/json"),
                try await visitor.get("/desk", accept: "text/html"),
                try await visitor.get("/desk", accept: "application/json"),
                try await visitor.get("/desk", accept: "image/png"),
                try await visitor.get("/desk/nowhere", accept: "text/html"),
                try await visitor.get("/desk/nowhere", accept: "application/json"),
                try await visitor.get("/desk/broken", accept: "text/html"),
                try await visitor.get("/nowhere", accept: "text/html"),
                try await visitor.get("/nowhere", accept: "application/json"), try await visitor.get("/healthz"),
                try await visitor.get("/cairn.css"), try await visitor.send(Call("PUT", "/cairn.css")),
                try await visitor.send(Call("PUT", "/desk")), try await visitor.send(Call("PUT", "/")),
                try await visitor.post("/desk", "", accept: "text/html"),
                try await visitor.post("/desk", "action=x", accept: "text/html"),
                try await visitor.post("/desk/order", "action=order", accept: "text/html"),
                try await visitor.post("/desk", "action=increment", [("Sec-Fetch-Site", "cross-site")]),
                try await visitor.post("/desk", "action=increment"),
            ]
            for reply in replies {
                #expect(reply["X-Content-Type-Options"] == "nosniff", "\(reply.status) \(reply.fields)")
                #expect(reply["Referrer-Policy"] == "same-origin", "\(reply.status) \(reply.fields)")
                guard reply["Content-Type"]?.hasPrefix("text/html") == true else { continue }
                let policy = try #require(reply["Content-Security-Policy"])
                #expect(policy.hasPrefix("default-src 'none'; ") && policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe") && !policy.contains("script-src"))
                #expect(reply["X-Frame-Options"] == "DENY")
                try expectHarmless(reply)
            }
        }
    }

    /// Nothing on the page runs, is styled in place, or comes from elsewhere.
    private func expectHarmless(_ reply: Reply) throws {
        for element in try Markup.parse(reply.text).all({ _ in true }) {
            #expect(element.name != "script")
            #expect(!element.attributes.keys.contains { $0 == "style" || $0.hasPrefix("on") }, "\(element.attributes)")
            for target in [element["href"], element["src"], element["action"]].compactMap(\.self) {
                #expect(target.hasPrefix("/") && !target.hasPrefix("//") || target.hasPrefix("#"), "\(target)")
            }
        }
    }
}
