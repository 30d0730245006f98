import Cairn
import CairnTesting
import Testing

@Suite("What a change of identity says to the browser") struct IdentityTests {
    @Test func `a logout clears the browser's cache, a login does not`() async throws {
        try await Visitor.atDesk { visitor in
            #expect(try await visitor.post("/desk", "action=increment")["Clear-Site-Data"] == nil)
            let login = try await visitor.post("/desk", "action=enter-desk")
            #expect(login.status == 303 && login["Clear-Site-Data"] == nil)
            let logout = try await visitor.post("/desk", "action=leave-desk")
            #expect(logout.status == 303 && logout["Clear-Site-Data"] == "\"cache\"")
        }
    }

    @Test func `a form of the person before is not acted on`() async throws {
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
