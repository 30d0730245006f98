/// Grey bars in place of rows whose data comes later, such as the result of a background task (a skeleton screen).
/// Assistive technology and scripts get only the status text. The bars do not move.
public struct Skeleton: View, PrimitiveView {
    private let status: String
    private let rows: Int

    /// - Parameters:
    ///   - status: what is being prepared, such as “Your round trip is not ready yet.”
    ///   - rows: the number of rows that are drawn, from 1 to 20.
    public init(_ status: String, rows: Int = 3) {
        self.status = status
        self.rows = min(max(rows, 1), Self.maxRows)
    }

    private static var maxRows: Int { 20 }

    /// Appends a ``Screen/Element/skeleton(status:rows:)``.
    public func build(into screen: inout ScreenBuilder) { screen.append(.skeleton(status: status, rows: rows)) }
}
