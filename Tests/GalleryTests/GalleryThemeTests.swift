import Cairn
import CairnTesting
import Foundation
import NavigationKit
import Testing

@testable import Gallery

@Suite("The themes of the gallery") struct GalleryThemeTests {
    private static let themes = [
        ("letters", Letters.theme), ("planets", Planets.theme), ("atlas", Atlas.theme), ("shop", Shop.theme),
        ("passport", Passport.theme),
    ]

    @Test(arguments: themes) func `text is legible in light and in dark appearance`(name: String, theme: Theme) {
        #expect(theme.lowContrasts.isEmpty, "\(name): \(theme.lowContrasts)")
    }

    @Test func `each app has colours, an icon, a preview and a description of its own`() {
        let themes = Self.themes.map { $0.1 }
        #expect(themes.count == Gallery.apps().count)
        #expect(Set(themes.map(\.accent)).count == themes.count && !themes.contains { $0.accent == nil })
        #expect(Set(themes.compactMap(\.icon)).count == themes.count)
        #expect(Set(themes.compactMap(\.previewImage)).count == themes.count)
        #expect(Set(themes.compactMap(\.description)).count == themes.count)
    }

    @Test(arguments: themes) func `its drawings are small, have no scripts, and the preview has a dark appearance`(
        name: String, theme: Theme
    ) throws {
        for (path, limit) in [(try #require(theme.icon), 512), (try #require(theme.previewImage), 2_048)] {
            let file = try String(contentsOfFile: "Public" + path, encoding: .utf8)
            #expect(file.utf8.count <= limit && !file.contains("<script"), "\(path)")
            #expect(file.hasPrefix("<svg xmlns=") && file.hasSuffix("</svg>\n"), "\(path)")
            #expect(file.contains("prefers-color-scheme: dark") == (path == theme.previewImage), "\(path)")
        }
    }

    @Test(arguments: themes) func `a page has one style sheet, and a head from which browsers can install the app`(
        name: String, theme: Theme
    ) async throws {
        try await Transport.memory.serve(Gallery.apps()) { wire in
            let visitor = Visitor(wire)
            let page = try await visitor.get("/" + name, accept: "text/html").text
            let sheets = page.matches(of: /rel="stylesheet" href="([^"]+)"/).map { $0.output.1 }
            #expect(sheets.count == 1 && page.matches(of: /<script/).count <= 1)
            #expect(sheets.first?.hasPrefix("/\(name).bundle.css?v=") == true, "\(sheets)")
            let sheet = try await visitor.get(String(try #require(sheets.first))).text
            // In the order of the cascade: the kit's, the theme's, the program's.
            let parts = ["--accent: #0f6b66", "--icon: url(\"/icons/\(name).svg?v=", ".pill.sent"]
            let positions = parts.compactMap { sheet.range(of: $0, options: .backwards)?.lowerBound }
            #expect(positions.count == parts.count && positions == positions.sorted())
            for text in [
                "<link rel=\"icon\" href=\"/icons/\(name).svg?v=",
                "<meta name=\"color-scheme\" content=\"light dark\">",
                "<meta name=\"description\" property=\"og:description\" content=\"\(try #require(theme.description))\">",
                "<meta property=\"og:title\"",
                "<meta property=\"og:image\" content=\"http://cairn.test/previews/\(name).svg?v=",
                "<meta name=\"theme-color\" content=\"",
                "<meta name=\"theme-color\" media=\"(prefers-color-scheme: dark)\"",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            // The first one whose media match applies.
            let colours = page.matches(of: /<meta name="theme-color"( media)?/).map { $0.output.1 != nil }
            #expect(colours == [true, false])
            let url = try #require(page.firstMatch(of: /rel="manifest" href="([^"]+)"/)?.output.1)
            let manifest = try #require(
                JSONSerialization.jsonObject(with: Data(try await visitor.get(String(url)).body)) as? [String: Any])
            #expect(manifest["start_url"] as? String == "/" + name && manifest["display"] as? String == "standalone")
            let icon = try #require((manifest["icons"] as? [[String: String]])?.first?["src"])
            #expect(try await visitor.get(icon)["Content-Type"] == "image/svg+xml")
        }
    }

    @Test func `the list of the apps shows each one as a picture`() async throws {
        try await Transport.memory.serve(Gallery.apps()) { wire in
            let page = try await Visitor(wire).get("/", accept: "text/html").text
            let pictures = page.matches(of: /<img src="(\/previews\/[^?"]+)\?v=/).map { String($0.output.1) }
            #expect(pictures == Self.themes.compactMap { $0.1.previewImage })
        }
    }
}
