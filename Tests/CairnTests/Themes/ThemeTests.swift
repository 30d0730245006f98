import Cairn
import CairnTesting
import Foundation
import Testing

@Suite("An app with a theme") struct ThemeTests {
    private static let hosted = HostedApplication("bakery", title: "Bakery", theme: Bakery.theme) { Bakery() }

    private func visit(_ body: (Visitor) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder + "/fonts", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["bakery.css", "bakery.svg", "fonts/nunito.woff2"] {
            try name.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
        }
        var configuration = Transport.configuration
        configuration.publicFolder = folder
        let plain = HostedApplication("plain", title: "Plain") { Application() }
        try await Transport.memory.serve([Self.hosted, plain], configuration: configuration) {
            try await body(Visitor($0))
        }
    }

    @Test func `its style sheet and its manifest are served at versioned URLs`() async throws {
        try await visit { visitor in
            let source = try await visitor.visit("/bakery").source
            let urls = source.matches(of: /href="(\/[^"]+\?v=[^"]+)"/).map { String($0.output.1) }
            let paths = urls.map { $0.prefix { $0 != "?" } }
            #expect(
                paths == [
                    "/bakery.svg", "/bakery.bundle.css", "/bakery.webmanifest", "/bakery.css",
                ])
            let sheet = try await visitor.get(urls[1])
            #expect(sheet["Content-Type"] == "text/css; charset=utf-8")
            #expect(sheet["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(sheet.text.contains("--accent: #8a1c4a;") && sheet.text.contains("/fonts/nunito.woff2?v="))
            let manifest = try await visitor.get(urls[2])
            #expect(manifest["Content-Type"] == "application/manifest+json")
            #expect(manifest.text.contains("\"start_url\":\"/bakery\"") && manifest.text.contains("/bakery.svg?v="))
        }
    }

    @Test func `only its pages may load fonts and a manifest from the site`() async throws {
        try await visit { visitor in
            let policy = try #require(try await visitor.get("/bakery")["Content-Security-Policy"])
            #expect(policy.contains("default-src 'none'") && policy.contains("font-src 'self'; manifest-src 'self'; "))
            let missing = try await visitor.get("/bakery/nowhere", accept: "text/html")
            #expect(missing.status == 404 && missing.text.contains("/bakery.bundle.css"))
            #expect(missing["Content-Security-Policy"]?.contains("font-src 'self'") == true)
            let plain = try await visitor.get("/plain")
            #expect(plain["Content-Security-Policy"]?.contains("font-src") == false)
            #expect(!plain.text.contains(".bundle.css"))
        }
    }

    @Test func `a screen's own suffix and description are in its head`() async throws {
        try await visit { visitor in
            let source = try await visitor.visit("/bakery").source
            #expect(source.contains("<title>Loaves · Fresh today</title>"))
            #expect(source.contains("description\" property=\"og:description\" content=\"What is on the shelf now.\">"))
            let order = try await visitor.visit("/bakery/~order").source
            #expect(order.contains("<title>Order · Bakery</title>"))
            #expect(order.contains("description\" property=\"og:description\" content=\"Bread, every morning.\">"))
        }
    }

    @Test func `header and footer are around each screen, and a modal covers them`() async throws {
        try await visit { visitor in
            let source = try await visitor.visit("/bakery").source
            let parts = ["class=\"page-header\"", "<h1>Loaves", "<main", "Rye", "</main>", "class=\"page-footer\""]
            let positions = parts.map { source.range(of: $0)?.lowerBound }
            #expect(
                positions.allSatisfy { $0 != nil }
                    && positions.compactMap(\.self) == positions.compactMap(\.self).sorted())
            #expect(try visitor.page.links.map(\.title) == ["Imprint"])
            try await visitor.click("Rye")
            #expect(try visitor.page.heading == "Order" && !visitor.page.source.contains("page-header"))
            #expect(try !visitor.page.source.contains("page-footer"))
        }
    }

    @Test func `an action of the header reaches the application, for browsers and for scripts`() async throws {
        try await visit { visitor in
            try await visitor.visit("/bakery")
            try await visitor.click("Close the shop")
            #expect(
                try visitor.page.heading == "Loaves" && visitor.page.button("Open the shop").action == "switch-sign")
            let siren = try await visitor.get("/bakery", accept: "application/vnd.siren+json").text
            #expect(siren.contains("\"name\":\"switch-sign\"") && siren.contains("The bakery"))
        }
    }
}
