extension Row {
    /// Sets the badge and its meaning.
    ///
    /// - Parameters:
    ///   - text: a short note at the end of the row, which says what the colour says; `nil` for none.
    ///   - role: the meaning, which selects the colour.
    public func badge(_ text: String?, role: BadgeRole) -> Row {
        Row(self, badge: text, extras: extras.changed(badgeRole: role))
    }

    /// Adds a menu of actions at the end of the row, which replaces its second button.
    ///
    /// - Parameter buttons: the buttons of the menu, in order. A button whose action no responder performs now is left
    ///   out, and without any the row has no menu.
    public func menu(@ButtonsBuilder _ buttons: () -> [Button]) -> Row {
        Row(self, badge: badge, extras: extras.changed(menu: buttons()))
    }

    /// Marks the row as the selected one of its list, for assistive technology as the current one: with a tick, or, in the
    /// list of a split, with the colour of the row whose detail is shown. A row that is a link to that detail has the mark
    /// without this.
    ///
    /// - Parameter isSelected: false for a row that is not selected.
    public func selected(_ isSelected: Bool = true) -> Row {
        isSelected || extras != nil ? Row(self, badge: badge, extras: extras.changed(isSelected: isSelected)) : self
    }

    /// Marks what the row shows as unread: with a dot, a bold title, and a word for assistive technology.
    ///
    /// - Parameter isUnread: false for a row that is not unread.
    public func unread(_ isUnread: Bool = true) -> Row {
        isUnread || extras != nil ? Row(self, badge: badge, extras: extras.changed(isUnread: isUnread)) : self
    }

    /// Adds a time stamp at the end of the row, before the badge.
    ///
    /// - Parameter time: the time; `nil` for none.
    public func time(_ time: RelativeTime?) -> Row {
        time != nil || extras != nil ? Row(self, badge: badge, extras: extras.changed(time: .some(time))) : self
    }

    /// Adds a symbol before the title. A row has one decoration: a symbol, an avatar or a picture.
    ///
    /// - Parameter symbol: the symbol; `nil` for none.
    public func icon(_ symbol: Symbol?) -> Row { leading(symbol.map { .icon($0) }) }

    /// Adds a round avatar with the initials of a person or a company before the title. The name selects its colour.
    ///
    /// - Parameter name: the name, which the row's texts contain: assistive technology does not read the initials.
    public func avatar(_ name: String) -> Row { leading(.avatar(Initials(of: name))) }

    /// Adds a small square picture before the title, as a decoration. Browsers load it lazily.
    ///
    /// - Parameter source: the picture's path on this site, as for an ``Image``.
    public func image(_ source: String) -> Row { leading(.picture(source)) }

    /// Adds a value for programs, such as the price that the badge shows as text. Siren has it in the row's `values`;
    /// pages do not show it.
    ///
    /// - Parameters:
    ///   - name: the name of the value, such as `price`. A later value of the same name replaces an earlier one.
    ///   - value: the value; `nil` adds none.
    public func value(_ name: StaticString, _ value: TypedValue?) -> Row {
        guard let value else { return self }
        let others = (extras?.values ?? []).filter { $0.name.description != name.description }
        return Row(self, badge: badge, extras: extras.changed(values: others + [(name, value)]))
    }

    private func leading(_ leading: Screen.RowElement.Leading?) -> Row {
        Row(self, badge: badge, extras: extras.changed(leading: .some(leading)))
    }
}

extension RowExtras? {
    /// Returns extras with some other parts; without extras, of those that a row has without them.
    fileprivate func changed(
        menu: [Button]? = nil, badgeRole: BadgeRole? = nil, isSelected: Bool? = nil,
        leading: Screen.RowElement.Leading?? = nil, isUnread: Bool? = nil, time: RelativeTime?? = nil,
        values: [(name: StaticString, value: TypedValue)]? = nil
    ) -> RowExtras {
        RowExtras(
            buttons: menu ?? self?.buttons ?? [], isMenu: menu != nil || self?.isMenu ?? false,
            badgeRole: badgeRole ?? self?.badgeRole ?? .accent, isSelected: isSelected ?? self?.isSelected ?? false,
            leading: leading ?? self?.leading, isUnread: isUnread ?? self?.isUnread ?? false,
            time: time ?? self?.time, values: values ?? self?.values ?? [])
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
