/// The children of one controller, which are shown within its screen and have no routes.
///
/// Created on first use, so that a controller without children needs no memory for them.
final class EmbeddedControllers {
    private(set) var controllers: [ViewController] = []
    private var diagnostics: [Diagnostic] = []
    /// The restored states of children that were not added yet.
    private var waiting: [StackEntry] = []

    func note(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

    func insert(_ child: ViewController) {
        controllers.append(child)
        let text = text(of: child)
        guard let index = waiting.firstIndex(where: { $0.text == text }) else { return }
        try? child.restore(waiting.remove(at: index).state)
    }

    /// Removes `child`. Detach it only afterwards: detaching calls the app, which can call back into this object.
    func remove(_ child: ViewController) -> Bool {
        guard let index = controllers.firstIndex(where: { $0 === child }) else { return false }
        controllers.remove(at: index)
        return true
    }

    func append(to visible: inout VisiblePath) {
        visible.diagnostics += diagnostics
        diagnostics = []
        for child in controllers {
            visible.secondary.append(child)
            child.embedded?.append(to: &visible)
        }
    }

    func build(into screen: inout ScreenBuilder) {
        for child in controllers {
            screen.within(child) { screen in
                if !child.title.isEmpty { screen.append(.heading(child.title)) }
                child.view.build(into: &screen)
                child.embedded?.build(into: &screen)
            }
        }
    }

    // MARK: - State

    /// The states of the children, and the restored states of children that were not added yet. A child without state
    /// has no entry.
    var entries: [StackEntry] {
        controllers.compactMap { child in
            child.state.map { StackEntry(unread: text(of: child), state: $0, below: nil) }
        } + waiting
    }

    func restore(_ entries: [StackEntry]) {
        waiting = entries
        for child in controllers {
            let text = text(of: child)
            let index = waiting.firstIndex { $0.text == text }
            try? child.restore(index.flatMap { waiting.remove(at: $0).state })
        }
    }

    /// The key of a child's state: the child's type name, and the number of earlier children with the same one.
    private func text(of child: ViewController) -> String {
        let name = child.table.typeName
        let earlier = controllers.prefix { $0 !== child }.count { $0.table.typeName == name }
        return StackEntry.embeddedText(name, earlier)
    }
}

extension StackEntry {
    /// Marks the key of an embedded controller. No printed segment begins with this character, because segments
    /// percent-encode it.
    private static let embeddedMark = UInt8(ascii: "+")

    /// True if this entry holds the state of an embedded controller instead of a route.
    var isEmbedded: Bool { text.utf8.first == StackEntry.embeddedMark }

    /// The key for the state of child `number` with a type name.
    fileprivate static func embeddedText(_ name: String, _ number: Int) -> String {
        "\(Character(Unicode.Scalar(embeddedMark)))\(name):\(number)"
    }
}
