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
    ///   - autocomplete: HTML's `autocomplete` token.
    public init(
        _ label: String, name: String, text: String = "", kind: Field.Kind = .text, isRequired: Bool = false,
        minimumLength: Int = 0, maximumLength: Int = 100, minimum: String? = nil, maximum: String? = nil,
        step: Double? = nil, pattern: Pattern? = nil, placeholder: String? = nil, help: String? = nil,
        autocomplete: String? = nil
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
    ///   - autocomplete: HTML's `autocomplete` token; use `new-password` where the visitor sets a password.
    ///   - help: a hint below the label.
    public init(
        _ label: String, name: String, isRequired: Bool = true, minimumLength: Int = 0, maximumLength: Int = 100,
        autocomplete: String = "current-password", help: String? = nil
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
    ///   - placeholder: an example, shown while the input is empty.
    ///   - help: a hint below the label.
    public init(
        _ label: String, name: String, text: String = "", isRequired: Bool = false, maximumLength: Int = 2_000,
        placeholder: String? = nil, help: String? = nil
    ) {
        var field = Field(
            name: name, label: label, kind: .textarea, isRequired: isRequired, maximumLength: maximumLength)
        field.placeholder = placeholder
        field.help = help
        self.field = field
        self.text = text
    }

    /// Appends a ``Screen/Element/field(_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(field, text: text) }
}
