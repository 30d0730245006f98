import Cairn

/// A person's name as typed, trimmed and with runs of white space reduced to one space.
struct PersonName: Sendable {
    let text: String

    /// - Parameters:
    ///   - typed: the text to check.
    ///   - field: the name of its input.
    ///   - maximumLength: the maximum length in UTF-16 code units, as HTML counts it.
    /// - Throws: `InvalidInput` if the text is not a name. A deep link can contain any text, so it is checked in the
    ///   same way as a form.
    init(_ typed: String, field: String = "name", maximumLength: Int = 40) throws {
        text = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard text.utf16.count <= maximumLength, text.unicodeScalars.contains(where: \.isSeen),
            !text.unicodeScalars.contains(where: \.isOutOfPlace)
        else {
            throw InvalidInput(
                field: field,
                "A name has something to see, nothing that turns text around and at most \(maximumLength) characters.")
        }
    }
}

extension Unicode.Scalar {
    /// True if the scalar is visible by itself; combining marks and fillers are not.
    fileprivate var isSeen: Bool {
        guard !properties.isDefaultIgnorableCodePoint, !Self.blanks.contains(self) else { return false }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol,
            .otherSymbol:
            true
        default: false
        }
    }

    /// Symbols with an empty glyph: the blank braille pattern and the null notehead.
    private static let blanks: [Unicode.Scalar] = ["\u{2800}", "\u{1D159}"]

    /// True for controls, line and paragraph separators, noncharacters, and the embeddings, overrides and isolates of
    /// bidirectional text.
    fileprivate var isOutOfPlace: Bool {
        if 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value { return true }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isNoncharacterCodePoint
        }
    }
}
