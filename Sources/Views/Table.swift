/// A table of texts, for comparing elements. The first column holds the row headings.
///
/// ```swift
/// Table("Planets", planets) {
///     TableColumn("Name", value: \.name)
///     TableColumn("Moons", alignment: .trailing) { String($0.moons) }
/// }
/// ```
public struct Table<Data: Collection>: View, PrimitiveView {
    let caption: String
    let data: Data
    let limit: Int
    let columns: [TableColumn<Data.Element>]

    /// - Parameters:
    ///   - caption: the caption of the table.
    ///   - data: one element for each row.
    ///   - limit: the largest number of rows. A longer table shows only the first rows, and the total number.
    ///   - columns: the columns, each with its text for an element.
    public init(
        _ caption: String, _ data: Data, limit: Int = 100,
        @TableColumnBuilder<Data.Element> columns: () -> [TableColumn<Data.Element>]
    ) {
        self.caption = caption
        self.data = data
        self.limit = max(0, limit)
        self.columns = columns()
    }

    /// Appends a ``Screen/Element/table(_:)`` with the first rows, up to the limit.
    public func build(into screen: inout ScreenBuilder) {
        guard screen.keepsElements else { return }
        let rows = data.prefix(limit).map { element in columns.map { $0.text(element) } }
        let headings = columns.map { Screen.TableElement.Column(title: $0.title, alignment: $0.alignment) }
        let element = Screen.TableElement(caption: caption, columns: headings, rows: rows, count: data.count)
        screen.append(.table(element))
    }
}

/// One column of a ``Table``.
public struct TableColumn<Value> {
    let title: String
    let alignment: TableAlignment
    let text: (Value) -> String

    /// - Parameters:
    ///   - title: the column's heading.
    ///   - alignment: the alignment of the column's texts; use `.trailing` for numbers.
    ///   - text: returns the text for an element.
    public init(_ title: String, alignment: TableAlignment = .leading, text: @escaping (Value) -> String) {
        self.title = title
        self.alignment = alignment
        self.text = text
    }

    /// - Parameters:
    ///   - title: the column's heading.
    ///   - value: the property that the column shows.
    ///   - alignment: the alignment of the column's texts.
    public init(_ title: String, value: KeyPath<Value, String>, alignment: TableAlignment = .leading) {
        self.init(title, alignment: alignment) { $0[keyPath: value] }
    }
}

/// The alignment of a column's texts. Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum TableAlignment: Sendable {
    /// Aligned where reading begins.
    case leading
    /// Aligned where reading ends, which suits numbers.
    case trailing
}

/// Builds the columns of a ``Table``.
@resultBuilder
public enum TableColumnBuilder<Value> {
    /// One column.
    public static func buildExpression(_ column: TableColumn<Value>) -> [TableColumn<Value>] { [column] }
    /// Columns in order.
    public static func buildBlock(_ columns: [TableColumn<Value>]...) -> [TableColumn<Value>] {
        columns.flatMap(\.self)
    }
    /// `if` without `else`.
    public static func buildOptional(_ columns: [TableColumn<Value>]?) -> [TableColumn<Value>] { columns ?? [] }
    /// `if` with `else`, or `switch`.
    public static func buildEither(first columns: [TableColumn<Value>]) -> [TableColumn<Value>] { columns }
    /// `else`, or a further case of `switch`.
    public static func buildEither(second columns: [TableColumn<Value>]) -> [TableColumn<Value>] { columns }
}
