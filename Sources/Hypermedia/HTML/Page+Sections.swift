internal import NavigationKit

/// A section while its page is rendered.
struct OpenSection {
    /// True if the section lies in a form of the screen's own, and has to end with it.
    var isInOwnForm: Bool
    /// True if the section is a `<fieldset>` of checkboxes or radio buttons.
    var isGroup: Bool
}

extension Page {
    mutating func beginSection(_ title: String, at index: Int) {
        endList()
        // The current part of the main form would otherwise have to end before the section does.
        if !isInOwnForm { endPart() }
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
        sections.append(OpenSection(isInOwnForm: isInOwnForm, isGroup: isGroup))
    }

    mutating func endSection() {
        // A section that began before a split ends after the split.
        guard let last = sections.last, sections.count > openSplits.last?.sections ?? 0 else { return }
        if isInOwnForm, !last.isInOwnForm { endOwnForm() }
        endList()
        if !isInOwnForm { endPart() }
        sections.removeLast()
        last.isGroup ? writer.markup("</fieldset>\n") : writer.markup("</section>\n")
    }

    /// Closes the sections that were opened in a form of the screen's own.
    mutating func endSectionsOfOwnForm() {
        while sections.last?.isInOwnForm ?? false { endSection() }
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
