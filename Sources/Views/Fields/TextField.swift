/// An input for one line of text, or for another kind of value, such as a number.
public struct TextField: View, PrimitiveView {
    let field: Field
    let text: String

    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills.
    ///   - text: the initial text.
    ///   - kind: the kind of input.
    ///   - isRequired: true if a value is required.
    ///   - minimumLength: the minimum length of the text, in UTF-16 code units.
    ///   - maximumLength: the maximum length of the text, in UTF-16 code units.
    ///   - minimum: the smallest number, or the earliest day, time, month or week, in the wire format of the value.
    ///   - maximum: the largest number, or the latest day, time, month or week, in the wire format of the value.
    ///   - step: the distance between allowed values; see ``Field/step``.
    ///   - pattern: the pattern that the text must match.
    ///   - placeholder: an example, shown while the input is empty.
    ///   - help: a hint below the label.
    ///   - unit: the unit of the value, shown after the input.
    ///   - suggestions: texts that the browser suggests; any other can be typed too.
    ///   - autocomplete: what the input asks for, so that browsers can fill it.
    public init(
        _ label: String, name: String, text: String = "", kind: Field.Kind = .text, isRequired: Bool = false,
        minimumLength: Int = 0, maximumLength: Int = 100, minimum: String? = nil, maximum: String? = nil,
        step: Double? = nil, pattern: Pattern? = nil, placeholder: String? = nil, help: String? = nil,
        unit: String? = nil, suggestions: [String] = [], autocomplete: Field.Autocomplete? = nil
    ) {
        var field = Field(
            name: name, label: label, kind: kind, isRequired: isRequired, maximumLength: maximumLength,
            autocomplete: autocomplete)
        field.minimumLength = minimumLength
        field.minimum = minimum
        field.maximum = maximum
        field.step = step
        field.pattern = pattern
        field.placeholder = placeholder
        field.help = help
        field.unit = unit
        field.suggestions = suggestions
        self.init(field, text: text)
    }

    /// - Parameters:
    ///   - field: the input, with all its rules.
    ///   - text: the initial text.
    public init(_ field: Field, text: String = "") {
        self.field = field
        self.text = text
    }

    /// Appends a ``Screen/Element/field(_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(field, text: text) }
}

/// An input for a password. The typed text is hidden; it is never part of a draft and never sent back.
public struct SecureField: View, PrimitiveView {
    let field: Field

    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills.
    ///   - isRequired: true if a value is required.
    ///   - minimumLength: the minimum length of the text, in UTF-16 code units.
    ///   - maximumLength: the maximum length of the text, in UTF-16 code units.
    ///   - autocomplete: what the input asks for; use `.newPassword` where the visitor sets a password.
    ///   - help: a hint below the label.
    public init(
        _ label: String, name: String, isRequired: Bool = true, minimumLength: Int = 0, maximumLength: Int = 100,
        autocomplete: Field.Autocomplete = .currentPassword, help: String? = nil
    ) {
        var field = Field(
            name: name, label: label, kind: .password, isRequired: isRequired, maximumLength: maximumLength,
            autocomplete: autocomplete)
        field.minimumLength = minimumLength
        field.help = help
        self.field = field
    }

    /// Appends a ``Screen/Element/field(_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(field, text: "") }
}

/// An input for several lines of text.
public struct TextEditor: View, PrimitiveView {
    let field: Field
    let text: String

    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills.
    ///   - text: the initial text.
    ///   - isRequired: true if a value is required.
    ///   - maximumLength: the maximum length of the text, in UTF-16 code units.
    ///   - showsLength: true to show the maximum length below the input and, with the kit's script, how long the text is.
    ///   - placeholder: an example, shown while the input is empty.
    ///   - help: a hint below the label.
    public init(
        _ label: String, name: String, text: String = "", isRequired: Bool = false, maximumLength: Int = 2_000,
        showsLength: Bool = false, placeholder: String? = nil, help: String? = nil
    ) {
        var field = Field(
            name: name, label: label, kind: .textarea, isRequired: isRequired, maximumLength: maximumLength)
        field.placeholder = placeholder
        field.help = help
        field.showsLength = showsLength
        self.field = field
        self.text = text
    }

    /// Appends a ``Screen/Element/field(_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(field, text: text) }
}
