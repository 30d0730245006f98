/// A table, for comparing elements. The first column holds the row headings.
///
/// ```swift
/// Table("Planets", planets) {
///     TableColumn("Name", value: \.name)
///     TableColumn("Moons", alignment: .trailing) { String($0.moons) }
///     ViewColumn("State") { Badge($0.state, role: .success) }
/// }
/// ```
///
/// A cell shows a text or views: badges, links, images, buttons, menus and fields. Of a ``Form``, a
/// ``Section`` or a table in a cell, only the content is added; put the table into the form instead.
public struct Table<Data: Collection>: View, PrimitiveView {
    let caption: String
    let data: Data
    let limit: Int
    let columns: [TableColumn<Data.Element>]
    private var mayStack = true

    /// - Parameters:
    ///   - caption: the caption of the table.
    ///   - data: one element for each row.
    ///   - limit: the largest number of rows. A longer table shows only the first rows, and the total number.
    ///   - columns: the columns, each with its text or its views for an element.
    public init(
        _ caption: String, _ data: Data, limit: Int = 100,
        @TableColumnBuilder<Data.Element> columns: () -> [TableColumn<Data.Element>]
    ) {
        self.caption = caption
        self.data = data
        self.limit = max(0, limit)
        self.columns = columns()
    }

    /// Sets whether a narrow page, below 40 rem, shows each row as a block, with the columns' headings beside the cells.
    ///
    /// Tables of three and more columns do so unless `mayStack` is false. All others stay tables and scroll
    /// sideways, which suits figures that are compared down their columns.
    ///
    /// - Parameter mayStack: false for a table that stays one.
    public func stacked(_ mayStack: Bool) -> Table {
        var table = self
        table.mayStack = mayStack
        return table
    }

    /// Appends a ``Screen/Element/table(_:)`` with the first rows, up to the limit; or, if a column has views, its cells
    /// between ``Screen/Element/beginTable(_:)`` and ``Screen/Element/endTable``.
    public func build(into screen: inout ScreenBuilder) {
        guard columns.contains(where: \.hasViews) else {
            guard screen.keepsElements else { return }
            let rows = data.prefix(limit).map { element in
                columns.map { if case .text(let text) = $0.content { text(element) } else { "" } }
            }
            return screen.append(.table(element(rows: rows)))
        }
        let isNested = screen.isInTable
        screen.withinTable(element(rows: [])) { screen in
            for element in data.prefix(limit) {
                if !isNested { screen.append(.tableRow) }
                for column in columns { column.cell(of: element, isNested: isNested, into: &screen) }
            }
        }
    }

    private func element(rows: [[String]]) -> Screen.TableElement {
        let headings = columns.map {
            Screen.TableElement.Column(title: $0.title, alignment: $0.alignment, heading: $0.heading)
        }
        var table = Screen.TableElement(
            caption: caption, columns: headings, rows: rows, count: data.count, mayStack: mayStack)
        if columns.contains(where: { $0.typed != nil }) {
            table.typedRows = data.prefix(limit).map { element in columns.map { $0.typed?(element) } }
        }
        return table
    }
}

/// One column of a ``Table``.
public struct TableColumn<Value> {
    let title: String
    let alignment: TableAlignment
    let content: Content
    var heading: Screen.TableElement.Heading?
    var typed: ((Value) -> TypedValue?)?

    enum Content {
        case text((Value) -> String)
        case views((Value, inout ScreenBuilder) -> Void)
    }

    var hasViews: Bool { if case .views = content { true } else { false } }

    /// Adds a cell; in the cell of another table, only its content.
    func cell(of element: Value, isNested: Bool, into screen: inout ScreenBuilder) {
        switch content {
        case .text(let text): screen.append(isNested ? .text(text(element), .body) : .tableCell(text(element)))
        case .views(let build):
            if !isNested { screen.append(.tableCell(nil)) }
            build(element, &screen)
        }
    }

    /// - Parameters:
    ///   - title: the column's heading.
    ///   - alignment: the alignment of the column's texts; use `.trailing` for numbers.
    ///   - text: returns the text for an element.
    public init(_ title: String, alignment: TableAlignment = .leading, text: @escaping (Value) -> String) {
        self.title = title
        self.alignment = alignment
        content = .text(text)
    }

    init(_ title: String, alignment: TableAlignment, views: @escaping (Value, inout ScreenBuilder) -> Void) {
        self.title = title
        self.alignment = alignment
        content = .views(views)
    }

    /// - Parameters:
    ///   - title: the column's heading.
    ///   - value: the property that the column shows.
    ///   - alignment: the alignment of the column's texts.
    public init(_ title: String, value: KeyPath<Value, String>, alignment: TableAlignment = .leading) {
        self.init(title, alignment: alignment) { $0[keyPath: value] }
    }

    /// Adds the values of the column's cells for programs. Siren has them beside the texts, in `typedRows`.
    ///
    /// - Parameter value: returns the value for an element; `nil` if it has only a text.
    public func typed(_ value: @escaping (Value) -> TypedValue?) -> TableColumn {
        var column = self
        column.typed = value
        return column
    }
}

/// A column of a ``Table`` with views in its cells. It is a type of its own, because the compiler could not tell a closure
/// with several views from one that returns a text.
public struct ViewColumn<Value> {
    var column: TableColumn<Value>

    /// - Parameters:
    ///   - title: the column's heading.
    ///   - alignment: the alignment of the column's views.
    ///   - content: returns the views for an element.
    public init<Content: View>(
        _ title: String, alignment: TableAlignment = .leading, @ViewBuilder content: @escaping (Value) -> Content
    ) {
        column = TableColumn(title, alignment: alignment, views: { content($0).build(into: &$1) })
    }

    /// Works as ``TableColumn/typed(_:)``.
    public func typed(_ value: @escaping (Value) -> TypedValue?) -> ViewColumn {
        var typed = self
        typed.column = column.typed(value)
        return typed
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
    /// One column of views.
    public static func buildExpression(_ column: ViewColumn<Value>) -> [TableColumn<Value>] { [column.column] }
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
