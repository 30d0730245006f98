/// The colours of one appearance, as far as a theme changes them or text has to be legible on them.
package struct Palette: Sendable {
    /// The colour behind the content.
    package var ground: Color
    /// The colour of rows, fields and buttons. A dark background changes it too.
    package var card: Color
    /// The colour of text.
    package let ink: Color
    /// The colour of secondary text.
    package let quiet: Color
    /// The colour of errors and destructive buttons.
    package let danger: Color
    /// The colour of buttons, links and selections.
    package var accent: Color
    /// The colour of text on the accent colour.
    package var onAccent: Color
    /// The colour behind badges and the selected tab.
    package var wash: Color

    /// The kit's light appearance, as in its style sheet.
    package static let light = Palette(
        ground: Color(0xf1efea), card: .white, ink: Color(0x1d1b18), quiet: Color(0x645f56), danger: Color(0xb3261e),
        accent: Color(0x0f6b66), onAccent: .white, wash: Color(0xdcebe8))
    /// The kit's dark appearance, as in its style sheet.
    package static let dark = Palette(
        ground: Color(0x151412), card: Color(0x211f1c), ink: Color(0xf1eee8), quiet: Color(0xaea89c),
        danger: Color(0xff9a90), accent: Color(0x6ccac1), onAccent: Color(0x08211f), wash: Color(0x1c3533))

    /// The minimum contrast of text (WCAG 2.2, success criterion 1.4.3).
    static let minimumContrast = 4.5

    /// Returns the palette with another accent colour, and those that follow from it.
    func accented(_ color: Color?, washShare: Double) -> Palette {
        guard let color else { return self }
        var palette = self
        palette.accent = color
        palette.onAccent = Color.white.contrast(with: color) >= Self.minimumContrast ? .white : color.darkest
        palette.wash = card.mixed(with: color, share: washShare)
        return palette
    }

    /// Brightens a colour until it is legible in dark appearance.
    static func brightened(_ color: Color) -> Color {
        let shares = stride(from: 0, through: 1, by: 0.05).lazy.map { color.mixed(with: .white, share: $0) }
        return shares.first { candidate in
            dark.accented(candidate, washShare: Theme.darkWash).failures.isEmpty
        } ?? .white
    }

    /// The pairs of colours in which text has too little contrast.
    var failures: [Contrast] {
        let pairs: [(String, Color, String, Color)] = [
            ("accent", accent, "background", ground), ("accent", accent, "card", card),
            ("accent", accent, "accent wash", wash), ("text", onAccent, "accent", accent),
            ("text", ink, "background", ground), ("secondary text", quiet, "background", ground),
            ("error", danger, "background", ground), ("text", ink, "card", card), ("text", ink, "accent wash", wash),
            ("secondary text", quiet, "card", card), ("error", danger, "card", card),
        ]
        return pairs.compactMap { text, color, base, other in
            let ratio = color.contrast(with: other)
            guard ratio < Self.minimumContrast else { return nil }
            return Contrast(
                text: "\(text) \(color.css)", background: "\(base) \(other.css)",
                hundredths: Int((ratio * 100).rounded(.down)))
        }
    }

    /// The contrast of one colour on another.
    package struct Contrast: Hashable, Sendable {
        package let text: String
        package let background: String
        package let hundredths: Int
    }
}

extension Color {
    /// A colour of the same hue that is nearly black.
    fileprivate var darkest: Color { mixed(with: .black, share: 0.85) }
}

extension Theme {
    fileprivate static let lightWash = 0.14
    fileprivate static let darkWash = 0.25

    /// The colours in light appearance.
    package var lightPalette: Palette {
        var palette = Palette.light
        if let background { palette.ground = background.light }
        return palette.accented(accent?.light, washShare: Self.lightWash)
    }

    /// The colours in dark appearance.
    package var darkPalette: Palette {
        var palette = Palette.dark
        if let background {
            palette.ground = background.dark
            palette.card = background.dark.mixed(with: .white, share: 0.06)
        }
        return palette.accented(accent?.dark, washShare: Self.darkWash)
    }

    /// The colours whose contrast is lower than WCAG 2.2 AA requires, with their appearance.
    package var lowContrasts: [(appearance: String, contrast: Palette.Contrast)] {
        lightPalette.failures.map { ("light", $0) } + darkPalette.failures.map { ("dark", $0) }
    }
}
