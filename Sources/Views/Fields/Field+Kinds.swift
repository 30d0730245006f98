extension Field.Kind {
    /// True if the value is typed as text, so that its length is limited (HTML §4.10.5.3.1). A number counts, because
    /// it can be typed into a text input.
    package var isText: Bool {
        switch self {
        case .text, .textarea, .email, .search, .password, .url, .tel, .number: true
        case .file, .date, .time, .dateTime, .month, .week, .range, .color, .checkbox, .select, .radio: false
        }
    }

    /// True if a pattern applies (HTML §4.10.5.3.6). A minimum length applies to these kinds and to `textarea`.
    package var mayHavePattern: Bool {
        switch self {
        case .text, .email, .search, .password, .url, .tel: true
        default: false
        }
    }

    /// True if a minimum, a maximum and steps apply (HTML §4.10.5.3.7, §4.10.5.3.8).
    package var hasBounds: Bool { isNumber || isMoment }

    /// True if the value is a number.
    package var isNumber: Bool { self == .number || self == .range }

    /// True if the value is a day, a time, both, a month or a week.
    package var isMoment: Bool {
        switch self {
        case .date, .time, .dateTime, .month, .week: true
        default: false
        }
    }

    /// True if a field of this kind can be left empty: a checkbox, a slider and a colour always have a value, and each
    /// search can be.
    package var mayBeEmpty: Bool {
        switch self {
        case .checkbox, .range, .color, .search: false
        default: true
        }
    }

    /// True if the input can have a unit and suggestions (HTML §4.10.5.1.1, the attribute list).
    package var takesUnit: Bool {
        switch self {
        case .textarea, .password, .file, .checkbox, .select, .radio: false
        default: true
        }
    }

    /// True if the visitor selects one of several choices.
    package var isChoice: Bool { self == .select || self == .radio }

    /// True if a blank text means no value instead of an empty text.
    var isAbsentIfEmpty: Bool { self == .file || isChoice || hasBounds || self == .color }

    /// The values of a checked and an unchecked checkbox.
    package static let (ticked, unticked) = ("true", "false")
}

extension Field {
    /// The unit, if the field has one input and its kind allows a unit.
    package var shownUnit: String? { kind.takesUnit && !asksForDateParts ? unit : nil }

    /// True if the field has suggestions, has one input, and its kind allows them.
    package var offersSuggestions: Bool { !suggestions.isEmpty && kind.takesUnit && !asksForDateParts }

    /// True if the page shows the maximum length.
    package var hasShownLength: Bool { showsLength && kind.isText && kind != .password }

    /// True if the kit's script shows more of the field: the progress of an upload, the picture in a file, the value of a
    /// slider, a password, or the length of a text.
    var isShownByScript: Bool { kind == .file || kind == .range || kind == .password || hasShownLength }

    /// The name of the hidden input that marks a checkbox as present in the form. Browsers send nothing for an
    /// unchecked checkbox, so without the mark it could not be distinguished from a form without the checkbox.
    package static func shownName(of name: String) -> String { "_shown." + name }
}

extension Field.Kind {
    /// Returns the normalized value of an input that was sent as `text`.
    fileprivate func normalized(_ text: String) -> String {
        let text = withoutCarriageReturns(text)
        return self == .month || self == .week ? TypedCalendarText.normalized(text, of: self) : text
    }

    /// Replaces each CR LF and each CR by LF in a `textarea` and in the value of a choice: forms send CR LF for a line
    /// end, which counts as one character (HTML §4.10.22.6). The other kinds have only one line, so their CR and LF are
    /// removed (HTML §4.10.5.1.2).
    private func withoutCarriageReturns(_ text: String) -> String {
        let isOneLine = self != .textarea && !isChoice
        guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A && isOneLine }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x0D where isOneLine, 0x0A where isOneLine: break
            case 0x0D: bytes.append(0x0A)
            case 0x0A where last == 0x0D: break
            default: bytes.append(byte)
            }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension FormSubmission {
    /// Returns the normalized value that was sent for `field`; `nil` if the submission does not contain the field.
    func text(of field: Field) -> String? {
        let text = field.asksForDateParts ? date(of: field) : text(of: field.name)
        guard field.kind == .checkbox else { return text.map(field.kind.normalized) }
        if let text { return text.isEmpty ? Field.Kind.unticked : text }
        return self.text(of: Field.shownName(of: field.name)) == nil ? nil : Field.Kind.unticked
    }
}
