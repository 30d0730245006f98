internal import NavigationKit

extension Page {
    mutating func head() {
        writer.beginDocument(context.localization)
        if hasErrors {
            localizedText("Error:")
            writer.markup(" ")
        }
        writer.text(screen.title)
        writer.markup(" · ")
        writer.text(context.appTitle)
        writer.markup("</title>\n<link rel=\"canonical\" href=\"")
        writer.attribute(context.location)
        writer.markup("\">\n")
        writer.endHead(context.assets, operation: context.operation)
        writer.markup("<body class=\"screen")
        switch screen.presentation {
        case .modal:
            writer.markup(" modal")
            if screen.detents.first == .medium { writer.markup(" medium") }
        case .fullScreen: writer.markup(" full-screen")
        case .push, nil: break
        }
        if !screen.tabs.isEmpty { writer.markup(" tabbed") }
        if !screen.panes.isEmpty { writer.markup(" paned") }
        if screen.alert != nil { writer.markup(" alerted") }
        writer.markup("\">\n")
    }

    /// Writes the bar above the content. Its title is the page's `<h1>`.
    mutating func bar() {
        let needsForm = isSplit && !(screen.leadingItems.isEmpty && screen.trailingItems.isEmpty)
        if needsForm { beginForm(isMain: false) }
        writer.markup("<header class=\"bar\">\n")
        items(screen.leadingItems, isLeading: true)
        writer.markup("<h1>")
        writer.text(screen.title)
        writer.markup("</h1>\n")
        items(screen.trailingItems, isLeading: false)
        writer.markup("</header>\n")
        if needsForm { writer.markup("</form>\n") }
    }

    private mutating func items(_ items: [Screen.BarItem], isLeading: Bool) {
        isLeading ? writer.markup("<div class=\"leading\">") : writer.markup("<div class=\"trailing\">")
        for item in items { self.item(item) }
        writer.markup("</div>\n")
    }

    mutating func item(_ item: Screen.BarItem) {
        beginButton(item.action, role: item.role)
        writer.markup(" class=\"item ")
        writer.raw(item.role.rawValue)
        if isBack(item.action) { writer.markup(" back") }
        writer.markup("\">")
        writer.text(item.title)
        endButton(item.action)
    }

    /// Only Back shows an arrow; Cancel does not.
    private func isBack(_ action: Screen.ActionIndex) -> Bool {
        screen.actions.indices.contains(action) && screen.actions[action].words.name == "back"
    }

    mutating func tabs() {
        guard !screen.tabs.isEmpty else { return }
        let needsForm = isSplit && screen.alert == nil
        if needsForm { beginForm(isMain: false) }
        localizedAttribute("<nav class=\"tabs\" aria-label=\"", "Tabs")
        writer.markup(">\n<p class=\"app\" aria-hidden=\"true\">")
        writer.text(context.appTitle)
        writer.markup("</p>\n<ul>\n")
        for tab in screen.tabs {
            writer.markup("<li>")
            if let action = tab.action {
                beginButton(action)
                writer.markup(" class=\"tab\"")
            } else {
                writer.markup("<span class=\"tab\"")
            }
            if tab.isSelected { writer.markup(" aria-current=\"page\"") }
            writer.markup("><span class=\"title\">")
            writer.text(tab.title)
            writer.markup("</span>")
            badge(tab.badge)
            tab.action == nil ? writer.markup("</span>") : endButton(tab.action)
            writer.markup("</li>\n")
        }
        writer.markup("</ul>\n</nav>\n")
        if needsForm { writer.markup("</form>\n") }
    }

    mutating func badge(_ badge: String?) {
        guard let badge else { return }
        writer.markup(" ")
        self.badge(badge, .accent)
    }

    mutating func badge(_ text: String, _ role: BadgeRole) {
        if role == .accent {
            writer.markup("<span class=\"badge\">")
        } else {
            writer.markup("<span class=\"badge ")
            writer.raw(role.rawValue)
            writer.markup("\">")
        }
        writer.text(text)
        writer.markup("</span>")
    }
}

extension PageWriter {
    /// Writes the document up to the title's text.
    mutating func beginDocument(_ localization: Localization) {
        if localization.isEnglish {
            markup("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        } else {
            markup("<!doctype html>\n<html lang=\"")
            attribute(localization.language.tag)
            localization.language.isRightToLeft ? markup("\" dir=\"rtl\">\n") : markup("\">\n")
            markup("<head>\n<meta charset=\"utf-8\">\n")
        }
        markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">\n")
        markup("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
    }

    mutating func endHead(_ assets: Assets, operation: Operation? = nil) {
        markup("<link rel=\"icon\" href=\"")
        attribute(assets.icon)
        markup("\" type=\"image/svg+xml\">\n<link rel=\"stylesheet\" href=\"")
        attribute(assets.stylesheet)
        if let own = assets.ownStylesheet {
            markup("\">\n<link rel=\"stylesheet\" href=\"")
            attribute(own)
        }
        markup("\">\n<style>")
        markup(ViewTransition.style(operation))
        markup("</style>\n</head>\n")
    }
}
