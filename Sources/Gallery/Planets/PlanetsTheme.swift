import Cairn

extension Planets {
    /// The violet of a late evening.
    static var theme: Theme {
        var theme = Theme(accent: Color(0x6b3fa0))
        theme.icon = "/icons/planets.svg"
        theme.previewImage = "/previews/planets.svg"
        theme.description = "The eight planets and their larger moons, with their sizes and distances."
        return theme
    }
}
