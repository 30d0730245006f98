import Cairn

extension Shop {
    /// The colours and the type of a printed catalogue.
    static var theme: Theme {
        var theme = Theme(accent: Color(0x9a3412))
        theme.headingTypeface = .serif
        theme.cornerRadius = 6
        theme.icon = "/icons/shop.svg"
        theme.previewImage = "/previews/shop.svg"
        theme.description = "Books and maps that do not exist, and a basket to put them into."
        return theme
    }
}
