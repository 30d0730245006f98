extension Field {
    /// Returns the validation message for `text`, usually with the expected form; `nil` for a valid text. A blank text
    /// counts as empty, except in a checkbox or if it is too long.
    package func problem(with text: String) -> String? {
        if kind == .checkbox { return problem(withTick: text) }
        // UTF-16 units, like HTML's maxlength: a grapheme cluster has no largest size. Checked before blank texts,
        // because they need memory too.
        let length = text.utf16.count
        if length > maximumLength, !kind.isChoice, kind != .file {
            return maximumLength == 1
                ? localized("“\(label)” is \(length) characters long; at most 1 is allowed.")
                : localized("“\(label)” is \(length) characters long; at most \(maximumLength) are allowed.")
        }
        if text.isBlank { return isRequired ? whatIsMissing : nil }
        if kind == .file { return nil }
        if kind.isChoice { return problem(withChoice: text) }
        if text.unicodeScalars.contains(where: \.isForbidden) {
            return localized("“\(label)” contains a character that cannot be shown. Please type the text again.")
        }
        if length < minimumLength, kind.mayHavePattern || kind == .textarea {
            return localized("“\(label)” is \(length) characters long; at least \(minimumLength) are needed.")
        }
        if let problem = problem(withPartsOf: text) { return problem.message }
        if let example = exampleIfMalformed(text) { return localized("“\(label)” must be \(example).") }
        if kind.hasBounds, let problem = problem(withPosition: text) { return problem }
        if kind.mayHavePattern, let pattern, !pattern.matches(text) {
            return localized("“\(label)” must be \(pattern.explanation).")
        }
        return nil
    }

    /// Returns the part of the submitted text that the page shows again: one of the choices, or at most the maximum
    /// length, so that a response does not grow with the request.
    func kept(of text: String) -> String {
        switch kind {
        case .checkbox: return text == Kind.ticked ? text : Kind.unticked
        case .select, .radio: return choices.contains { $0.value.utf8.elementsEqual(text.utf8) } ? text : ""
        case .file, .password: return ""
        default: break
        }
        guard text.utf16.count > maximumLength else { return text }
        var (room, end) = (max(0, maximumLength), text.unicodeScalars.startIndex)
        while end < text.unicodeScalars.endIndex {
            let width = UTF16.width(text.unicodeScalars[end])
            guard width <= room else { break }
            room -= width
            text.unicodeScalars.formIndex(after: &end)
        }
        return String(text[..<end])
    }

    private var whatIsMissing: String {
        switch kind {
        case .file: localized("Please choose a file for “\(label)”.")
        case .select, .radio: localized("Please choose \(choicesInWords) for “\(label)”.")
        case _ where asksForDateParts: localized("Please fill in “\(label)”.")
        case .date, .time, .dateTime, .month, .week: localized("Please fill in “\(label)”: \(kind.example).")
        default: localized("Please fill in “\(label)”.")
        }
    }

    private func problem(withTick text: String) -> String? {
        switch text {
        case Kind.ticked: nil
        case Kind.unticked, "": isRequired ? localized("Please tick “\(label)” to go on.") : nil
        default: localized("“\(label)” must be \(localized("\(Kind.ticked) or \(Kind.unticked)")).")
        }
    }

    private func problem(withChoice text: String) -> String? {
        // Compares bytes: canonically equivalent texts are different values.
        guard !choices.contains(where: { $0.value.utf8.elementsEqual(text.utf8) }) else { return nil }
        return localized("That is not a choice of “\(label)”; choose \(choicesInWords).")
    }

    /// The choices' titles, for example `Small, Medium or Large`; if there are many or none, a general phrase.
    private var choicesInWords: String {
        let titles = choices.lazy.filter { !$0.value.isEmpty }.prefix(Field.maxTitles + 1).map(\.title)
        guard titles.count <= Field.maxTitles, let last = titles.last else { return localized("one from the list") }
        return titles.count == 1 ? last : localized("\(titles.dropLast().joined(separator: ", ")) or \(last)")
    }

    private static let maxTitles = 7

    /// Returns a description of this kind's values if `text` is malformed; otherwise `nil`.
    private func exampleIfMalformed(_ text: String) -> String? {
        let isRight =
            switch kind {
            case .number, .range, .date, .time, .dateTime, .month, .week: kind.position(of: text) != nil
            case .email: Field.looksLikeAddress(text)
            case .url: Field.looksLikeURL(text)
            case .color: Field.looksLikeColor(text)
            default: true
            }
        return isRight ? nil : kind.example
    }

    private static func looksLikeAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !text.contains(where: \.isWhitespace)
            && !text.unicodeScalars.contains(where: \.isInvisible)
    }

    /// Returns true for a scheme, a colon and further text without white space or characters that no URL contains; an
    /// HTTP URL must have an authority too.
    private static func looksLikeURL(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first, first.isLetter,
            bytes[..<colon].allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }),
            !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.properties.isWhitespace }),
            !bytes.contains(where: \.isNeverInURL)
        else { return false }
        let rest = bytes[bytes.index(after: colon)...]
        guard ["http", "https"].contains(text[..<colon].lowercased()) else { return !rest.isEmpty }
        return rest.starts(with: "//".utf8) && !rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }.isEmpty
    }

    static func looksLikeColor(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count == 7 && bytes.first == UInt8(ascii: "#")
            && bytes.dropFirst().allSatisfy { $0.isDigit || "abcdefABCDEF".utf8.contains($0) }
    }
}

extension Field.Kind {
    /// A description of this kind's values, usually with an example.
    fileprivate var example: String {
        switch self {
        case .number, .range: localized("a number")
        case .email: localized("an e-mail address, such as ada@example.org")
        case .url: localized("a URL, such as https://example.org")
        case .date: localized("a date, such as 2026-03-09")
        case .time: localized("a time, such as 17:30")
        case .dateTime: localized("a date and a time, such as 2026-03-09T17:30")
        case .month: localized("a month, such as 2026-03")
        case .week: localized("a week, such as 2026-W11")
        case .color: localized("a colour, such as #0f6b66")
        default: localized("a text")
        }
    }
}

extension String {
    /// True if the text is empty or only white space. Checks scalars: grapheme breaking is slow, and texts can be long.
    var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            scalar.value < 0x80 ? scalar.value == 0x20 || 9...13 ~= scalar.value : scalar.properties.isWhitespace
        }
    }
}

extension Unicode.Scalar {
    /// True for a control character except tab and LF, and for a noncharacter; HTML forbids most (HTML §13.2.3.5).
    fileprivate var isForbidden: Bool {
        switch value {
        case 0x09, 0x0A, 0x20..<0x7F: false
        case ..<0xA0: true
        default: value & 0xFFFE == 0xFFFE || 0xFDD0...0xFDEF ~= value
        }
    }
}

extension UInt8 {
    /// True for a visible ASCII character that a URL must not contain (RFC 3986 §2); browsers read `\` as `/`.
    var isNeverInURL: Bool { "\"<>\\^`{|}".utf8.contains(self) }

    fileprivate var isLetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension Unicode.Scalar {
    /// True for a control character, a format character, a default-ignorable code point and a noncharacter.
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format: true
        default: properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }
}
