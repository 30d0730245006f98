extension Field.Kind {
    /// Whether it is typed as a text, so that its length can be told (HTML §4.10.5.3.1).
    package var isText: Bool {
        switch self {
        case .text, .textarea, .email, .search, .password, .url, .tel, .number: true
        case .file, .date, .time, .dateTime, .month, .week, .range, .color, .checkbox, .select, .radio: false
        }
    }

    /// Whether a pattern and a least length say something about it (HTML §4.10.5.3.6).
    package var mayHavePattern: Bool {
        switch self {
        case .text, .email, .search, .password, .url, .tel: true
        default: false
        }
    }

    /// Whether it has a least and a greatest value, and steps between them (HTML §4.10.5.3.7).
    package var hasBounds: Bool { isNumber || isMoment }

    /// Whether it holds a number.
    package var isNumber: Bool { self == .number || self == .range }

    /// Whether it holds a day, a time, a month or a week.
    package var isMoment: Bool {
        switch self {
        case .date, .time, .dateTime, .month, .week: true
        default: false
        }
    }

    /// Whether one of several choices is made.
    package var isChoice: Bool { self == .select || self == .radio }

    /// Whether a text without any content stands for no value rather than for an empty text.
    var isAbsentIfEmpty: Bool { self == .file || isChoice || hasBounds || self == .color }

    /// What is sent if a checkbox is ticked, and what it holds if it is not.
    package static let (ticked, unticked) = ("true", "false")
}

extension Field {
    /// The name under which a page says that a checkbox stands there: a browser sends nothing for one without a tick, and
    /// that is not the same as a form that has none.
    package static func shownName(of name: String) -> String { "_shown." + name }
}

extension Field.Kind {
    /// The value of an input that was sent as `text`.
    fileprivate func normalized(_ text: String) -> String {
        let text = withoutCarriageReturns(text)
        return self == .month || self == .week ? TypedCalendarText.normalized(text, of: self) : text
    }

    /// The value of an input that was sent as `text`: forms send CR and LF for each end of a line, which counts as one
    /// (HTML §4.10.22.4), and only a `textarea` has lines (HTML §4.10.5.1.2).
    private func withoutCarriageReturns(_ text: String) -> String {
        let isOneLine = self != .textarea
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

extension Submission {
    /// What was sent for `field`; `nil` if nothing was said about it.
    func text(of field: Field) -> String? {
        let text = text(of: field.name)
        guard field.kind == .checkbox else { return text.map(field.kind.normalized) }
        if let text { return text.isEmpty ? Field.Kind.unticked : text }
        return self.text(of: Field.shownName(of: field.name)) == nil ? nil : Field.Kind.unticked
    }
}
