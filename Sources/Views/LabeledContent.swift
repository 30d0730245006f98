/// A label and its value: `LabeledContent("Moons", value: "95")`. Outside of a list, consecutive ones form one
/// description list with aligned values.
public struct LabeledContent: View, PrimitiveView {
    let label: String
    let value: String
    let typed: TypedValue?

    /// - Parameters:
    ///   - label: the name of the value.
    ///   - value: the value as text.
    ///   - typed: the same value for programs, such as `.number(95)`; `nil` if the text is all there is.
    public init(_ label: String, value: String, typed: TypedValue? = nil) {
        self.label = label
        self.value = value
        self.typed = typed
    }

    /// Appends a ``Screen/Element/labeledContent(label:value:)``, or a ``Screen/Element/typedContent(label:value:typed:)``
    /// if the value has a type.
    public func build(into screen: inout ScreenBuilder) {
        guard let typed else { return screen.append(.labeledContent(label: label, value: value)) }
        screen.append(.typedContent(label: label, value: value, typed: typed))
    }
}
