/// The progress of a task, determinate or indeterminate.
public struct ProgressView: View, PrimitiveView {
    let element: Screen.ProgressElement

    /// - Parameters:
    ///   - label: the name of the task.
    ///   - value: the completed part of `total`; `nil` for indeterminate progress.
    ///   - total: the size of the whole task, a finite number greater than 0; with other values the progress is
    ///     indeterminate.
    public init(_ label: String, value: Double? = nil, total: Double = 1) {
        let isMeasured = total.isFinite && total > 0
        let total = isMeasured ? total : 1
        let value = value.flatMap { isMeasured && !$0.isNaN ? min(max($0, 0), total) : nil }
        element = Screen.ProgressElement(label: label, value: value, total: total)
    }

    /// Appends a ``Screen/Element/progress(_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(.progress(element)) }
}
