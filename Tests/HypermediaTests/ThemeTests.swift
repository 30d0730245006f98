import Foundation
import Hypermedia
@testable import Views
import Testing

@Suite("A theme sets the custom properties of the kit's style sheet") struct ThemeStyleSheetTests {
    private func css(_ theme: Theme) -> String { ThemeStyleSheet.css(for: theme) { $0 + "?v=1" } }

    @Test func `one accent colour gives a light and a dark appearance`() {
        let sheet = css(Theme(accent: Color(0x5b3fd6)))
        let parts = sheet.pieces(around: "@media (prefers-color-scheme: dark)")
        #expect(parts.count == 2)
        #expect(parts[0].contains("--accent: #5b3fd6;\n    --on-accent: #ffffff;"))
        #expect(parts[1].contains("--accent: #") && !parts[1].contains("#5b3fd6"))
        #expect(!sheet.contains("--ground") && !sheet.contains("--font") && !sheet.contains("--radius"))
    }

    @Test func `a theme without values has an empty style sheet`() {
        #expect(css(Theme()) == "")
    }

    @Test func `typefaces, radius, density, background and icon are custom properties`() {
        var theme = Theme(
            typeface: .named(
                "Inter", files: [Typeface.File("/fonts/inter.woff2", weights: 400...700)], fallback: .rounded))
        theme.headingTypeface = .serif
        theme.cornerRadius = 6
        theme.density = .compact
        theme.icon = "/desk.svg"
        theme.background = AdaptiveColor(light: Color(0xf4f4fb), dark: Color(0x101018))
        let sheet = css(theme)
        #expect(sheet.contains("font-family: \"Inter\";\n    src: url(\"/fonts/inter.woff2?v=1\");"))
        #expect(sheet.contains("font-weight: 400 700;"))
        #expect(sheet.contains("--font: \"Inter\", ui-rounded,"))
        #expect(sheet.contains("--heading-font: ui-serif,"))
        #expect(sheet.contains("--radius: 0.375rem;"))
        #expect(sheet.contains("--control-height: 2.5rem;"))
        #expect(sheet.contains("--icon: url(\"/desk.svg?v=1\");"))
        #expect(sheet.contains("--ground: #f4f4fb;\n    --bar: rgb(244 244 251 / .94);"))
        #expect(sheet.contains("--ground: #101018;"))
    }

    @Test(arguments: [(-1.0, "0.000"), (.nan, "0.000"), (0, "0.000"), (14, "0.875"), (16, "1.000"), (99, "2.000")])
    func `a radius is limited`(radius: Double, text: String) {
        var theme = Theme()
        theme.cornerRadius = radius
        #expect(css(theme).contains("--radius: \(text)rem;"))
    }

    @Test func `a name cannot end its string`() {
        let sheet = css(Theme(typeface: .named("a\"; } body { display: none\\\n</style>")))
        #expect(sheet.contains(#"--font: "a\22 ; } body { display: none\5c \a \3c /style\3e ", system-ui"#))
    }

    /// The custom properties of the kit's style sheet, and the colours that the contrast is computed with.
    @Test func `the palettes are those of the kit's style sheet`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Cairn/Assets/cairn.css")
        let parts = try String(contentsOf: file, encoding: .utf8).pieces(around: "@media (prefers-color-scheme: dark)")
        for (part, palette) in zip(parts, [Palette.light, .dark]) {
            let colours = [
                ("ground", palette.ground), ("card", palette.card), ("ink", palette.ink), ("quiet", palette.quiet),
                ("danger", palette.danger), ("accent", palette.accent), ("on-accent", palette.onAccent),
                ("accent-wash", palette.wash),
            ]
            for (name, colour) in colours { #expect(part.between("    --\(name): ", ";") == colour.css, "\(name)") }
        }
    }
}

@Suite("Contrast is computed as WCAG 2.2 defines it") struct ContrastTests {
    @Test(arguments: [
        (Color.black, Color.white, 21.0), (.white, .white, 1), (Color(0x777777), .white, 4.478),
        (Color(0x0f6b66), .white, 6.3344),
    ])
    func `ratios`(one: Color, two: Color, ratio: Double) {
        #expect(abs(one.contrast(with: two) - ratio) < 0.001)
        #expect(one.contrast(with: two) == two.contrast(with: one))
    }

    @Test func `the kit's own colours pass`() {
        #expect(Theme().lowContrasts.isEmpty)
    }

    @Test func `the dark colour that is made from an accent colour always passes`() {
        for rgb in stride(from: UInt32(0), through: 0xffffff, by: 0x010f_1d) {
            let failures = Theme(accent: Color(rgb)).lowContrasts.filter { $0.appearance == "dark" }
            #expect(failures.isEmpty, "\(Color(rgb).css): \(failures)")
        }
    }

    @Test func `a pale accent colour is reported with its ratio`() throws {
        let failures = Theme(accent: Color(0x7fd8d0)).lowContrasts
        let first = try #require(failures.first)
        #expect(first.appearance == "light" && first.contrast.text == "accent #7fd8d0")
        #expect(first.contrast.background == "background #f1efea" && first.contrast.hundredths == 144)
    }

    @Test func `a background on which text is illegible is reported`() {
        var theme = Theme()
        theme.background = AdaptiveColor(light: Color(0x777777), dark: Color(0x777777))
        #expect(Set(theme.lowContrasts.map(\.contrast.text)).contains("text #1d1b18"))
    }
}

@Suite("The head of a page of an app with a theme") struct ThemeHeadTests {
    private func context(_ theme: Theme, bundle: String? = nil) -> PageContext {
        let context = Samples.context(at: "/friends")
        var urls = [
            "/cairn.css": "/cairn.css?v=1", "/site.css": "/site.css?v=2",
            "/letters.theme.css": "/letters.theme.css?v=3",
            "/letters.css": "/letters.css?v=4",
        ]
        urls["/letters.bundle.css"] = bundle
        context.assets = Assets(urls: urls).themed(theme, name: "letters")
        context.origin = "https://example.org"
        return context
    }

    @Test func `style sheets follow in order: the kit's, the theme's, the program's, the app's`() {
        var theme = Theme(accent: Color(0x5b3fd6))
        theme.styleSheets = ["/letters.css"]
        theme.icon = "/letters.svg"
        let page = Rendering.page(Samples.friends, in: context(theme))
        let sheets = page.pieces(around: "rel=\"stylesheet\" href=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(sheets == ["/cairn.css?v=1", "/letters.theme.css?v=3", "/site.css?v=2", "/letters.css?v=4"])
        #expect(page.contains("<link rel=\"icon\" href=\"/letters.svg\""))
        #expect(page.contains("<link rel=\"manifest\" href=\"/letters.webmanifest\">"))
        #expect(page.contains("<meta name=\"theme-color\" content=\"#f1efea\">"))
    }

    @Test func `a file with all style sheets of the kit, the theme and the program is in place of them`() {
        var theme = Theme(accent: Color(0x5b3fd6))
        theme.styleSheets = ["/letters.css"]
        let page = Rendering.page(Samples.friends, in: context(theme, bundle: "/letters.bundle.css?v=5"))
        let sheets = page.pieces(around: "rel=\"stylesheet\" href=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(sheets == ["/letters.bundle.css?v=5", "/letters.css?v=4"])
        let plain = Samples.context(at: "/friends")
        plain.assets = Assets(urls: ["/cairn.site.css": "/cairn.site.css?v=1", "/site.css": "/site.css?v=2"])
        let other = Rendering.page(Samples.friends, in: plain)
        #expect(other.contains("href=\"/cairn.site.css?v=1\"") && !other.contains("\"/site.css"))
    }

    @Test func `title suffix, description and preview are in the head, and a screen's own come first`() {
        var theme = Theme()
        theme.titleSuffix = "Post & Co"
        theme.description = "Letters to friends."
        theme.previewImage = "/preview.png"
        let page = Rendering.page(Samples.friends, in: context(theme))
        #expect(page.contains("<title>Friends · Post &amp; Co</title>"))
        #expect(page.contains(" name=\"description\" property=\"og:description\" content=\"Letters to friends.\">"))
        #expect(page.contains("<meta property=\"og:image\" content=\"https://example.org/preview.png\">"))
        #expect(page.contains("<meta property=\"og:url\" content=\"https://example.org/letters/friends\">"))
        var screen = Samples.friends
        screen.titleSuffix = "All friends"
        screen.pageDescription = "Everybody \"here\"."
        let own = Rendering.page(screen, in: context(theme))
        #expect(own.contains("<title>Friends · All friends</title>"))
        #expect(
            own.contains(
                "<meta name=\"description\" property=\"og:description\" content=\"Everybody &quot;here&quot;.\">"))
        let ofSession = context(theme)
        ofSession.sessionFingerprint = "1f"
        #expect(!Rendering.page(screen, in: ofSession).contains("description"))
    }

    @Test func `without a theme there is no meta element but a screen's own description`() {
        #expect(!Rendering.page(Samples.friends).contains("og:"))
        var screen = Samples.friends
        screen.pageDescription = "Friends."
        let page = Rendering.page(screen)
        #expect(page.contains("<meta name=\"description\" content=\"Friends.\">") && !page.contains("og:"))
    }

    @Test func `the manifest names the app, its start and its icon`() throws {
        var theme = Theme()
        theme.description = "Letters to friends."
        let manifest = try Rendering.object(
            WebManifest.json(title: "Letters", theme: theme, start: "/letters", icon: "/favicon.svg?v=1"))
        #expect(manifest["name"] as? String == "Letters" && manifest["start_url"] as? String == "/letters")
        #expect(manifest["description"] as? String == "Letters to friends.")
        let icon = try #require((manifest["icons"] as? [[String: Any]])?.first)
        #expect(icon["src"] as? String == "/favicon.svg?v=1" && icon["type"] as? String == "image/svg+xml")
    }
}
