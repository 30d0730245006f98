/// A button that sends an action up the responder chain.
public struct Button: View, PrimitiveView {
    let title: String
    let role: ButtonRole
    let action: AnyAction

    /// - Parameters:
    ///   - title: what it says.
    ///   - role: what it means to the visitor.
    ///   - action: what pressing it means.
    public init(_ title: String, role: ButtonRole = .normal, action: some Action) {
        self.title = title
        self.role = role
        self.action = AnyAction(action)
    }

    /// Adds the button, if somebody in the chain performs its action.
    public func lower(into screen: inout ScreenBuilder) {
        if let element = element(on: &screen) { screen.append(.button(element)) }
    }

    func element(on screen: inout ScreenBuilder) -> Screen.ButtonElement? {
        guard let action = screen.offer(action, title: title) else {
            return screen.isInert ? Screen.ButtonElement(title: title, role: role, action: nil) : nil
        }
        return Screen.ButtonElement(title: title, role: role, action: action)
    }
}

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
    ///   - maximumLength: the longest text, in characters.
    ///   - autocomplete: HTML's `autocomplete` token.
    public init(
        _ label: String, name: String, text: String = "", kind: Field.Kind = .text, isRequired: Bool = false,
        maximumLength: Int = 100, autocomplete: String? = nil
    ) {
        field = Field(
            name: name, label: label, kind: kind, isRequired: isRequired, maximumLength: maximumLength,
            autocomplete: autocomplete)
        self.text = text
    }

    /// Adds the input.
    public func lower(into screen: inout ScreenBuilder) { screen.append(field, text: text) }
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
    ///   - maximumLength: the longest text, in characters.
    public init(
        _ label: String, name: String, text: String = "", isRequired: Bool = false, maximumLength: Int = 2_000
    ) {
        field = Field(
            name: name, label: label, kind: .textarea, isRequired: isRequired, maximumLength: maximumLength)
        self.text = text
    }

    /// Adds the input.
    public func lower(into screen: inout ScreenBuilder) { screen.append(field, text: text) }
}

/// Fields with an action of their own, as a search above a list; they are rendered as a form of their own (DESIGN D13).
public struct Form<Content: View>: View, PrimitiveView {
    let content: Content

    /// - Parameter content: the fields and the buttons that use them.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Adds the fields and buttons as a form of their own.
    public func lower(into screen: inout ScreenBuilder) {
        screen.withinForm { content.lower(into: &$0) }
    }
}

/// An input for a file. It fills a property of the type `UploadedFile?`, and a file that came with a form that has to be
/// mended needs not be sent again.
public struct FileField: View, PrimitiveView {
    let field: Field

    /// - Parameters:
    ///   - label: what a person calls it.
    ///   - name: the property of the action that it fills.
    ///   - isRequired: whether there must be one.
    ///   - accept: the kinds of file that are meant, as HTML's `accept`.
    public init(_ label: String, name: String, isRequired: Bool = false, accept: String? = nil) {
        var field = Field(name: name, label: label, kind: .file, isRequired: isRequired)
        field.accept = accept
        self.field = field
    }

    /// Adds the input.
    public func lower(into screen: inout ScreenBuilder) { screen.append(field, text: "") }
}
