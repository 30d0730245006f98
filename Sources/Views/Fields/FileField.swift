/// An input for a file, which fills a property of the type `UploadedFile?`, or `UploadedFile` if it is required. A file
/// that was sent with an invalid form is kept for a time, so that the visitor need not send it again.
public struct FileField: View, PrimitiveView {
    let field: Field

    /// - Parameters:
    ///   - label: the input's label.
    ///   - name: the property of the action that the input fills.
    ///   - isRequired: true if a file is required.
    ///   - accept: the preferred file types, in the form of HTML's `accept`.
    public init(_ label: String, name: String, isRequired: Bool = false, accept: String? = nil) {
        var field = Field(name: name, label: label, kind: .file, isRequired: isRequired)
        field.accept = accept
        self.field = field
    }

    /// Appends a ``Screen/Element/field(_:)`` of the kind `file`.
    public func build(into screen: inout ScreenBuilder) { screen.append(field, text: "") }
}
