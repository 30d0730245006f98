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
