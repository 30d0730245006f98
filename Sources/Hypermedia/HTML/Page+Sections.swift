internal import NavigationKit

/// A section that is open while a page is written.
struct OpenSection {
    /// Whether it lies in a form of its own, and has to end with it.
    var isInOwnForm: Bool
    /// Whether it is a group of boxes and buttons.
    var isGroup: Bool
}

extension Page {
    mutating func beginSection(_ title: String, at index: Int) {
        endList()
        // A part of the main form would have to end before the section does.
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
        // One that began before a split ends after it.
        guard let last = sections.last, sections.count > openSplits.last?.sections ?? 0 else { return }
        if isInOwnForm, !last.isInOwnForm { endOwnForm() }
        endList()
        if !isInOwnForm { endPart() }
        sections.removeLast()
        last.isGroup ? writer.markup("</fieldset>\n") : writer.markup("</section>\n")
    }

    /// What was opened in a form of its own does not outlive it.
    mutating func endSectionsOfOwnForm() {
        while sections.last?.isInOwnForm ?? false { endSection() }
    }

    /// Whether boxes or radio buttons belong to the section that begins here, rather than to one within it.
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
