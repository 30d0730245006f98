import Cairn

extension Letters {
    /// The blue of ink, and soft corners.
    static var theme: Theme {
        var theme = Theme(accent: Color(0x3448b5))
        theme.cornerRadius = 18
        theme.icon = "/icons/letters.svg"
        theme.previewImage = "/previews/letters.svg"
        theme.description = "Friends, the messages between you and them, and a file with each if you like."
        return theme
    }
}
