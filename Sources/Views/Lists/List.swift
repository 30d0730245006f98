/// A list of rows.
public struct List<Content: View>: View, PrimitiveView {
    @usableFromInline let label: String?
    @usableFromInline let content: Content

    /// - Parameters:
    ///   - label: the name of the list, for assistive technology.
    ///   - content: the rows.
    @inlinable
    public init(_ label: String? = nil, @ViewBuilder content: () -> Content) {
        self.label = label
        self.content = content()
    }

    /// Appends the rows between ``Screen/Element/beginList(label:)`` and ``Screen/Element/endList``.
    public func build(into screen: inout ScreenBuilder) {
        screen.append(.beginList(label: label))
        content.build(into: &screen)
        screen.append(.endList)
    }
}

/// One row of a list, which can have an action.
public struct Row: View, PrimitiveView {
    @usableFromInline package let title: String
    @usableFromInline package let subtitle: String?
    @usableFromInline package let badge: String?
    /// Not optional, because unwrapping an optional copies the action: a page of 20 rows takes 1 % more instructions.
    @usableFromInline let action: AnyAction
    @usableFromInline let isReadOnly: Bool
    /// `nil` for most rows. A constant, like all properties here: with a variable, each row would be copied once more.
    @usableFromInline let extras: RowExtras?

    /// Creates a read-only row.
    ///
    /// - Parameters:
    ///   - title: the row's text.
    ///   - subtitle: a second line in smaller type.
    ///   - badge: a short note at the end.
    ///   - secondary: a separate button beside the row.
    public init(_ title: String, subtitle: String? = nil, badge: String? = nil, secondary: Button? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.badge = badge
        action = .nothing
        isReadOnly = true
        extras = secondary.map { RowExtras(buttons: [$0], isMenu: false, badgeRole: .accent) }
    }

    /// Creates a row that sends `action` when it is chosen.
    ///
    /// - Parameters:
    ///   - title: the row's text.
    ///   - subtitle: a second line in smaller type.
    ///   - badge: a short note at the end.
    ///   - action: the action that the row sends.
    @inlinable
    public init<A: Action>(
        _ title: String, subtitle: String? = nil, badge: String? = nil, action: A
    ) {
        self.init(title, subtitle, badge, AnyAction(action), nil)
    }

    /// Creates a row that sends `action` when it is chosen, with a separate button beside it.
    ///
    /// - Parameters:
    ///   - title: the row's text.
    ///   - subtitle: a second line in smaller type.
    ///   - badge: a short note at the end.
    ///   - action: the action that the row sends.
    ///   - secondary: the button.
    @inlinable
    public init<A: Action>(
        _ title: String, subtitle: String? = nil, badge: String? = nil, action: A, secondary: Button
    ) {
        self.init(
            title, subtitle, badge, AnyAction(action),
            RowExtras(buttons: [secondary], isMenu: false, badgeRole: .accent))
    }

    @inlinable
    init(_ title: String, _ subtitle: String?, _ badge: String?, _ action: AnyAction, _ extras: RowExtras?) {
        self.title = title
        self.subtitle = subtitle
        self.badge = badge
        self.action = action
        isReadOnly = false
        self.extras = extras
    }

    init(_ row: Row, badge: String?, extras: RowExtras) {
        title = row.title
        subtitle = row.subtitle
        self.badge = badge
        action = row.action
        isReadOnly = row.isReadOnly
        self.extras = extras
    }

    /// Adds the row to the screen, without its action if that is not available, such as below an alert.
    public func build(into screen: inout ScreenBuilder) {
        withUnsafePointer(to: self) { Row.build($0, into: &screen) }
    }

    /// Adds the row that `row` points to: a `borrowing` parameter is copied all the same, and a page of 20 rows takes
    /// 4,500 instructions more.
    static func build(
        _ row: UnsafePointer<Row>, confirmedBy confirmation: Confirmation? = nil, into screen: inout ScreenBuilder
    ) {
        if screen.rowOutput.isOpen, !row.pointee.isReadOnly, row.pointee.extras == nil, confirmation == nil,
            screen.write(row)
        {
            return
        }
        var index: Screen.ActionIndex?
        if !row.pointee.isReadOnly, screen.mayOffer(row.pointee.action.type) {
            index = screen.offer(row.pointee.action, title: row.pointee.title, confirmedBy: confirmation)
        }
        // Compare with nil first: unwrapping retains the object, and few rows have one.
        guard row.pointee.extras == nil else { return build(row, index, into: &screen) }
        guard screen.keepsElements else { return }
        screen.append(
            Screen.RowElement(
                title: row.pointee.title, subtitle: row.pointee.subtitle, badge: row.pointee.badge, action: index))
    }

    private static func build(
        _ row: UnsafePointer<Row>, _ index: Screen.ActionIndex?, into screen: inout ScreenBuilder
    ) {
        let extras = row.pointee.extras?.element(on: &screen)
        guard screen.keepsElements else { return }
        screen.append(
            Screen.RowElement(
                title: row.pointee.title, subtitle: row.pointee.subtitle, badge: row.pointee.badge, action: index,
                extras: extras))
    }
}

/// The parts that few rows have, in one object, so that the rows of a long list stay small.
@usableFromInline
final class RowExtras {
    let buttons: [Button]
    let isMenu: Bool
    let badgeRole: BadgeRole
    let isSelected: Bool
    let leading: Screen.RowElement.Leading?
    let isUnread: Bool
    let time: RelativeTime?
    let values: [(name: StaticString, value: TypedValue)]

    @usableFromInline
    convenience init(buttons: [Button], isMenu: Bool, badgeRole: BadgeRole) {
        self.init(
            buttons: buttons, isMenu: isMenu, badgeRole: badgeRole, isSelected: false, leading: nil, isUnread: false,
            time: nil, values: [])
    }

    init(
        buttons: [Button], isMenu: Bool, badgeRole: BadgeRole, isSelected: Bool, leading: Screen.RowElement.Leading?,
        isUnread: Bool, time: RelativeTime?, values: [(name: StaticString, value: TypedValue)]
    ) {
        self.buttons = buttons
        self.isMenu = isMenu
        self.badgeRole = badgeRole
        self.isSelected = isSelected
        self.leading = leading
        self.isUnread = isUnread
        self.time = time
        self.values = values
    }
}

extension RowExtras {
    fileprivate func element(on screen: inout ScreenBuilder) -> Screen.RowElement.Extras {
        let buttons = buttons.compactMap { $0.element(on: &screen) }
        return Screen.RowElement.Extras(
            buttons: buttons, isMenu: isMenu && !buttons.isEmpty, badgeRole: badgeRole, isSelected: isSelected,
            leading: leading, isUnread: isUnread, time: screen.keepsElements ? time?.element() : nil, values: values)
    }
}

/// Writes the rows of lists into the representation of a screen while the screen is built, instead of keeping them as
/// elements: most of the work for a long list is to copy, retain and release the texts of its rows. Without it, a page
/// of twenty rows takes 18 % more instructions.
///
/// ``ScreenBuilder`` uses it only for rows whose markup depends on nothing that follows them.
package protocol RowWriter: AnyObject {
    /// The number of octets so far.
    var count: Int { get }

    /// Appends a row with an action and without extras.
    ///
    /// - Parameters:
    ///   - row: points to the row: passing the row itself would copy its texts.
    ///   - action: the encoded action.
    ///   - location: the location that the action leads to, if it is shown as a link.
    func append(_ row: UnsafePointer<Row>, _ action: EncodedAction, leadingTo location: Location?)

    /// Returns all rows.
    func finish() -> [UInt8]
}

/// A representation whose rows can be written while a screen is built. Only the server knows the representation, so
/// it passes the format through the session to the ``RenderRequest``: with a task-local value, a page takes 2,000
/// instructions more.
package protocol RowFormat: AnyObject, Sendable {
    /// Makes the writer of the rows of one screen.
    func makeWriter() -> any RowWriter
}

/// The rows of one screen that are written while it is built, see ``RowWriter``.
struct RowOutput {
    /// `nil` if no more rows of the screen are written.
    private var format: (any RowFormat)?
    /// `nil` before the first row.
    private var writer: (any RowWriter)?
    /// True while rows are kept as elements in a part of the screen, such as a map.
    var isPaused = false
    /// The number of the screen's elements after the last rows.
    private var end: Int?
    /// True if rows were written before something on which their markup depends.
    private(set) var isTooEarly = false

    /// - Parameter format: `nil` to keep all rows as elements.
    init(_ format: (any RowFormat)?) { self.format = format }

    /// True if rows are written now.
    @inline(__always)
    var isOpen: Bool { format != nil && !isPaused }

    mutating func append(
        _ row: UnsafePointer<Row>, _ action: EncodedAction, leadingTo location: Location?, to screen: inout Screen
    ) {
        if screen.elements.count != end { begin(on: &screen) }
        writer?.append(row, action, leadingTo: location)
    }

    /// Adds the element of the rows that follow.
    private mutating func begin(on screen: inout Screen) {
        if writer == nil { writer = format?.makeWriter() }
        screen.elements.append(.writtenRows(screen.writtenRowStarts.count))
        screen.writtenRowStarts.append(writer?.count ?? 0)
        end = screen.elements.count
    }

    /// Makes the rows that follow an element of their own.
    mutating func endPart() { end = nil }

    /// Keeps all rows of the screen that follow as elements.
    mutating func close() {
        if writer != nil { isTooEarly = true }
        (format, writer) = (nil, nil)
    }

    /// Moves the octets of the rows to the screen.
    func finish(_ screen: inout Screen) {
        if let writer { screen.writtenRows = writer.finish() }
    }
}
