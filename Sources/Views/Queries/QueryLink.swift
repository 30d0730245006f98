package import Responders

/// A link that changes a ``Query`` value of a screen, such as a filter. It is a plain link: it adds no version to the
/// session's history, can be opened in another tab, and works for scripts as `urn:cairn:query`.
///
/// ```swift
/// HStack {
///     QueryLink("All", $filter) { $0.status = nil }
///     QueryLink("Open", $filter) { $0.status = .open }
/// }
/// ```
public struct QueryLink: View, PrimitiveView {
    private let element: Screen.QueryLinkElement

    /// - Parameters:
    ///   - title: the link's text.
    ///   - query: the value, as `$filter` of a property `@Query var filter`.
    ///   - change: the change of the value. A link that changes nothing is marked as the current one.
    public init<Value>(_ title: String, _ query: QueryBinding<Value>, _ change: (inout Value) -> Void) {
        let items = query.items(change)
        element = Screen.QueryLinkElement(
            title: title, names: query.names, items: items, isCurrent: items == query.items(of: query.value))
    }

    /// Appends a ``Screen/Element/queryLink(_:)``; nothing below an alert.
    public func build(into screen: inout ScreenBuilder) {
        if !screen.isInert { screen.append(.queryLink(element)) }
    }
}
