import Cairn

/// What somebody is called: as they typed it, with one space between words.
struct PersonName: Sendable {
    let text: String

    /// - Parameter field: what it was typed into.
    /// - Throws: `InvalidInput` for what is no name. A link may bring any text, and is held to the same rule as a form.
    init(_ typed: String, field: String = "name") throws {
        text = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let categories = Set(text.unicodeScalars.map(\.properties.generalCategory))
        guard text.utf16.count <= 40, categories.isDisjoint(with: [.control, .lineSeparator, .paragraphSeparator]),
            !categories.isSubset(of: [.format, .spaceSeparator, .nonspacingMark])
        else {
            throw InvalidInput(
                field: field, "A name has something to see, no line breaks and at most 40 characters.")
        }
    }
}
