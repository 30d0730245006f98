extension Row {
    /// Sets the badge and its meaning.
    ///
    /// - Parameters:
    ///   - text: a short note at the end of the row, which says what the colour says; `nil` for none.
    ///   - role: the meaning, which selects the colour.
    public func badge(_ text: String?, role: BadgeRole) -> Row {
        let extras = RowExtras(
            buttons: extras?.buttons ?? [], isMenu: extras?.isMenu ?? false, badgeRole: role,
            isSelected: extras?.isSelected ?? false)
        return Row(self, badge: text, extras: extras)
    }

    /// Adds a menu of actions at the end of the row, which replaces its second button.
    ///
    /// - Parameter buttons: the buttons of the menu, in order. A button whose action no responder performs now is left
    ///   out, and without any the row has no menu.
    public func menu(@ButtonsBuilder _ buttons: () -> [Button]) -> Row {
        let extras = RowExtras(
            buttons: buttons(), isMenu: true, badgeRole: extras?.badgeRole ?? .accent,
            isSelected: extras?.isSelected ?? false)
        return Row(self, badge: badge, extras: extras)
    }

    /// Marks the row as the selected one of its list: with a tick, and for assistive technology as the current one.
    ///
    /// - Parameter isSelected: false for a row that is not selected, which does not change.
    public func selected(_ isSelected: Bool = true) -> Row {
        guard isSelected else { return self }
        let extras = RowExtras(
            buttons: extras?.buttons ?? [], isMenu: extras?.isMenu ?? false, badgeRole: extras?.badgeRole ?? .accent,
            isSelected: true)
        return Row(self, badge: badge, extras: extras)
    }
}

/// Builds the buttons of a row's menu.
@resultBuilder
public enum ButtonsBuilder {
    /// One button.
    public static func buildExpression(_ button: Button) -> [Button] { [button] }
    /// Buttons in order.
    public static func buildBlock(_ buttons: [Button]...) -> [Button] { buttons.flatMap(\.self) }
    /// `if` without `else`.
    public static func buildOptional(_ buttons: [Button]?) -> [Button] { buttons ?? [] }
    /// `if` with `else`, or `switch`.
    public static func buildEither(first buttons: [Button]) -> [Button] { buttons }
    /// `else`, or a further case of `switch`.
    public static func buildEither(second buttons: [Button]) -> [Button] { buttons }
    /// `for` … `in`.
    public static func buildArray(_ buttons: [[Button]]) -> [Button] { buttons.flatMap(\.self) }
}
