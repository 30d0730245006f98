/// What something is called, and what it is: `LabeledContent("Moons", value: "95")`. Several in a row line up.
public struct LabeledContent: View, PrimitiveView {
    let label: String
    let value: String

    /// - Parameters:
    ///   - label: what it is called.
    ///   - value: what it is.
    public init(_ label: String, value: String) {
        self.label = label
        self.value = value
    }

    /// Adds both.
    public func lower(into screen: inout ScreenBuilder) { screen.append(.labeledContent(label: label, value: value)) }
}
