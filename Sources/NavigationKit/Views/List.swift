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
    public func lower(into screen: ScreenBuilder) {
        screen.append(.beginList(label: label))
        content.lower(into: screen)
        screen.append(.endList)
    }
}

/// One line of a list, which may do something when it is chosen.
public struct Row: View, PrimitiveView {
    let title: String
    let subtitle: String?
    let badge: String?
    let action: (any Action)?
    let secondary: Button?

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
        self.action = nil
        self.secondary = secondary
    }

    /// A row that sends `action` when it is chosen.
    ///
    /// - Parameters:
    ///   - title: the line itself.
    ///   - subtitle: a second line in smaller type.
    ///   - badge: a short note at the end.
    ///   - action: what choosing it means.
    ///   - secondary: a button of its own beside the row.
    public init(
        _ title: String, subtitle: String? = nil, badge: String? = nil, action: any Action, secondary: Button? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.badge = badge
        self.action = action
        self.secondary = secondary
    }

    /// Adds the row.
    public func lower(into screen: ScreenBuilder) {
        let index: Screen.ActionIndex? = if let action { screen.offer(action, title: title) } else { nil }
        let button = secondary?.element(on: screen)
        screen.append(
            .row(Screen.RowElement(title: title, subtitle: subtitle, badge: badge, action: index, secondary: button)))
    }
}
