import Cairn

extension Atlas {
    /// The green of lowlands on a map.
    static var theme: Theme {
        var theme = Theme(accent: Color(0x1f6140))
        theme.icon = "/icons/atlas.svg"
        theme.previewImage = "/previews/atlas.svg"
        theme.description = "A map of the world, its cities, and journeys of a hundred pages through them."
        return theme
    }
}
