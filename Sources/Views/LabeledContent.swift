/// A label and its value: `LabeledContent("Moons", value: "95")`. Outside of a list, consecutive ones form one
/// description list with aligned values.
public struct LabeledContent: View, PrimitiveView {
    let label: String
    let value: String
    private let time: RelativeTime?
    let typed: TypedValue?

    /// - Parameters:
    ///   - label: the name of the value.
    ///   - value: the value as text.
    ///   - typed: the same value for programs, such as `.number(95)`; `nil` if the text is all there is.
    public init(_ label: String, value: String, typed: TypedValue? = nil) {
        self.label = label
        self.value = value
        self.typed = typed
        time = nil
    }

    /// - Parameters:
    ///   - label: the name of the value.
    ///   - time: the value, a time stamp that is shown in words, such as `yesterday`.
    public init(_ label: String, time: RelativeTime) {
        self.label = label
        value = ""
        typed = nil
        self.time = time
    }

    /// Appends a ``Screen/Element/labeledContent(label:value:)``, a ``Screen/Element/typedContent(label:value:typed:)`` if the
    /// value has a type, or a ``Screen/Element/time(_:)``.
    public func build(into screen: inout ScreenBuilder) {
        if let time { return screen.append(.time(time.element(label: label))) }
        guard let typed else { return screen.append(.labeledContent(label: label, value: value)) }
        screen.append(.typedContent(label: label, value: value, typed: typed))
    }
}
