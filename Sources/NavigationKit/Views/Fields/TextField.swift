/// An input of one line.
public struct TextField: View, PrimitiveView {
    let field: Field
    let text: String

    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills.
    ///   - text: what it holds at first.
    ///   - kind: what kind of input it is.
    ///   - isRequired: whether it must not be left empty.
    ///   - minimumLength: the shortest text, in UTF-16 units.
    ///   - maximumLength: the longest text, in UTF-16 units.
    ///   - minimum: the least number, or the first day, time, month or week, as it would be typed.
    ///   - maximum: the greatest number, or the last day, time, month or week, as it would be typed.
    ///   - step: how far apart what may be entered is; see ``Field/step``.
    ///   - pattern: what the text has to look like.
    ///   - placeholder: an example, shown where nothing is typed yet.
    ///   - help: what a person has to know to fill it in.
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
    ///   - text: what it holds at first.
    public init(_ field: Field, text: String = "") {
        self.field = field
        self.text = text
    }

    /// Adds the input.
    public func lower(into screen: inout ScreenBuilder) { screen.append(field, text: text) }
}

/// An input of one line that nobody reads over a shoulder; it is never kept and never echoed.
public struct SecureField: View, PrimitiveView {
    let field: Field

    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills.
    ///   - isRequired: whether it must not be left empty.
    ///   - minimumLength: the shortest text, in UTF-16 units.
    ///   - maximumLength: the longest text, in UTF-16 units.
    ///   - autocomplete: HTML's `autocomplete` token: `new-password` where one is chosen.
    ///   - help: what a person has to know to fill it in.
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

    /// Adds the input.
    public func lower(into screen: inout ScreenBuilder) { screen.append(field, text: "") }
}

/// An input of several lines.
public struct TextEditor: View, PrimitiveView {
    let field: Field
    let text: String

    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills.
    ///   - text: what it holds at first.
    ///   - isRequired: whether it must not be left empty.
    ///   - maximumLength: the longest text, in UTF-16 units.
    ///   - placeholder: an example, shown where nothing is typed yet.
    ///   - help: what a person has to know to fill it in.
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

    /// Adds the input.
    public func lower(into screen: inout ScreenBuilder) { screen.append(field, text: text) }
}
