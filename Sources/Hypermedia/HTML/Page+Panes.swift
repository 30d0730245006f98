internal import NavigationKit

/// A split while its page is rendered.
struct OpenSplit {
    /// The role of the pane that is being written.
    var openPane: Screen.Pane.Role?
    /// The number of sections that are open around it.
    let sections: Int
}

/// Writes panes as page parts with headings. The style sheet decides which panes are visible, and whether side by
/// side.
extension Page {
    mutating func beginSplit() {
        endBlocks()
        writer.markup("<div class=\"split\">\n")
        openSplits.append(OpenSplit(sections: sections.count))
    }

    mutating func beginPane(_ index: Int) {
        guard screen.panes.indices.contains(index), openSplits.last != nil else { return }
        endPane()
        let pane = screen.panes[index]
        writer.markup("<section class=\"pane ")
        writer.raw(pane.role.rawValue)
        writer.markup("\"")
        if !pane.title.isEmpty {
            writer.markup(" aria-labelledby=\"pane-")
            writer.number(index)
            writer.markup("\"")
        }
        writer.markup(">\n")
        openSplits[openSplits.count - 1].openPane = pane.role
        if !pane.title.isEmpty || !pane.items.isEmpty { bar(of: pane, index) }
    }

    private mutating func bar(of pane: Screen.Pane, _ index: Int) {
        if !pane.items.isEmpty { openPart() }
        writer.markup("<div class=\"pane-bar\">")
        if !pane.title.isEmpty {
            writer.markup("<h2 id=\"pane-")
            writer.number(index)
            writer.markup("\">")
            writer.text(pane.title)
            writer.markup("</h2>")
        }
        for item in pane.items { self.item(item) }
        writer.markup("</div>\n")
    }

    mutating func endPane() {
        guard openSplits.last?.openPane != nil else { return }
        endBlocks()
        writer.markup("</section>\n")
        openSplits[openSplits.count - 1].openPane = nil
    }

    mutating func endSplit() {
        guard !openSplits.isEmpty else { return }
        endPane()
        endBlocks()
        writer.markup("</div>\n")
        openSplits.removeLast()
    }

    /// Closes the splits that the screen left open.
    mutating func endSplits() {
        while !openSplits.isEmpty { endSplit() }
    }

    private mutating func endBlocks() {
        endList()
        endOwnForm()
        while sections.count > openSplits.last?.sections ?? sections.count { endSection() }
        endPart()
    }
}
