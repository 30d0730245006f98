internal import NavigationKit

/// An action on offer, as its button shows it.
struct ShownAction {
    var action: Screen.ActionIndex
    var role = ButtonRole.normal
    var icon: Symbol?

    init(_ action: Screen.ActionIndex, role: ButtonRole = .normal) {
        self.action = action
        self.role = role
    }

    init(_ item: Screen.BarItem) {
        action = item.action
        role = item.role
        icon = item.icon
    }

    /// `nil` if the action of the button is not available.
    init?(_ button: Screen.ButtonElement) {
        guard let action = button.action else { return nil }
        self.init(action, role: button.role)
        icon = button.icon
    }
}

/// One Siren entity while it is rendered.
struct SirenEntity: ~Copyable {
    let screen: Screen
    let context: PageContext
    /// The actions of the bar, of the buttons outside of panes and rows, and of the alert. Siren requires unique action
    /// names within an entity, so an action that shares its name with another becomes a sub-entity.
    let topLevel: [ShownAction]
    var writer: PageWriter

    init(screen: Screen, context: PageContext) {
        self.screen = screen
        self.context = context
        var topLevel = (screen.leadingItems + screen.trailingItems).map { ShownAction($0) }
        for element in OwnElements(of: screen) {
            if case .button(let button) = element, let shown = ShownAction(button) { topLevel.append(shown) }
        }
        if !screen.isPlain, let undo = screen.undo { topLevel.append(ShownAction(undo)) }
        if let alert = screen.alert {
            topLevel.append(ShownAction(alert.action, role: .primary))
            topLevel += alert.choices.map { ShownAction($0) }
        }
        self.topLevel = topLevel.filter { screen.actions.indices.contains($0.action) }
        writer = PageWriter(capacity: 1024 + 512 * (screen.elements.count + screen.actions.count))
    }

    mutating func render() {
        writer.markup("{\"class\":[\"screen\"")
        switch screen.presentation {
        case .modal: writer.markup(",\"modal\"")
        case .fullScreen: writer.markup(",\"fullScreen\"")
        case .push, nil: break
        }
        if screen.alert != nil { writer.markup(",\"alert\"") }
        writer.markup("],\"title\":")
        writer.jsonString(screen.title)
        properties()
        entities()
        writer.markup(",\"actions\":[")
        for entry in topLevel
        where !isRepeated(entry.action, among: topLevel)
            && screen.location(of: entry.action) == nil
        {
            writer.separate()
            action(entry)
        }
        queryForms()
        writer.markup("]")
        links()
        writer.markup("}")
    }

    private mutating func properties() {
        writer.markup(",\"properties\":{\"title\":")
        writer.jsonString(screen.title)
        if let notice = context.notice {
            writer.markup(",\"notice\":")
            writer.jsonString(notice)
        }
        if let flash = context.flash {
            writer.markup(",\"flash\":")
            writer.jsonString(flash)
        }
        if let flow = screen.flow {
            writer.markup(",\"flow\":")
            writer.jsonString(flow)
        }
        if !screen.detents.isEmpty {
            writer.markup(",\"detents\":[")
            for detent in screen.detents {
                writer.separate()
                writer.jsonString(detent.rawValue)
            }
            writer.markup("]")
        }
        if let alert = screen.alert?.alert {
            writer.markup(",\"alert\":{\"title\":")
            writer.jsonString(alert.title)
            writer.markup(",\"message\":")
            writer.jsonString(alert.message)
            writer.markup("}")
        }
        content(of: OwnElements(of: screen))
        writer.markup("}")
    }

    private mutating func entities() {
        writer.markup(",\"entities\":[")
        blocks(OwnElements(of: screen))
        for tab in screen.tabs { self.tab(tab) }
        buttons(repeatedAmong: topLevel)
        writer.markup("]")
    }

    mutating func buttons(repeatedAmong level: [ShownAction]) {
        for entry in level where isRepeated(entry.action, among: level) {
            beginEntity("button", rel: "urn:cairn:button", title: screen.actions[entry.action].title)
            writer.markup("}")
            actions([entry])
            writer.markup("}")
        }
    }

    mutating func row(_ row: Screen.RowElement, of list: String?, at coordinate: Coordinate?) {
        beginEntity("row", rel: "item", title: row.title)
        if let subtitle = row.subtitle {
            writer.markup(",\"subtitle\":")
            writer.jsonString(subtitle)
        }
        badge(row.badge, row.extras?.badgeRole ?? .accent)
        if let extras = row.extras {
            if extras.isSelected { writer.markup(",\"selected\":true") }
            if extras.isUnread { writer.markup(",\"unread\":true") }
            time(extras.time?.instant)
        }
        leading(row.extras?.leading)
        if let list {
            writer.markup(",\"list\":")
            writer.jsonString(list)
        }
        if let coordinate { self.coordinate(coordinate) }
        values(of: row)
        writer.markup("}")
        actions(ofLine: [row.action.map { ShownAction($0) }].compactMap(\.self) + buttons(row.buttons))
        writer.markup("}")
    }

    /// The buttons whose action is available.
    func buttons(_ buttons: [Screen.ButtonElement]) -> [ShownAction] { buttons.compactMap { ShownAction($0) } }

    /// Writes the actions of a row. Of several with the same name, only the first is an action of the row; the others are
    /// sub-entities, because Siren requires unique names.
    mutating func actions(ofLine line: [ShownAction]) {
        guard line.count > 1 else { return actions(line) }
        var (first, others): ([ShownAction], [ShownAction]) = ([], [])
        for shown in line {
            if let name = name(of: shown.action), first.contains(where: { self.name(of: $0.action) == name }) {
                others.append(shown)
            } else {
                first.append(shown)
            }
        }
        if !others.isEmpty {
            writer.markup(",\"entities\":[")
            for shown in others {
                beginEntity("button", rel: "urn:cairn:button", title: screen.actions[shown.action].title)
                writer.markup("}")
                actions([shown])
                writer.markup("}")
            }
            writer.markup("]")
        }
        actions(first)
    }

    private mutating func tab(_ tab: Screen.Tab) {
        beginEntity("tab", rel: "urn:cairn:tab", title: tab.title)
        badge(tab.badge)
        icon(tab.icon)
        tab.isSelected ? writer.markup(",\"selected\":true}") : writer.markup(",\"selected\":false}")
        if let action = tab.action { actions([ShownAction(action)]) }
        writer.markup("}")
    }

    /// Writes the name of a symbol as a property.
    mutating func icon(_ symbol: Symbol?) {
        guard let symbol else { return }
        writer.markup(",\"icon\":")
        writer.jsonString(symbol.name)
    }

    /// Writes the decoration of a row. Initials are left out: they are a part of its texts.
    private mutating func leading(_ leading: Screen.RowElement.Leading?) {
        switch leading {
        case .icon(let symbol): icon(symbol)
        case .picture(let source):
            writer.markup(",\"image\":")
            href(context.assets[source])
        case .avatar, nil: break
        }
    }

    /// Begins a sub-entity, up to the title among its properties.
    mutating func beginEntity(_ kind: StaticString, rel: StaticString, title: String) {
        writer.separate()
        writer.markup("{\"class\":[\"")
        writer.markup(kind)
        writer.markup("\"],\"rel\":[\"")
        writer.markup(rel)
        writer.markup("\"],\"properties\":{\"title\":")
        writer.jsonString(title)
    }

    private mutating func badge(_ badge: String?, _ role: BadgeRole = .accent) {
        guard let badge else { return }
        writer.markup(",\"badge\":")
        writer.jsonString(badge)
        guard role != .accent else { return }
        writer.markup(",\"badgeRole\":")
        writer.jsonString(role.rawValue)
    }

    private func name(of action: Screen.ActionIndex) -> String? {
        screen.actions.indices.contains(action) ? screen.actions[action].words.name : nil
    }

    func isRepeated(_ action: Screen.ActionIndex, among level: [ShownAction]) -> Bool {
        guard screen.location(of: action) == nil else { return false }
        let name = screen.actions[action].words.name
        var count = 0
        for entry in level
        where screen.actions[entry.action].words.name == name
            && screen.location(of: entry.action) == nil
        {
            count += 1
        }
        return count > 1
    }
}
