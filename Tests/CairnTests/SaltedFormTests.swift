import Cairn
import CairnTesting
import Testing

@Suite("The salt in _at on a shared store") struct SaltedFormTests {
    private func serve(_ store: MemoryStore, _ body: (Visitor) async throws -> Void) async throws {
        try await CairnTests.serve(Desk.hosted(), in: store) { try await body(Visitor($0)) }
    }

    private func at(_ page: RenderedPage) throws -> String {
        String(try #require(page.source.firstMatch(of: /name="_at" value="([^"]*)"/)).1)
    }

    @Test func `a form carries the salt of its version, and another salt gets 409 with the filled form`() async throws {
        try await serve(MemoryStore(sharing: MemoryStore.Data())) { visitor in
            #expect(try await visitor.put("/desk/~stack", stackBody(["top", "order"])).status == 303)
            let at = try at(try await visitor.visit("/desk/order"))
            #expect(at.wholeMatch(of: /2\.[0-9a-v]{3}-[0-9a-v]{3}/) != nil, "\(at)")
            let salt = at.dropFirst(2).prefix(3)
            let other = at.replacing("2.\(salt)", with: salt == "000" ? "2.001" : "2.000")
            let refused = try await visitor.post(
                "/desk/order", "action=order&item=wood&amount=2&_at=\(other)", accept: "text/html")
            #expect(refused.status == 409 && refused.text.contains("value=\"wood\""))
            let problem = try await visitor.post("/desk/order", "action=order&item=wood&amount=2&_at=\(other)")
            #expect(problem.status == 409)
            #expect(try problem.problem.type == "urn:cairn:problem:stale-offer")
            let done = try await visitor.post("/desk/order", "action=order&item=wood&amount=2&_at=\(at)")
            #expect(done.status == 303)
        }
    }

    @Test func `a form of a store of one process has no salt`() async throws {
        try await serve(MemoryStore()) { visitor in
            _ = try await visitor.post("/desk", "action=increment")
            let at = try at(try await visitor.visit("/desk"))
            #expect(at.wholeMatch(of: /\d-[0-9a-v]{3}/) != nil, "\(at)")
        }
    }

    @Test(arguments: [
        "2.", "2.x", "2.x7", "2.x7qq", "2.X7q", "2.x7w", "2..x7q", "2.x7q.x7q", ".x7q", "path.x7q", "0.x7q", "-2.x7q",
        "2.%00%00%00", "2.%C3%A9q", "99999999999999999999.x7q", "x7q", ".", "2.x7q.",
    ])
    func `a malformed salt gets 400`(at: String) async throws {
        try await Visitor.atDesk { visitor in
            _ = try await visitor.post("/desk", "action=increment")
            for tail in ["", "-k3q"] {
                let reply = try await visitor.post("/desk", "action=increment&_at=\(at)\(tail)")
                #expect(reply.status == 400)
                #expect(try reply.problem.type == "urn:cairn:problem:malformed-body")
            }
        }
    }
}
