/// Rows under one another.
public struct List<Content: View>: View, PrimitiveView {
    @usableFromInline let label: String?
    @usableFromInline let content: Content

    /// - Parameters:
    ///   - label: what the list holds, for those who do not see it.
    ///   - content: its rows.
    @inlinable
    public init(_ label: String? = nil, @ViewBuilder content: () -> Content) {
        self.label = label
        self.content = content()
    }

    /// Adds the rows.
    public func lower(into screen: inout ScreenBuilder) {
        screen.append(.beginList(label: label))
        content.lower(into: &screen)
        screen.append(.endList)
    }
}

/// One line of a list, which may do something when it is chosen.
public struct Row: View, PrimitiveView {
    let title: String
    let subtitle: String?
    let badge: String?
    /// Not an optional one: looking into that copies it.
    let action: AnyAction
    let isReadOnly: Bool
    /// None or one; an array, because a row is copied often, and `nil`, because even an empty one is counted.
    let secondary: [Button]?

    /// A row that is only read.
    ///
    /// - Parameters:
    ///   - title: the line itself.
    ///   - subtitle: a second line in smaller type.
    ///   - badge: a short note at the end.
    ///   - secondary: a button of its own beside the row.
    public init(_ title: String, subtitle: String? = nil, badge: String? = nil, secondary: Button? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.badge = badge
        action = .nothing
        isReadOnly = true
        self.secondary = secondary.map { [$0] }
    }

    /// A row that sends `action` when it is chosen.
    ///
    /// - Parameters:
    ///   - title: the line itself.
    ///   - subtitle: a second line in smaller type.
    ///   - badge: a short note at the end.
    ///   - action: what choosing it means.
    @inlinable
    public init<A: Action>(
        _ title: String, subtitle: String? = nil, badge: String? = nil, action: A
    ) {
        self.init(title, subtitle, badge, AnyAction(action), nil)
    }

    /// A row that sends `action` when it is chosen, with a button of its own beside it.
    ///
    /// - Parameters:
    ///   - title: the line itself.
    ///   - subtitle: a second line in smaller type.
    ///   - badge: a short note at the end.
    ///   - action: what choosing it means.
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

    /// Adds the row.
    public func lower(into screen: inout ScreenBuilder) {
        withUnsafePointer(to: self) { Row.lower($0, into: &screen) }
    }

    /// Adds the row where it lies, without a copy of all its texts.
    static func lower(_ row: UnsafePointer<Row>, into screen: inout ScreenBuilder) {
        var index: Screen.ActionIndex?
        if !row.pointee.isReadOnly, screen.mayOffer(row.pointee.action.type, row.pointee.action.ownBits) {
            index = screen.offer(row.pointee.action, title: row.pointee.title)
        }
        // Asked first, because looking into it copies it, and few rows have one.
        let hasButton = row.pointee.secondary != nil
        let button = hasButton ? row.pointee.secondary?.first?.element(on: &screen) : nil
        guard screen.keepsElements else { return }
        screen.append(
            Screen.RowElement(
                title: row.pointee.title, subtitle: row.pointee.subtitle, badge: row.pointee.badge, action: index,
                secondary: button))
    }
}
