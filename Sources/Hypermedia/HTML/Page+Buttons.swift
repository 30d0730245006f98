internal import NavigationKit

extension Page {
    /// Begins a button, up to its class attribute: the action's token, and whether the browser validates the fields
    /// first. An action with a location becomes a link.
    mutating func beginButton(_ action: Screen.ActionIndex, role: ButtonRole = .normal, mayBeLink: Bool = true) {
        if mayBeLink, let location = screen.location(of: action) {
            attribute("<a href=\"", context.mountPath.url(of: location))
            return identify(action)
        }
        writer.markup(WireName.beginningOfActionButton)
        if screen.actions.indices.contains(action) { writer.token(of: screen.actions[action].words) }
        writer.markup("\"")
        if screen.leavesSite(action) {
            localizedAttribute(" title=\"", "Leads to another site")
        }
        formOwner()
        // A narrow page can hide the pane of an invalid field, so that visitors could not correct it. With panes, only
        // the server validates the main form.
        let isChecked = role == .primary && (screen.panes.isEmpty || isInOwnForm)
        if !isChecked, hasChecks || isInOwnForm { writer.markup(" formnovalidate") }
        identify(action)
    }

    /// Writes the ID of the control that the page scrolls to.
    @inline(__always)
    private mutating func identify(_ action: Screen.ActionIndex) {
        guard action == scrollTarget else { return }
        markScrollTarget()
    }

    private mutating func markScrollTarget() {
        scrollTarget = nil
        writer.markup(" id=\"")
        writer.raw(PageContext.scrollTargetID)
        writer.markup("\"")
    }

    /// Writes the ID of the control that the page scrolls to at the title of the menu that has it. A browser opens the
    /// `<details>` around the target of a URL.
    mutating func identifyMenu(_ actions: some Sequence<Screen.ActionIndex?>) {
        guard let scrollTarget, actions.contains(scrollTarget) else { return }
        markScrollTarget()
    }

    mutating func endButton(_ action: Screen.ActionIndex?) {
        var isLink = false
        if let action { isLink = screen.location(of: action) != nil }
        isLink ? writer.markup("</a>") : writer.markup("</button>")
    }

    /// Assigns a control of the main form to the form's first part if the form is split. Without fields, each part of
    /// the form submits the same, so that a button can stay with its own.
    mutating func formOwner() {
        if isSplit && hasChecks && !isInOwnForm { writer.markup(" form=\"screen\"") }
    }

    mutating func button(_ button: Screen.ButtonElement) {
        if let action = button.action {
            beginButton(action, role: button.role)
        } else {
            writer.markup("<button type=\"button\" disabled")
        }
        writer.markup(" class=\"button ")
        writer.raw(button.role.rawValue)
        writer.markup("\">")
        icon(button.icon)
        writer.text(button.title)
        endButton(button.action)
    }

    /// Writes a row that is kept as an element, see also ``HTMLRowWriter``.
    mutating func row(_ row: UnsafePointer<Screen.RowElement>) {
        let hasExtras = row.pointee.extras != nil
        writer.markup("<li>")
        if let action = row.pointee.action {
            beginButton(action)
        } else {
            writer.markup("<div")
        }
        // Most rows: one piece of markup instead of three saves 800 instructions on a page of twenty rows.
        if !hasExtras, openSplits.isEmpty {
            writer.markup(" class=\"row\"><span class=\"title\">")
        } else {
            beginDecorated(row)
        }
        writer.text(row.pointee.title)
        writer.endTitle(row.pointee.subtitle)
        if hasExtras, let time = row.pointee.extras?.time {
            writer.markup(" ")
            self.time(time)
        }
        if let text = row.pointee.badge {
            writer.markup(" ")
            badge(text, hasExtras ? row.pointee.extras?.badgeRole ?? .accent : .accent)
        }
        row.pointee.action == nil ? writer.markup("</div>") : endButton(row.pointee.action)
        if hasExtras, let extras = row.pointee.extras { buttons(extras, of: row.pointee.title) }
        writer.markup("</li>\n")
    }

    /// Ends the tag of a row that is marked as the current one or has a decoration, and begins its title.
    private mutating func beginDecorated(_ row: UnsafePointer<Screen.RowElement>) {
        let extras = row.pointee.extras
        if extras?.isSelected ?? false {
            // In a split's list, the selected row is the one whose detail is the page; elsewhere it has a tick.
            writer.markup(
                openSplits.last?.openPane == .primary ? " aria-current=\"page\"" : " aria-current=\"true\"")
        } else if !openSplits.isEmpty, isShown(row.pointee.action) {
            writer.markup(" aria-current=\"page\"")
        }
        writer.markup(" class=\"row")
        extras == nil ? writer.markup("\">") : leading(extras?.leading)
        if extras?.isUnread ?? false {
            writer.markup("<span class=\"unread\">")
            localizedText("Unread")
            writer.markup("</span> ")
        }
        writer.markup("<span class=\"title\">")
    }

    /// True if the action leads to the screen itself or to one around it, such as the row of a split's list whose
    /// detail is shown.
    private func isShown(_ action: Screen.ActionIndex?) -> Bool {
        guard let action, let location = screen.location(of: action) else { return false }
        let url = context.mountPath.url(of: location)
        return context.location == url || context.location.hasPrefix(url.followed(by: "/"))
    }

    private mutating func buttons(_ extras: Screen.RowElement.Extras, of title: String) {
        if extras.isMenu {
            attribute(
                "<details class=\"menu\" name=\"menu\"><summary class=\"button normal\" aria-label=\"",
                context.localization.text("Actions: \(title)"))
            identifyMenu(extras.buttons.lazy.map(\.action))
            writer.markup(">⋯</summary>\n<div>\n")
        }
        for button in extras.buttons { self.button(button) }
        if extras.isMenu { writer.markup("</div></details>") }
    }

    /// Writes a hidden default button if the form has fields and an action for it, and no alert is presented. Enter
    /// presses a form's first submit button in tree order (HTML §4.10.22.2), which would otherwise often be Back.
    mutating func defaultAction() {
        let all = 0..<screen.elements.count
        let detail = screen.panes.isEmpty ? all : detailRange ?? all
        defaultAction(among: detail, isOwnForm: false)
    }

    /// The range of the elements from the beginning of the last detail pane to the end, if it has an input field: a
    /// narrow page hides the primary panes.
    private var detailRange: Range<Int>? {
        let start = screen.elements.lastIndex { element in
            if case .beginPane(let pane) = element, screen.panes.indices.contains(pane) {
                screen.panes[pane].role == .detail
            } else {
                false
            }
        }
        guard let start else { return nil }
        let range = start..<screen.elements.count
        return screen.elements[range].contains { if case .field = $0 { true } else { false } } ? range : nil
    }

    mutating func defaultAction(ofFormAt start: Int) {
        let end = screen.elements[start...].firstIndex { if case .endForm = $0 { true } else { false } }
        defaultAction(among: (start + 1)..<max(start + 1, end ?? screen.elements.count), isOwnForm: true)
    }

    private mutating func defaultAction(among range: Range<Int>, isOwnForm: Bool) {
        guard screen.alert == nil else { return }
        var hasField = false
        var primary: Screen.ActionIndex?
        var withInputs: Screen.ActionIndex?
        var isSkipped = false
        for element in screen.elements[range] {
            switch element {
            case .beginForm, .beginQueryForm: isSkipped = true
            case .endForm: isSkipped = false
            case .field where !isSkipped: hasField = true
            case .button(let button) where !isSkipped:
                consider(button.action, button.role, &primary, &withInputs)
            default: break
            }
        }
        guard hasField else { return }
        if !isOwnForm {
            for item in screen.trailingItems + screen.leadingItems {
                consider(item.action, item.role, &primary, &withInputs)
            }
        }
        guard let action = primary ?? withInputs, screen.actions.indices.contains(action) else { return }
        // It repeats the visible button, which gets the ID.
        let target = scrollTarget
        scrollTarget = nil
        beginButton(action, role: primary == nil ? .normal : .primary, mayBeLink: false)
        scrollTarget = target
        writer.markup(" class=\"default-action\" tabindex=\"-1\" aria-hidden=\"true\">")
        writer.text(screen.actions[action].title)
        writer.markup("</button>\n")
    }

    private func consider(
        _ action: Screen.ActionIndex?, _ role: ButtonRole, _ primary: inout Screen.ActionIndex?,
        _ withInputs: inout Screen.ActionIndex?
    ) {
        guard let action, screen.actions.indices.contains(action) else { return }
        if role == .primary && primary == nil { primary = action }
        if withInputs == nil && !screen.actions[action].inputs.isEmpty { withInputs = action }
    }
}
