import Cairn

/// What somebody is called: as they typed it, with one space between words.
struct PersonName: Sendable {
    let text: String

    /// - Parameters:
    ///   - typed: what may be a name.
    ///   - field: what it was typed into.
    ///   - maximumLength: the most characters, as HTML counts them.
    /// - Throws: `InvalidInput` for what is no name. A link may bring any text, and is held to the same rule as a form.
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
    /// Whether it shows something by itself, which marks and fillers do not.
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

    /// Symbols without a shape: the braille pattern without dots and the note without a head.
    private static let blanks: [Unicode.Scalar] = ["\u{2800}", "\u{1D159}"]

    /// Whether it is a control or no character at all, or changes the direction of what stands beside it.
    fileprivate var isOutOfPlace: Bool {
        if 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value { return true }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isNoncharacterCodePoint
        }
    }
}
