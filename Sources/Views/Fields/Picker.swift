/// An input for one of several choices. It fills a property of the type of their values, which can be optional.
///
/// ```swift
/// enum Size: String, CaseIterable, Codable { case small, large }
/// Picker("Size", name: "size", selection: Size.small)
/// ```
public struct Picker: View, PrimitiveView {
    /// The presentation of the choices. Later versions can add cases, so a `switch` needs an `@unknown default`.
    public enum Style: Sendable {
        /// A menu that shows only the selected choice until it is opened.
        case menu
        /// Radio buttons, which show all choices.
        case radioGroup
    }

    let field: Field
    let selection: String?

    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills.
    ///   - choices: the choices, in order.
    ///   - selection: the initially selected value, if there is one.
    ///   - style: the presentation of the choices.
    ///   - isRequired: true if a choice is required; otherwise `none` is added unless a choice has an empty value.
    ///   - help: a hint below the label.
    ///   - none: the title of the choice of nothing, by default "None"; such as "All" in a filter.
    ///   - autocomplete: what the input asks for, such as `.country`.
    public init(
        _ label: String, name: String, choices: [Field.Choice], selection: String?, style: Style = .menu,
        isRequired: Bool = true, help: String? = nil, none: String? = nil, autocomplete: Field.Autocomplete? = nil
    ) {
        var field = Field(
            name: name, label: label, kind: style == .menu ? .select : .radio, isRequired: isRequired,
            autocomplete: autocomplete)
        let hasNone = choices.contains { $0.value.isEmpty }
        field.choices = isRequired || hasNone ? choices : [Field.Choice(none ?? localized("None"), value: "")] + choices
        field.help = help
        self.field = field
        self.selection = selection
    }

    /// Creates a picker for the cases of an enum.
    ///
    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills.
    ///   - selection: the initially selected case, if there is one.
    ///   - style: the presentation of the choices.
    ///   - isRequired: true if a choice is required; otherwise `none` is added unless a case has an empty value.
    ///   - help: a hint below the label.
    ///   - none: the title of the choice of nothing, by default "None"; such as "All" in a filter.
    ///   - autocomplete: what the input asks for, such as `.country`.
    ///   - title: returns the title of a case; by default it is made from the case's description, usually its name:
    ///     `extraLarge` is "Extra large".
    public init<Value: CaseIterable & RawRepresentable>(
        _ label: String, name: String, selection: Value?, style: Style = .menu, isRequired: Bool = true,
        help: String? = nil, none: String? = nil, autocomplete: Field.Autocomplete? = nil,
        title: ((Value) -> String)? = nil
    ) where Value.RawValue: LosslessStringConvertible {
        let choices = Value.allCases.map { value in
            Field.Choice(title?(value) ?? String(describing: value).titled, value: value.rawValue.description)
        }
        self.init(
            label, name: name, choices: choices, selection: selection?.rawValue.description, style: style,
            isRequired: isRequired, help: help, none: none, autocomplete: autocomplete)
    }

    /// Creates a picker for the elements of a sequence; the values are their identifiers.
    ///
    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills with an element's identifier.
    ///   - data: the elements, in order.
    ///   - selection: the identifier of the initially selected element, if there is one.
    ///   - style: the presentation of the choices.
    ///   - isRequired: true if a choice is required; otherwise `none` is added unless an identifier is empty.
    ///   - help: a hint below the label.
    ///   - none: the title of the choice of nothing, by default "None"; such as "All" in a filter.
    ///   - autocomplete: what the input asks for, such as `.country`.
    ///   - title: returns the title of an element.
    public init<Data: Sequence>(
        _ label: String, name: String, data: Data, selection: Data.Element.ID?, style: Style = .menu,
        isRequired: Bool = true, help: String? = nil, none: String? = nil,
        autocomplete: Field.Autocomplete? = nil, title: (Data.Element) -> String
    ) where Data.Element: Identifiable, Data.Element.ID: LosslessStringConvertible {
        let choices = data.map { Field.Choice(title($0), value: $0.id.description) }
        self.init(
            label, name: name, choices: choices, selection: selection?.description, style: style,
            isRequired: isRequired, help: help, none: none, autocomplete: autocomplete)
    }

    /// Appends a ``Screen/Element/field(_:)`` of the kind `select` or `radio`.
    public func build(into screen: inout ScreenBuilder) { screen.append(field, text: selection ?? "") }
}

/// A checkbox. It fills a property of the type `Bool`.
public struct Toggle: View, PrimitiveView {
    let field: Field
    let isOn: Bool

    /// - Parameters:
    ///   - label: the checkbox's label, a statement that is true if it is checked.
    ///   - name: the property of the action that the input fills.
    ///   - isOn: true if the checkbox is initially checked.
    ///   - isRequired: true if the checkbox must be checked to continue.
    ///   - help: a hint below the checkbox.
    public init(_ label: String, name: String, isOn: Bool = false, isRequired: Bool = false, help: String? = nil) {
        var field = Field(name: name, label: label, kind: .checkbox, isRequired: isRequired)
        field.help = help
        self.field = field
        self.isOn = isOn
    }

    /// Appends a ``Screen/Element/field(_:)`` of the kind `checkbox`.
    public func build(into screen: inout ScreenBuilder) {
        screen.append(field, text: isOn ? Field.Kind.ticked : Field.Kind.unticked)
    }
}

/// An input for a colour, such as `#0f6b66`.
public struct ColorPicker: View, PrimitiveView {
    let field: Field
    let selection: String

    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills.
    ///   - selection: the initially selected colour.
    ///   - help: a hint below the label.
    public init(_ label: String, name: String, selection: String = "#000000", help: String? = nil) {
        var field = Field(name: name, label: label, kind: .color, isRequired: true)
        field.help = help
        self.field = field
        self.selection = selection
    }

    /// Appends a ``Screen/Element/field(_:)`` of the kind `color`.
    public func build(into screen: inout ScreenBuilder) { screen.append(field, text: selection) }
}

extension String {
    /// The text as a title: `extraLarge` becomes `Extra large`.
    fileprivate var titled: String {
        let words = kebabCased.replacingDashes
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private var replacingDashes: String { String(map { $0 == "-" ? " " : $0 }) }
}
