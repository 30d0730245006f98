internal import NavigationKit

extension SirenEntity {
    /// Writes a pane as a sub-entity with its own rows and actions. The actions of the page's bar stay in the screen's
    /// entity.
    mutating func pane(_ index: Int) {
        guard screen.panes.indices.contains(index) else { return }
        let pane = screen.panes[index]
        let elements = OwnElements(ofPane: index, of: screen)
        var level = pane.items.map { ShownAction($0) }
        for element in elements {
            if case .button(let button) = element, let shown = ShownAction(button) { level.append(shown) }
        }
        level = level.filter { screen.actions.indices.contains($0.action) }
        pane.role == .primary
            ? beginEntity("pane\",\"primary", rel: "urn:cairn:pane", title: pane.title)
            : beginEntity("pane\",\"detail", rel: "urn:cairn:pane", title: pane.title)
        content(of: elements)
        writer.markup("},\"entities\":[")
        blocks(elements)
        buttons(repeatedAmong: level)
        writer.markup("]")
        actions(level.filter { !isRepeated($0.action, among: level) })
        writer.markup("}")
    }
}

/// The elements of a screen, or of one of its panes, without those of nested panes and of the cells of tables.
struct OwnElements: Sequence, IteratorProtocol {
    private let elements: [Screen.Element]
    private var position: Int
    private var depth = 0
    private var isInTable = false

    init(of screen: Screen) {
        elements = screen.elements
        position = 0
    }

    init(ofPane index: Int, of screen: Screen) {
        elements = screen.elements
        let start = elements.firstIndex { if case .beginPane(index) = $0 { true } else { false } }
        position = start.map { $0 + 1 } ?? elements.count
    }

    /// Returns the next element. Of a nested pane, only the beginning is returned.
    mutating func next() -> Screen.Element? {
        while position < elements.count {
            let element = elements[position]
            position += 1
            switch element {
            case .endTable where isInTable: isInTable = false
            case _ where isInTable: continue
            case .beginTable:
                isInTable = true
                if depth == 0 { return element }
            case .beginPane:
                depth += 1
                if depth == 1 { return element }
            case .endPane:
                depth -= 1
                // The pane itself ends here.
                if depth < 0 { position = elements.count }
            default:
                if depth == 0 { return element }
            }
        }
        return nil
    }
}
