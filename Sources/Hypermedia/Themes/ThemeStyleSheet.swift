package import NavigationKit

/// The style sheet of a theme: it sets the custom properties of the kit's style sheet.
package enum ThemeStyleSheet {
    /// Returns the style sheet.
    ///
    /// - Parameter url: returns the URL of the static file at a path.
    package static func css(for theme: Theme, url: (String) -> String) -> String {
        var sheet = ""
        for typeface in [theme.typeface, theme.headingTypeface].compactMap(\.self) {
            for file in typeface.files { sheet += fontFace(typeface.name ?? "", file, url: url) }
        }
        var root: [String] = colors(theme.lightPalette, of: theme)
        if theme.typeface != .system { root.append("--font: \(family(theme.typeface))") }
        if let heading = theme.headingTypeface { root.append("--heading-font: \(family(heading))") }
        if let radius = theme.cornerRadius { root.append("--radius: \(rem(of: radius))rem") }
        if theme.density == .compact { root += ["--control-height: 2.5rem", "--row-padding: .35rem"] }
        if let icon = theme.icon { root.append("--icon: url(\(quoted(url(icon))))") }
        sheet += rule(":root", root)
        let dark = colors(theme.darkPalette, of: theme, isDark: true)
        if !dark.isEmpty { sheet += "@media (prefers-color-scheme: dark) {\n\(rule(":root", dark))}\n" }
        return sheet
    }

    private static func rule(_ selector: String, _ declarations: [String]) -> String {
        declarations.isEmpty ? "" : "\(selector) {\n" + declarations.map { "    \($0);\n" }.joined() + "}\n"
    }

    private static func colors(_ palette: Palette, of theme: Theme, isDark: Bool = false) -> [String] {
        var declarations: [String] = []
        if theme.background != nil {
            // The bar lies over content that scrolls below it.
            let (red, green, blue) = (palette.ground.red, palette.ground.green, palette.ground.blue)
            declarations += ["--ground: \(palette.ground.css)", "--bar: rgb(\(red) \(green) \(blue) / .94)"]
            // Further greys get the hue of the background.
            func grey(_ share: Double) -> String { palette.ground.mixed(with: palette.ink, share: share).css }
            declarations += [
                "--card: \(palette.card.css)", "--pressed: \(grey(isDark ? 0.11 : 0.05))",
                "--line: \(grey(isDark ? 0.16 : 0.1))",
                "--shade: \(palette.ground.mixed(with: .black, share: isDark ? 0.5 : 0.28).css)",
            ]
        }
        if theme.accent != nil {
            declarations += [
                "--accent: \(palette.accent.css)", "--on-accent: \(palette.onAccent.css)",
                "--accent-wash: \(palette.wash.css)",
            ]
        }
        return declarations
    }

    private static func fontFace(_ name: String, _ file: Typeface.File, url: (String) -> String) -> String {
        let weights = "\(max(1, file.weights.lowerBound)) \(min(1_000, file.weights.upperBound))"
        return rule(
            "@font-face",
            [
                "font-family: \(quoted(name))", "src: url(\(quoted(url(file.path))))", "font-weight: \(weights)",
                "font-style: \(file.isItalic ? "italic" : "normal")", "font-display: swap",
            ])
    }

    private static func family(_ typeface: Typeface) -> String {
        let generic =
            switch typeface.fallback {
            case .system: "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", sans-serif"
            case .serif: "ui-serif, Charter, \"Noto Serif\", Georgia, serif"
            case .rounded: "ui-rounded, Nunito, \"Segoe UI\", \"Noto Sans\", system-ui, sans-serif"
            case .monospaced: "ui-monospace, \"Cascadia Code\", \"Noto Sans Mono\", Menlo, monospace"
            }
        return typeface.name.map { quoted($0) + ", " + generic } ?? generic
    }

    /// A length in rem, with at most three decimals.
    private static func rem(of pixels: Double) -> String {
        let limited = pixels > 0 ? min(pixels, 32) : 0
        let thousandths = Int((limited / 16 * 1_000).rounded())
        let decimals = String(1_000 + thousandths % 1_000).dropFirst()
        return "\(thousandths / 1_000).\(decimals)"
    }

    /// A CSS string (CSS Syntax Level 3 §4.3.5). Every octet that could end it is escaped.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\", "<", ">", "\u{0}"..."\u{1f}", "\u{7f}": result += "\\\(String(scalar.value, radix: 16)) "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
