internal import NavigationKit

/// A section, or another element with content, while its page is rendered.
struct OpenSection {
    /// True if the section lies in a form of the screen's own, and has to end with it.
    var isInOwnForm: Bool
    var kind: Kind

    enum Kind {
        /// A `<section>` with a heading.
        case section
        /// A `<fieldset>` of checkboxes or radio buttons.
        case group
        /// An element of the app's own; the rest of its markup is not written yet.
        case custom(Screen.CustomElement)
        /// A `<div>`.
        case division
        /// A `<details>`.
        case disclosure
        /// A `<details>` with the buttons of a menu.
        case menu

        /// True if the headings in it are one level lower.
        var hasHeading: Bool {
            switch self {
            case .section, .group: true
            case .custom, .division, .disclosure, .menu: false
            }
        }
    }
}

extension Page {
    mutating func beginSection(_ title: String, at index: Int) {
        prepareForContent()
        let isGroup = holdsChoices(sectionAt: index)
        blockNumber += 1
        if isGroup {
            writer.markup("<fieldset class=\"section\">\n<legend>")
            heading(title)
            writer.markup("</legend>\n")
        } else {
            writer.markup("<section aria-labelledby=\"section-")
            writer.number(blockNumber)
            writer.markup("\">\n")
            heading(title, identifier: blockNumber)
            writer.markup("\n")
        }
        open(isGroup ? .group : .section)
    }

    mutating func beginGroup(_ group: Screen.GroupElement, at index: Int) {
        prepareForContent()
        switch group {
        case .vertical: writer.markup("<div class=\"vertical\">\n")
        case .horizontal: writer.markup("<div class=\"horizontal\">\n")
        case .emptyState(let icon):
            writer.markup("<div class=\"empty-state\">\n")
            self.icon(icon)
        case .background(let style):
            writer.markup("<div class=\"background ")
            writer.raw(style.rawValue)
            writer.markup("\">\n")
        case .disclosure(let title, let isExpanded):
            isExpanded
                ? writer.markup("<details class=\"disclosure\" open><summary>")
                : writer.markup("<details class=\"disclosure\"><summary>")
            writer.text(title)
            writer.markup("</summary>\n")
            return open(.disclosure)
        case .menu(let title, let icon):
            // One name, so that opening a menu closes the others.
            writer.markup("<details class=\"menu\" name=\"menu\"><summary class=\"button normal\"")
            if scrollTarget != nil { identifyMenu(actions(ofMenuAt: index)) }
            writer.markup(">")
            self.icon(icon)
            writer.text(title)
            writer.markup("</summary>\n<div>\n")
            return open(.menu)
        }
        open(.division)
    }

    /// Ends the parts of the page that an element with content cannot lie in.
    mutating func prepareForContent() {
        endList()
        // The current part of the main form would otherwise have to end before the element does. A table is within one.
        if !isInOwnForm, openTable == nil { endPart() }
    }

    mutating func open(_ kind: OpenSection.Kind) {
        if kind.hasHeading { headingDepth += 1 }
        sections.append(OpenSection(isInOwnForm: isInOwnForm, kind: kind))
    }

    mutating func endSection() {
        // A section that began before a split ends after the split.
        guard let last = sections.last, sections.count > openTable?.sections ?? openSplits.last?.sections ?? 0 else {
            return
        }
        if isInOwnForm, !last.isInOwnForm { endOwnForm() }
        endList()
        if !isInOwnForm, openTable == nil { endPart() }
        sections.removeLast()
        if last.kind.hasHeading { headingDepth -= 1 }
        switch last.kind {
        case .section: writer.markup("</section>\n")
        case .group: writer.markup("</fieldset>\n")
        case .custom(let element): endCustom(element)
        case .division: writer.markup("</div>\n")
        case .disclosure: writer.markup("</details>\n")
        case .menu: writer.markup("</div></details>\n")
        }
    }

    /// Closes the sections that were opened in a form of the screen's own.
    mutating func endSectionsOfOwnForm() {
        while sections.last?.isInOwnForm ?? false { endSection() }
    }

    /// The actions of the buttons and rows in the menu at `start`, also in groups within it.
    private func actions(ofMenuAt start: Int) -> [Screen.ActionIndex?] {
        var actions: [Screen.ActionIndex?] = []
        var depth = 0
        for element in screen.elements[start...].dropFirst() {
            switch element {
            case .beginGroup: depth += 1
            case .endGroup where depth == 0: return actions
            case .endGroup: depth -= 1
            case .button(let button): actions.append(button.action)
            case .pager(let pager): actions += [pager.previous, pager.next]
            case .row(let index) where screen.rows.indices.contains(index):
                actions.append(screen.rows[index].action)
                actions += screen.rows[index].buttons.map(\.action)
            default: break
            }
        }
        return actions
    }

    /// True if the section at `start` directly contains checkboxes or radio buttons, not in a nested section.
    private func holdsChoices(sectionAt start: Int) -> Bool {
        var depth = 0
        for element in screen.elements[start...].dropFirst() {
            switch element {
            case .beginSection: depth += 1
            case .endSection where depth == 0: return false
            case .endSection: depth -= 1
            case .field(let field) where depth == 0:
                if field.field.kind == .checkbox || field.field.kind == .radio { return true }
            default: break
            }
        }
        return false
    }
}
