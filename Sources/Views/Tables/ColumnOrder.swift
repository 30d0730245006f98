public import Responders

/// The column by which a table is sorted, for a ``Query`` value of its screen.
///
/// ```swift
/// enum Column: String, Codable { case number, title }
/// @Query var order = ColumnOrder(by: Column.number)
///
/// Table("Tickets", sorted) {
///     TableColumn("Number") { String($0.id) }.sorted(by: .number, $order)
///     TableColumn("Title", value: \.title).sorted(by: .title, $order)
/// }
/// ```
public struct ColumnOrder<Column: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    /// The column.
    public var by: Column
    /// True if the largest values come first.
    public var isDescending: Bool

    /// - Parameters:
    ///   - by: the column.
    ///   - isDescending: true if the largest values come first.
    public init(by: Column, isDescending: Bool = false) {
        self.by = by
        self.isDescending = isDescending
    }

    private enum CodingKeys: String, CodingKey {
        case by = "sort"
        case isDescending = "descending"
    }
}

extension TableColumn {
    /// Makes the heading a link that sorts the table by this column, and by pressing it again in the other direction.
    ///
    /// - Parameters:
    ///   - column: the column's name in the order.
    ///   - order: the order, as `$order` of a property `@Query var order`.
    public func sorted<Column>(by column: Column, _ order: QueryBinding<ColumnOrder<Column>>) -> TableColumn {
        let isCurrent = order.value.by == column
        let next = ColumnOrder(by: column, isDescending: isCurrent && !order.value.isDescending)
        var sorted = self
        sorted.heading = Screen.TableElement.Heading(
            link: Screen.QueryLinkElement(
                title: title, names: order.names, items: order.items(of: next), isCurrent: false),
            order: isCurrent ? order.value.isDescending ? .descending : .ascending : nil)
        return sorted
    }
}

extension ViewColumn {
    /// Works as ``TableColumn/sorted(by:_:)``.
    public func sorted<Column>(by name: Column, _ order: QueryBinding<ColumnOrder<Column>>) -> ViewColumn {
        var sorted = self
        sorted.column = column.sorted(by: name, order)
        return sorted
    }
}
