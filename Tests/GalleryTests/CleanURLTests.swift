import CairnTesting
import Testing

@testable import Gallery

@Suite("A URL without a version number") struct CleanURLTests {
    @Test(arguments: Transport.allCases)
    func `a URL without a version number shows the same page to all visitors`(transport: Transport) async throws {
        try await transport.serve(Gallery.apps()) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/atlas")
            let all = try await visitor.click("All cities, by name")
            #expect(all.url == "/atlas/cities")
            try visitor.fill("City or country", with: "Geneva")
            let found = try await visitor.submit("Search")
            #expect(found.rows.map(\.title) == ["Geneva"] && found.url == "/atlas/cities?query=Geneva")
            let journey = try await visitor.click("Geneva", at: .row)
            #expect(!journey.url.contains("?"))
            let back = try await visitor.click("Cancel")
            #expect(back.rows == found.rows && back.url == found.url)
            for page in [all, journey] {
                let path = page.url
                let shown = try await visitor.visit(path)
                let stranger = try await Visitor(wire).visit(path)
                #expect(shown.heading == page.heading && shown.rows == page.rows)
                #expect(stranger.heading == page.heading && stranger.rows == page.rows)
                #expect(stranger.texts == shown.texts)
            }
        }
    }
}
