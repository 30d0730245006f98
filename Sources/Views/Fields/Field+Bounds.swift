extension Field {
    /// Returns the validation message for a value outside the minimum, the maximum or the steps of its field (HTML
    /// §4.10.5.3.7, §4.10.5.3.8); `nil` for an allowed or malformed value.
    func problem(withPosition text: String) -> String? {
        guard let position = kind.position(of: text) else { return nil }
        let least = lowerBound.flatMap { kind.position(of: $0) }
        let greatest = upperBound.flatMap { kind.position(of: $0) }
        let isBelow = least.map { position < $0 } ?? false
        let isAbove = greatest.map { position > $0 } ?? false
        // Times of day wrap around: 22:00 to 06:00 is a range past midnight.
        let isNight = kind == .time && (least ?? 0) > (greatest ?? .infinity)
        if isNight ? isBelow && isAbove : isBelow || isAbove {
            return localized("“\(label)” must be \(boundsInWords).")
        }
        guard let stride = stride, !isWhole(position - (least ?? 0), stride, near: position) else { return nil }
        // In a range past midnight, the maximum applies only after midnight.
        let isBeforeMidnight = isNight && position >= least ?? 0
        let above = isBeforeMidnight ? nil : greatest
        let nearest = nearest(to: position, stride, from: least ?? 0, upTo: above)
        return localized("“\(label)” must be \(nearest).")
    }

    /// The minimum; for a `range` without one, HTML's default.
    package var lowerBound: String? { minimum ?? (kind == .range ? "0" : nil) }

    /// The maximum; for a `range` without one, HTML's default.
    package var upperBound: String? { maximum ?? (kind == .range ? "100" : nil) }

    /// The distance between neighbouring allowed values, in positions; `nil` if any value is allowed.
    private var stride: Double? {
        if let step, step > 0, step.isFinite { return step * kind.positionsPerStep }
        return kind.defaultStep.map { $0 * kind.positionsPerStep }
    }

    private func isWhole(_ distance: Double, _ stride: Double, near position: Double) -> Bool {
        // Tolerate rounding errors: in binary floating point, 0.3 is not exactly three times 0.1.
        abs(distance.remainder(dividingBy: stride)) <= max(stride * 1e-9, position.ulp * 4)
    }

    private var boundsInWords: String {
        switch (lowerBound, upperBound) {
        case (let least?, let greatest?): localized("between \(least) and \(greatest)")
        case (let least?, nil): kind.isMoment ? localized("\(least) or later") : localized("\(least) or more")
        case (nil, let greatest?):
            kind.isMoment ? localized("\(greatest) or earlier") : localized("\(greatest) or less")
        case (nil, nil): localized("within its bounds")
        }
    }

    /// Returns the nearest allowed values below and, up to `greatest`, above, as browsers do in validation messages.
    private func nearest(to position: Double, _ stride: Double, from base: Double, upTo greatest: Double?) -> String {
        let below = base + ((position - base) / stride).rounded(.down) * stride
        let above = below + stride
        guard let lower = kind.text(at: below) else { return localized("a multiple of its step") }
        guard above <= greatest ?? .infinity, let upper = kind.text(at: above) else { return lower }
        return localized("\(lower) or \(upper)")
    }

    /// Returns the number as text; a whole number of a magnitude below 10^15 has no decimal point.
    package static func text(of number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : number.description
    }
}

extension Field.Kind {
    /// Returns the position of a text on a linear scale, for comparing values of this kind: a number itself, or the
    /// days, milliseconds, months or weeks since the beginning of 1970; for a time of day, the milliseconds since
    /// midnight. `nil` for other kinds and for a malformed text.
    package func position(of text: String) -> Double? {
        switch self {
        case .number, .range: Double(typed: text)
        case .date: CalendarText(text).date()
        case .time: CalendarText(text).time()
        case .dateTime: CalendarText(text).dateTime()
        case .month: CalendarText(text).month()
        case .week: CalendarText(text).week()
        default: nil
        }
    }

    /// Returns the text of the value at `position`; `nil` if there is none.
    func text(at position: Double) -> String? {
        guard position.isFinite, abs(position) < 1e15 else { return nil }
        return switch self {
        // Round numbers below 10^6 to nine decimals, because sums of steps such as 0.1 have small rounding errors.
        case .number, .range: Field.text(of: abs(position) < 1e6 ? (position * 1e9).rounded() / 1e9 : position)
        default: CalendarText.text(at: Int(position), of: self)
        }
    }

    /// The positions per unit of ``Field/step``: its unit for times is a second, and positions are milliseconds.
    fileprivate var positionsPerStep: Double { self == .time || self == .dateTime ? 1_000 : 1 }

    /// HTML's default steps. Numbers have none here: any is allowed, which number and range inputs get as `step="any"`.
    fileprivate var defaultStep: Double? {
        switch self {
        case .time, .dateTime: 60
        case .date, .month, .week: 1
        default: nil
        }
    }
}
