/// One choice of several. It fills a property of the type that the choices have, or an optional of it.
///
/// ```swift
/// enum Size: String, CaseIterable, Codable { case small, large }
/// Picker("Size", name: "size", selection: Size.small)
/// ```
public struct Picker: View, PrimitiveView {
    /// How the choices are shown.
    public enum Style: Sendable {
        /// One in sight, the others in a menu.
        case menu
        /// All in sight.
        case radioGroup
    }

    let field: Field
    let selection: String?

    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills.
    ///   - choices: what can be chosen, in order.
    ///   - selection: the value that is chosen at first, if there is one.
    ///   - style: how the choices are shown.
    ///   - isRequired: whether one must be chosen; if not, "None" is a choice too.
    ///   - help: what a person has to know to choose.
    public init(
        _ label: String, name: String, choices: [Field.Choice], selection: String?, style: Style = .menu,
        isRequired: Bool = true, help: String? = nil
    ) {
        var field = Field(
            name: name, label: label, kind: style == .menu ? .select : .radio, isRequired: isRequired)
        let hasNone = choices.contains { $0.value.isEmpty }
        field.choices = isRequired || hasNone ? choices : [Field.Choice("None", value: "")] + choices
        field.help = help
        self.field = field
        self.selection = selection
    }

    /// The cases of an enum as choices.
    ///
    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills.
    ///   - selection: the case that is chosen at first, if there is one.
    ///   - style: how the choices are shown.
    ///   - isRequired: whether one must be chosen; if not, "None" is a choice too.
    ///   - help: what a person has to know to choose.
    ///   - title: what a person calls a case; by default its name: `extraLarge` is "Extra large".
    public init<Value: CaseIterable & RawRepresentable>(
        _ label: String, name: String, selection: Value?, style: Style = .menu, isRequired: Bool = true,
        help: String? = nil, title: ((Value) -> String)? = nil
    ) where Value.RawValue: LosslessStringConvertible {
        let choices = Value.allCases.map { value in
            Field.Choice(title?(value) ?? String(describing: value).titled, value: value.rawValue.description)
        }
        self.init(
            label, name: name, choices: choices, selection: selection?.rawValue.description, style: style,
            isRequired: isRequired, help: help)
    }

    /// The elements of a collection as choices, by what identifies them.
    ///
    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills: the identity of an element.
    ///   - data: what can be chosen, in order.
    ///   - selection: what identifies the element that is chosen at first, if there is one.
    ///   - style: how the choices are shown.
    ///   - isRequired: whether one must be chosen; if not, "None" is a choice too.
    ///   - help: what a person has to know to choose.
    ///   - title: what a person calls an element.
    public init<Data: Sequence>(
        _ label: String, name: String, data: Data, selection: Data.Element.ID?, style: Style = .menu,
        isRequired: Bool = true, help: String? = nil, title: (Data.Element) -> String
    ) where Data.Element: Identifiable, Data.Element.ID: LosslessStringConvertible {
        let choices = data.map { Field.Choice(title($0), value: $0.id.description) }
        self.init(
            label, name: name, choices: choices, selection: selection?.description, style: style,
            isRequired: isRequired, help: help)
    }

    /// Adds the choices.
    public func lower(into screen: inout ScreenBuilder) { screen.append(field, text: selection ?? "") }
}

/// Yes or no. It fills a property of the type `Bool`.
public struct Toggle: View, PrimitiveView {
    let field: Field
    let isOn: Bool

    /// - Parameters:
    ///   - label: what is so if it is ticked.
    ///   - name: the property of the action that it fills.
    ///   - isOn: whether it is ticked at first.
    ///   - isRequired: whether it must be ticked to go on.
    ///   - help: what a person has to know to decide.
    public init(_ label: String, name: String, isOn: Bool = false, isRequired: Bool = false, help: String? = nil) {
        var field = Field(name: name, label: label, kind: .checkbox, isRequired: isRequired)
        field.help = help
        self.field = field
        self.isOn = isOn
    }

    /// Adds the checkbox.
    public func lower(into screen: inout ScreenBuilder) {
        screen.append(field, text: isOn ? Field.Kind.ticked : Field.Kind.unticked)
    }
}

/// A colour, as `#0f6b66`.
public struct ColorPicker: View, PrimitiveView {
    let field: Field
    let selection: String

    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills.
    ///   - selection: the colour that is chosen at first.
    ///   - help: what a person has to know to choose.
    public init(_ label: String, name: String, selection: String = "#000000", help: String? = nil) {
        var field = Field(name: name, label: label, kind: .color, isRequired: true)
        field.help = help
        self.field = field
        self.selection = selection
    }

    /// Adds the input.
    public func lower(into screen: inout ScreenBuilder) { screen.append(field, text: selection) }
}

extension String {
    /// `extraLarge` → `Extra large`.
    fileprivate var titled: String {
        let words = kebabCased.replacingDashes
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private var replacingDashes: String { String(map { $0 == "-" ? " " : $0 }) }
}
