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
    let title: String
    let subtitle: String?
    let badge: String?
    /// Not optional, because unwrapping an optional would copy the action.
    let action: AnyAction
    let isReadOnly: Bool
    /// No button or one. An array, because it is cheaper to copy than a button; `nil` instead of empty, because even an
    /// empty array is reference-counted.
    let secondary: [Button]?

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
        self.secondary = secondary.map { [$0] }
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
        self.init(title, subtitle, badge, AnyAction(action), [secondary])
    }

    @usableFromInline
    init(_ title: String, _ subtitle: String?, _ badge: String?, _ action: AnyAction, _ secondary: [Button]?) {
        self.title = title
        self.subtitle = subtitle
        self.badge = badge
        self.action = action
        isReadOnly = false
        self.secondary = secondary
    }

    /// Appends a ``Screen/Element/row(_:)``, without its action if that is not available, such as below an alert.
    public func build(into screen: inout ScreenBuilder) {
        withUnsafePointer(to: self) { Row.build($0, into: &screen) }
    }

    /// Adds the row that `row` points to: passing the row itself would copy it.
    static func build(
        _ row: UnsafePointer<Row>, confirmedBy confirmation: Confirmation? = nil, into screen: inout ScreenBuilder
    ) {
        var index: Screen.ActionIndex?
        if !row.pointee.isReadOnly, screen.mayOffer(row.pointee.action.type, row.pointee.action.ownBits) {
            index = screen.offer(row.pointee.action, title: row.pointee.title, confirmedBy: confirmation)
        }
        // Compare with nil first: unwrapping copies the array, and few rows have a button.
        let hasButton = row.pointee.secondary != nil
        let button = hasButton ? row.pointee.secondary?.first?.element(on: &screen) : nil
        guard screen.keepsElements else { return }
        screen.append(
            Screen.RowElement(
                title: row.pointee.title, subtitle: row.pointee.subtitle, badge: row.pointee.badge, action: index,
                secondary: button))
    }
}
