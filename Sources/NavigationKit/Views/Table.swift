/// Rows and columns of texts, for what is compared. The first column says what a row is about.
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
    ///   - caption: what the table is about.
    ///   - data: one element for each row.
    ///   - limit: the most rows that are shown; of more only the first, and how many there are.
    ///   - columns: what is said of each element.
    public init(
        _ caption: String, _ data: Data, limit: Int = 100,
        @TableColumnBuilder<Data.Element> columns: () -> [TableColumn<Data.Element>]
    ) {
        self.caption = caption
        self.data = data
        self.limit = max(0, limit)
        self.columns = columns()
    }

    /// Adds the rows.
    public func lower(into screen: inout ScreenBuilder) {
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
    ///   - title: its heading.
    ///   - alignment: where its texts stand: numbers at the end.
    ///   - text: what it says of an element.
    public init(_ title: String, alignment: TableAlignment = .leading, text: @escaping (Value) -> String) {
        self.title = title
        self.alignment = alignment
        self.text = text
    }

    /// - Parameters:
    ///   - title: its heading.
    ///   - value: the property that it shows.
    ///   - alignment: where its texts stand.
    public init(_ title: String, value: KeyPath<Value, String>, alignment: TableAlignment = .leading) {
        self.init(title, alignment: alignment) { $0[keyPath: value] }
    }
}

/// Where the texts of a column stand.
public enum TableAlignment: Sendable {
    /// Where reading begins.
    case leading
    /// Where it ends, as numbers do.
    case trailing
}

/// Puts the columns of a ``Table`` together.
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
    /// `if`.
    public static func buildEither(first columns: [TableColumn<Value>]) -> [TableColumn<Value>] { columns }
    /// `else`.
    public static func buildEither(second columns: [TableColumn<Value>]) -> [TableColumn<Value>] { columns }
}
