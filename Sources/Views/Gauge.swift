/// A value within a known range, such as a used part of a quota. For the progress of a task, use ``ProgressView``.
public struct Gauge: View, PrimitiveView {
    private let element: Screen.GaugeElement

    /// - Parameters:
    ///   - label: the name of the value.
    ///   - value: the value; outside of `bounds` it is shown as the nearer bound, and one that is not a number as the
    ///     lower one.
    ///   - bounds: the smallest and the largest value, finite numbers.
    ///   - text: the value with its unit, such as “3 of 5 GB”; without one, the value itself.
    ///   - unit: the unit of the value and its bounds for programs, such as `GB`.
    public init(
        _ label: String, value: Double, in bounds: ClosedRange<Double> = 0...1, text: String? = nil, unit: String? = nil
    ) {
        let isFinite = bounds.lowerBound.isFinite && bounds.upperBound.isFinite
        let bounds = isFinite ? bounds : 0...1
        let value = value.isNaN ? bounds.lowerBound : min(max(value, bounds.lowerBound), bounds.upperBound)
        element = Screen.GaugeElement(
            label: label, value: value, bounds: bounds, text: text ?? Field.text(of: value), unit: unit)
    }

    /// Appends a ``Screen/Element/gauge(_:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(.gauge(element)) }
}
