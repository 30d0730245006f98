import Cairn
import CairnTesting
import Testing

@Suite("Response headers after a change of identity") struct IdentityTests {
    @Test func `a logout clears the browser's cache, a login does not`() async throws {
        try await Visitor.atDesk { visitor in
            #expect(try await visitor.post("/desk", "action=increment")["Clear-Site-Data"] == nil)
            let login = try await visitor.post("/desk", "action=enter-desk")
            #expect(login.status == 303 && login["Clear-Site-Data"] == nil)
            let logout = try await visitor.post("/desk", "action=leave-desk")
            #expect(logout.status == 303 && logout["Clear-Site-Data"] == "\"cache\"")
        }
    }

    @Test func `the page after a logout clears the cache too, until the next action`() async throws {
        try await Visitor.atDesk { visitor in
            _ = try await visitor.post("/desk", "action=enter-desk")
            #expect(try await visitor.get("/desk", accept: "text/html")["Clear-Site-Data"] == nil)
            let logout = try await visitor.post("/desk", "action=leave-desk")
            let target = try #require(logout["Location"])
            for _ in 0..<2 {
                let page = try await visitor.get(target, accept: "text/html")
                #expect(page.values(of: "Clear-Site-Data") == ["\"cache\""])
            }
            #expect(try await visitor.get("/desk/order", accept: "text/html")["Clear-Site-Data"] == nil)
            let next = try #require(try await visitor.post("/desk", "action=increment")["Location"])
            #expect(try await visitor.get(next, accept: "text/html")["Clear-Site-Data"] == nil)
            #expect(try await visitor.get(target, accept: "text/html")["Clear-Site-Data"] == nil)
        }
    }

    @Test func `a logout that returns the page clears the cache once`() async throws {
        try await Visitor.atDesk { visitor in
            _ = try await visitor.post("/desk", "action=enter-desk")
            let page = try await visitor.post("/desk", "action=leave-desk", [("Prefer", "return=representation")])
            #expect(page.status == 200 && page.values(of: "Clear-Site-Data") == ["\"cache\""])
        }
    }

    @Test func `the page of a lost session clears the cache and deletes the cookie`() async throws {
        try await Visitor.atDesk { visitor in
            let cookie = ("Cookie", "cairn-desk=" + String(repeating: "0", count: 32))
            let page = try await visitor.get("/desk", accept: "text/html", [cookie])
            #expect(page["Set-Cookie"]?.contains("Max-Age=0") == true)
            #expect(page.values(of: "Clear-Site-Data") == ["\"cache\""])
        }
    }

    @Test func `a form's name contains the session fingerprint, and its disabled control is ignored`() async throws {
        try await Visitor.atDesk { visitor in
            #expect(!(try await visitor.get("/desk/order", accept: "text/html")).text.contains("<form name"))
            _ = try await visitor.post("/desk", "action=increment")
            let first = try await visitor.get("/desk/order", accept: "text/html").text
            let name = try #require(first.firstMatch(of: /<form name="(_[0-9a-v]{3})"/)?.1)
            #expect(first.contains("value=\"path-\(name.dropFirst())\""))
            #expect(first.contains("<input type=\"hidden\" name=\"\(name)\" disabled>"))
            // Text browsers can send the disabled control.
            #expect(try await visitor.post("/desk/order", "action=order&item=tea&\(name)=").status == 303)
            _ = try await visitor.post("/desk", "action=enter-desk")
            let next = try await visitor.get("/desk/order", accept: "text/html").text
            #expect(next.contains("<form name=\"_") && !next.contains("name=\"\(name)\""))
        }
    }

    @Test func `a form from before a change of identity is not acted on`() async throws {
        try await Visitor.atDesk { visitor in
            _ = try await visitor.post("/desk", "action=increment")
            func at() async throws -> String {
                let fields = try await visitor.siren("/desk").actions?.first?.fields
                return try #require(fields?.first { $0.name == "_at" }?.value)
            }
            let before = try await at()
            #expect(before.contains("-"))
            _ = try await visitor.post("/desk", "action=enter-desk")
            let refused = try await visitor.post("/desk", "action=increment&_at=\(before)")
            #expect(refused.status == 409)
            let after = try await at()
            #expect(after != before)
            #expect(try await visitor.post("/desk", "action=increment&_at=\(after)").status == 303)
            #expect(try await visitor.siren("/desk").properties?.content?.first == "Counted to 2")
        }
    }
}
