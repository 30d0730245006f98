/// The initials of a name, and the number of their colour.
package struct Initials: Sendable, Equatable {
    /// The first letters of the first and the last word, in upper case; empty for a name without letters and digits.
    package let text: String
    /// A number from 1 to ``hueCount``, the same each time for the same name.
    package let hue: Int

    /// The number of colours in the style sheet.
    package static let hueCount = 6

    package init(of name: String) {
        var first: Character?
        var last: Character?
        var isAtStart = true
        var hash: UInt32 = 2_166_136_261
        for character in name {
            if isAtStart, character.isLetter || character.isNumber {
                if first == nil { first = character } else { last = character }
                isAtStart = false
            } else if character.isWhitespace || character == "-" {
                isAtStart = true
            }
        }
        // FNV-1a: the standard library's hash differs between two runs of a program.
        for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        text = [first, last].compactMap { $0.map(Self.capital) }.joined()
        hue = 1 + Int(hash % UInt32(Self.hueCount))
    }

    /// Without the marks that a character can have in any number, and in one column: “ß” stays as it is.
    private static func capital(_ character: Character) -> String {
        let base = character.utf8.count > 4 ? Character(character.unicodeScalars.first ?? " ") : character
        let upper = base.uppercased()
        return upper.count == 1 ? upper : String(base)
    }
}
