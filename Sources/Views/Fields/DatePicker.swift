/// An input for a day, a time of day, or both, in ISO 8601 form: `2026-03-09`, `17:30`, `2026-03-09T17:30`.
public struct DatePicker: View, PrimitiveView {
    /// The components that the visitor enters.
    public struct Components: OptionSet, Sendable {
        /// The components as bits.
        public let rawValue: Int
        /// - Parameter rawValue: the components as bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The day.
        public static let date = Components(rawValue: 1)
        /// The time of day.
        public static let hourAndMinute = Components(rawValue: 2)
    }

    /// The presentation of a day. Later versions can add cases, so a `switch` needs an `@unknown default`.
    public enum Style: Sendable {
        /// The browser's own input, usually with a calendar.
        case automatic
        /// Three text inputs for the day, the month and the year, in the order of the visitor's language. It suits days
        /// that people know by heart, such as a date of birth, which is far from today in a calendar.
        case components
    }

    private(set) var field: Field
    let selection: String

    /// Sets the presentation. A picker with a time of day is always `.automatic`.
    ///
    /// - Parameter style: the presentation.
    public func datePickerStyle(_ style: Style) -> DatePicker {
        var picker = self
        picker.field.hasDateParts = style == .components
        return picker
    }

    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills.
    ///   - selection: the initial value, if there is one.
    ///   - minimum: the earliest allowed value.
    ///   - maximum: the latest allowed value.
    ///   - displayedComponents: the components that the visitor enters.
    ///   - isRequired: true if a value is required.
    ///   - help: a hint below the label.
    ///   - autocomplete: what the input asks for, such as `.birthday`.
    public init(
        _ label: String, name: String, selection: String? = nil, minimum: String? = nil, maximum: String? = nil,
        displayedComponents: Components = .date, isRequired: Bool = false, help: String? = nil,
        autocomplete: Field.Autocomplete? = nil
    ) {
        let kind: Field.Kind =
            !displayedComponents.contains(.hourAndMinute)
            ? .date : displayedComponents.contains(.date) ? .dateTime : .time
        var field = Field(name: name, label: label, kind: kind, isRequired: isRequired, autocomplete: autocomplete)
        field.minimum = minimum
        field.maximum = maximum
        field.help = help
        self.field = field
        self.selection = selection ?? ""
    }

    /// Appends a ``Screen/Element/field(_:)`` of the kind `date`, `dateTime` or `time`.
    public func build(into screen: inout ScreenBuilder) { screen.append(field, text: selection) }
}

/// An input for a number, which is typed or changed in steps.
public struct Stepper: View, PrimitiveView {
    let field: Field
    let value: String

    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills.
    ///   - value: the initial value.
    ///   - range: the smallest and the largest allowed number.
    ///   - step: the distance between allowed numbers, counted from the smallest one.
    ///   - unit: the unit of the number, shown after the input.
    ///   - help: a hint below the label.
    public init(
        _ label: String, name: String, value: Int, in range: ClosedRange<Int>, step: Int = 1, unit: String? = nil,
        help: String? = nil
    ) {
        field = Field(
            name: name, label: label, kind: .number, bounds: (String(range.lowerBound), String(range.upperBound)),
            step: Double(step), unit: unit, help: help)
        self.value = String(value)
    }

    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills.
    ///   - value: the initial value.
    ///   - range: the smallest and the largest allowed number.
    ///   - step: the distance between allowed numbers, counted from the smallest one.
    ///   - unit: the unit of the number, shown after the input.
    ///   - help: a hint below the label.
    public init(
        _ label: String, name: String, value: Double, in range: ClosedRange<Double>, step: Double, unit: String? = nil,
        help: String? = nil
    ) {
        let bounds = (Field.text(of: range.lowerBound), Field.text(of: range.upperBound))
        field = Field(name: name, label: label, kind: .number, bounds: bounds, step: step, unit: unit, help: help)
        self.value = Field.text(of: value)
    }

    /// Appends a ``Screen/Element/field(_:)`` of the kind `number`.
    public func build(into screen: inout ScreenBuilder) { screen.append(field, text: value) }
}

/// An input for an approximate number within a range.
public struct Slider: View, PrimitiveView {
    let field: Field
    let value: String

    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills.
    ///   - value: the initial value.
    ///   - range: the smallest and the largest allowed number.
    ///   - step: the distance between allowed numbers; `nil` to allow any number in the range.
    ///   - unit: the unit of the number, shown after its value.
    ///   - help: a hint below the label.
    public init(
        _ label: String, name: String, value: Double, in range: ClosedRange<Double> = 0...1, step: Double? = nil,
        unit: String? = nil, help: String? = nil
    ) {
        let bounds = (Field.text(of: range.lowerBound), Field.text(of: range.upperBound))
        field = Field(name: name, label: label, kind: .range, bounds: bounds, step: step, unit: unit, help: help)
        self.value = Field.text(of: value)
    }

    /// Appends a ``Screen/Element/field(_:)`` of the kind `range`.
    public func build(into screen: inout ScreenBuilder) { screen.append(field, text: value) }
}

extension Field {
    fileprivate init(
        name: String, label: String, kind: Kind, bounds: (String, String), step: Double?, unit: String?, help: String?
    ) {
        self.init(name: name, label: label, kind: kind, isRequired: true, maximumLength: 100)
        (minimum, maximum) = bounds
        self.step = step
        self.unit = unit
        self.help = help
    }
}
