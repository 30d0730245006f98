/// The appearance of an app: colours, type, shapes and the texts about it in each page's head. One definition gives both
/// the light and the dark appearance.
///
/// ```swift
/// HostedApplication("desk", title: "Desk", theme: Theme(accent: Color(0x5b3fd6), typeface: .rounded)) { Desk() }
/// ```
/// A theme sets CSS custom properties of the kit's style sheet. `cairn check` reports colours whose contrast is too low.
public struct Theme: Hashable, Sendable {
    /// The height of controls and rows, and the space within them.
    public enum Density: String, Hashable, Sendable {
        /// Controls of 48 points, for fingers.
        case comfortable
        /// Controls of 40 points, for screens with much data.
        case compact
    }

    /// The colour of buttons, links and selections; `nil` for the kit's.
    public var accent: AdaptiveColor?
    /// The colour behind the content; `nil` for the kit's.
    public var background: AdaptiveColor?
    /// The typeface of text.
    public var typeface: Typeface
    /// The typeface of titles and headings; `nil` for ``typeface``.
    public var headingTypeface: Typeface?
    /// The radius of rounded corners in CSS pixels, 0 to 32; `nil` for the kit's.
    public var cornerRadius: Double?
    /// The height of controls and rows.
    public var density: Density
    /// The path of the app's icon, an SVG file in the folder of static files; `nil` for the kit's.
    public var icon: String?
    /// The paths of the app's own style sheets in the folder of static files. Pages load them after the kit's and the
    /// theme's.
    public var styleSheets: [String]
    /// The text after the screen's title in a page's title; `nil` for the app's title.
    public var titleSuffix: String?
    /// A description of the app for search engines and previews; `nil` for none. Only pages without a session have it,
    /// because these readers send no cookies.
    public var description: String?
    /// The path of a picture in the folder of static files, for previews on other sites (`og:image`) and for the list of
    /// apps; `nil` for none. Of the app's own pages, only those without a session name it. Use PNG or JPEG if other sites
    /// shall show it: an SVG appears only in the list of apps.
    public var previewImage: String?

    /// Creates a theme with one accent colour for both appearances: in the dark it is brightened until it is legible.
    ///
    /// - Parameters:
    ///   - accent: the colour of buttons, links and selections in light appearance.
    ///   - typeface: the typeface of text.
    public init(accent: Color, typeface: Typeface = .system) {
        self.init(accent: AdaptiveColor(light: accent, dark: Palette.brightened(accent)), typeface: typeface)
    }

    /// Creates a theme.
    ///
    /// - Parameters:
    ///   - accent: the colour of buttons, links and selections; `nil` for the kit's.
    ///   - typeface: the typeface of text.
    public init(accent: AdaptiveColor? = nil, typeface: Typeface = .system) {
        self.accent = accent
        self.typeface = typeface
        density = .comfortable
        styleSheets = []
    }
}
