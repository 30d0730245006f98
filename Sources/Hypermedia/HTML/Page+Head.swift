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
        let isPlain = screen.isPlain
        let suffix = isPlain ? nil : screen.titleSuffix
        writer.text(suffix ?? context.assets.titleSuffix ?? context.appTitle)
        writer.markup("</title>\n")
        // For search engines, and for browsers that share this link instead of their URL.
        if context.isElsewhere || !context.query.isEmpty {
            writer.markup("<link rel=\"canonical\" href=\"")
            writer.attribute(context.location)
            writer.markup("\">\n")
        }
        // Programs that read it keep no cookie, so that a page of a session is not for them.
        if context.sessionFingerprint == nil, context.assets.isThemed || !isPlain && screen.pageDescription != nil {
            preview()
        }
        if let live = context.live {
            script(live)
        } else if screen.usesScript {
            script()
        }
        writer.endHead(context.assets)
        writer.markup("<body class=\"screen")
        switch screen.presentation {
        case .modal:
            writer.markup(" modal")
            if screen.detents.first == .medium {
                screen.detents.contains(.large) ? writer.markup(" medium") : writer.markup(" medium fixed")
            }
        case .fullScreen: writer.markup(" full-screen")
        case .push, nil: break
        }
        if !screen.tabs.isEmpty { writer.markup(" tabbed") }
        if !screen.panes.isEmpty { writer.markup(" paned") }
        if screen.alert != nil { writer.markup(" alerted") }
        if let operation = context.operation {
            writer.markup(" after-")
            writer.raw(operation.rawValue)
        }
        if !isPlain, screen.animation != .automatic {
            writer.markup(" appears-")
            writer.raw(screen.animation.rawValue)
        }
        writer.markup("\">\n")
    }

    /// Writes the script that keeps the page up to date.
    private mutating func script(_ live: LiveContext) {
        writer.raw(context.assets.scriptTag)
        writer.markup(" id=\"topics-")
        writer.attribute(live.topics)
        writer.markup("\" data-shown=\"")
        writer.attribute(live.shown)
        writer.markup("\" defer></script>\n")
    }

    /// Writes the script for a page that watches nothing.
    private mutating func script() {
        writer.raw(context.assets.scriptTag)
        writer.markup(" defer></script>\n")
    }

    /// Writes the link that does by hand what the script does.
    mutating func checkForChanges() {
        writer.markup("<noscript><p class=\"check\"><a href=\"")
        writer.attribute(context.location)
        writer.attribute(context.query)
        writer.markup("\">")
        localizedText("Check for changes")
        writer.markup("</a></p></noscript>\n")
    }

    /// Writes the description of the page, and the data with which other sites show a preview of it (Open Graph).
    private mutating func preview() {
        func meta(_ name: StaticString, _ content: String) {
            writer.markup(name)
            writer.attribute(content)
            writer.markup("\">\n")
        }
        let theme = context.assets.theme
        let description =
            screen.pageDescription ?? theme?.description.map { context.localization.text(LocalizedText(key: $0)) }
        guard let theme else {
            if let description { meta("<meta name=\"description\" content=\"", description) }
            return
        }
        if let description { meta("<meta name=\"description\" property=\"og:description\" content=\"", description) }
        meta("<meta property=\"og:title\" content=\"", screen.title.isEmpty ? context.appTitle : screen.title)
        meta("<meta property=\"og:site_name\" content=\"", context.appTitle)
        meta("<meta property=\"og:url\" content=\"", context.origin + context.location)
        guard let image = theme.previewImage else { return }
        meta("<meta property=\"og:image\" content=\"", context.origin + context.assets[image])
    }

    /// Writes the bar above the content. Its title is the page's `<h1>`.
    mutating func bar() {
        let needsForm = isSplit && !(screen.leadingItems.isEmpty && screen.trailingItems.isEmpty)
        if needsForm { beginForm(isMain: false) }
        screen.hidesBar
            ? writer.markup("<header class=\"bar hidden\">\n") : writer.markup("<header class=\"bar\">\n")
        items(screen.leadingItems, isLeading: true)
        writer.markup("<h1>")
        writer.text(screen.title)
        writer.markup("</h1>\n")
        if !screen.trailingItems.isEmpty { items(screen.trailingItems, isLeading: false) }
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
        icon(item.icon)
        if let destination = item.destinationTitle {
            writer.markup("<span>")
            writer.text(item.title)
            writer.markup(": </span>")
            writer.text(destination)
        } else {
            writer.text(item.title)
        }
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
            writer.markup(">")
            icon(tab.icon)
            writer.markup("<span class=\"title\">")
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
        writer.badge(text, role)
    }
}

extension PageWriter {
    /// Writes the document up to the title's text.
    mutating func beginDocument(_ localization: Localization, isTitleEnglish: Bool = false) {
        if localization.isEnglish {
            markup("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        } else {
            markup("<!doctype html>\n<html lang=\"")
            attribute(localization.language.tag)
            localization.language.isRightToLeft ? markup("\" dir=\"rtl\">\n") : markup("\">\n")
            markup("<head>\n<meta charset=\"utf-8\">\n")
        }
        markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">\n")
        markup("<meta name=\"color-scheme\" content=\"light dark\">\n")
        isTitleEnglish ? markup("<title lang=\"en\">") : markup("<title>")
    }

    mutating func endHead(_ assets: Assets) {
        raw(assets.links)
        markup("</head>\n")
    }
}
