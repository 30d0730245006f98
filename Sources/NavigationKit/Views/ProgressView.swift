/// How far something is, or that it is under way.
public struct ProgressView: View, PrimitiveView {
    let element: Screen.ProgressElement

    /// - Parameters:
    ///   - label: what is under way.
    ///   - value: how much of it is done; `nil` if nobody knows.
    ///   - total: how much there is to do.
    public init(_ label: String, value: Double? = nil, total: Double = 1) {
        let isMeasured = total.isFinite && total > 0
        let total = isMeasured ? total : 1
        let value = value.flatMap { isMeasured && !$0.isNaN ? min(max($0, 0), total) : nil }
        element = Screen.ProgressElement(label: label, value: value, total: total)
    }

    /// Adds the bar with its label.
    public func lower(into screen: inout ScreenBuilder) { screen.append(.progress(element)) }
}
