import Cairn
import CairnTesting
import Testing

@Suite("A page as a text, for comparisons in tests") struct OutlineTests {
    private func serve(_ body: (Visitor) async throws -> Void) async throws {
        try await Transport.memory.serve([restaurant]) { try await body(Visitor($0)) }
    }

    @Test func `texts, fields with their errors, and buttons are lines`() async throws {
        try await serve { visitor in
            let page = try await visitor.visit("/restaurant")
            #expect(
                page.outline == """
                    # Our card
                    text 1,200 dishes, since 9 March 1998
                    field Your name*: 
                    field Guests*: 
                    button Reserve
                    button Settings
                    """)
            try visitor.fill("Your name", with: "Ida")
            try visitor.fill("Guests", with: "4")
            let reserved = try await visitor.click("Reserve")
            #expect(reserved.outline.hasPrefix("# Our card\nmessage A table for 4 is yours, Ida.\n"))
        }
    }

    @Test func `rows and the buttons of the bar are lines`() async throws {
        try await serve { visitor in
            try await visitor.visit("/restaurant")
            let page = try await visitor.click("Settings")
            #expect(
                page.outline == """
                    # Settings
                    row English
                    row Deutsch
                    row العربية
                    button Back
                    """)
        }
    }
}
