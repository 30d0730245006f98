import Cairn

extension Passport {
    /// The red of the cover.
    static var theme: Theme {
        var theme = Theme(accent: Color(0x8a1f3d))
        theme.icon = "/icons/passport.svg"
        theme.previewImage = "/previews/passport.svg"
        theme.description = "A login or a sign-up, and a passport that collects stamps."
        return theme
    }
}
