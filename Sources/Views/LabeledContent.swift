/// A label and its value: `LabeledContent("Moons", value: "95")`. Outside of a list, consecutive ones form one
/// description list with aligned values.
public struct LabeledContent: View, PrimitiveView {
    let label: String
    let value: String

    /// - Parameters:
    ///   - label: the name of the value.
    ///   - value: the value as text.
    public init(_ label: String, value: String) {
        self.label = label
        self.value = value
    }

    /// Appends a ``Screen/Element/labeledContent(label:value:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(.labeledContent(label: label, value: value)) }
}
