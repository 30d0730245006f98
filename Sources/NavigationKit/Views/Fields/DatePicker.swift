/// A day, a time of day, or both, as ISO 8601 writes them: `2026-03-09`, `17:30`, `2026-03-09T17:30`.
public struct DatePicker: View, PrimitiveView {
    /// What of a moment is asked for.
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

    let field: Field
    let selection: String

    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills.
    ///   - selection: what it holds at first, if anything.
    ///   - minimum: the first that will do.
    ///   - maximum: the last that will do.
    ///   - displayedComponents: what of a moment is asked for.
    ///   - isRequired: whether it must not be left empty.
    ///   - help: what a person has to know to fill it in.
    public init(
        _ label: String, name: String, selection: String? = nil, minimum: String? = nil, maximum: String? = nil,
        displayedComponents: Components = .date, isRequired: Bool = false, help: String? = nil
    ) {
        let kind: Field.Kind =
            !displayedComponents.contains(.hourAndMinute)
            ? .date : displayedComponents.contains(.date) ? .dateTime : .time
        var field = Field(name: name, label: label, kind: kind, isRequired: isRequired)
        field.minimum = minimum
        field.maximum = maximum
        field.help = help
        self.field = field
        self.selection = selection ?? ""
    }

    /// Adds the input.
    public func lower(into screen: inout ScreenBuilder) { screen.append(field, text: selection) }
}

/// A number that is typed or counted up and down.
public struct Stepper: View, PrimitiveView {
    let field: Field
    let value: String

    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills.
    ///   - value: what it holds at first.
    ///   - range: the least and the greatest number.
    ///   - step: how far apart the numbers are that will do, from the least on.
    ///   - help: what a person has to know to fill it in.
    public init(
        _ label: String, name: String, value: Int, in range: ClosedRange<Int>, step: Int = 1, help: String? = nil
    ) {
        field = Field(
            name: name, label: label, kind: .number, bounds: (String(range.lowerBound), String(range.upperBound)),
            step: Double(step), help: help)
        self.value = String(value)
    }

    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills.
    ///   - value: what it holds at first.
    ///   - range: the least and the greatest number.
    ///   - step: how far apart the numbers are that will do, from the least on.
    ///   - help: what a person has to know to fill it in.
    public init(
        _ label: String, name: String, value: Double, in range: ClosedRange<Double>, step: Double, help: String? = nil
    ) {
        let bounds = (Field.text(of: range.lowerBound), Field.text(of: range.upperBound))
        field = Field(name: name, label: label, kind: .number, bounds: bounds, step: step, help: help)
        self.value = Field.text(of: value)
    }

    /// Adds the input.
    public func lower(into screen: inout ScreenBuilder) { screen.append(field, text: value) }
}

/// A number that need not be exact, between two others.
public struct Slider: View, PrimitiveView {
    let field: Field
    let value: String

    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills.
    ///   - value: what it holds at first.
    ///   - range: the numbers at its ends.
    ///   - step: how far apart the numbers are that will do; `nil` if any will.
    ///   - help: what a person has to know to choose.
    public init(
        _ label: String, name: String, value: Double, in range: ClosedRange<Double> = 0...1, step: Double? = nil,
        help: String? = nil
    ) {
        let bounds = (Field.text(of: range.lowerBound), Field.text(of: range.upperBound))
        field = Field(name: name, label: label, kind: .range, bounds: bounds, step: step, help: help)
        self.value = Field.text(of: value)
    }

    /// Adds the input.
    public func lower(into screen: inout ScreenBuilder) { screen.append(field, text: value) }
}

extension Field {
    fileprivate init(
        name: String, label: String, kind: Kind, bounds: (String, String), step: Double?, help: String?
    ) {
        self.init(name: name, label: label, kind: kind, isRequired: true, maximumLength: 100)
        (minimum, maximum) = bounds
        self.step = step
        self.help = help
    }
}
