/// A label and its value: `LabeledContent("Moons", value: "95")`. Outside of a list, consecutive ones form one
/// description list with aligned values.
public struct LabeledContent: View, PrimitiveView {
    let label: String
    let value: String
    private var time: RelativeTime?

    /// - Parameters:
    ///   - label: the name of the value.
    ///   - value: the value as text.
    public init(_ label: String, value: String) {
        self.label = label
        self.value = value
    }

    /// - Parameters:
    ///   - label: the name of the value.
    ///   - time: the value, a time stamp that is shown in words, such as `yesterday`.
    public init(_ label: String, time: RelativeTime) {
        self.label = label
        value = ""
        self.time = time
    }

    /// Appends a ``Screen/Element/labeledContent(label:value:)`` or a ``Screen/Element/time(_:)``.
    public func build(into screen: inout ScreenBuilder) {
        if let time { return screen.append(.time(time.element(label: label))) }
        screen.append(.labeledContent(label: label, value: value))
    }
}
