/// The controllers that stand within the screen of another one, beside its routes (seed 002's child controllers).
///
/// Made for a controller that embeds any; others have none.
final class EmbeddedControllers {
    private(set) var controllers: [ViewController] = []
    private var misuses: [Misuse] = []
    /// What children that are not there yet remember.
    private var waiting: [Node] = []

    func note(_ misuse: Misuse) { misuses.append(misuse) }

    func insert(_ child: ViewController) {
        controllers.append(child)
        let text = text(of: child)
        guard let index = waiting.firstIndex(where: { $0.text == text }) else { return }
        try? child.restore(waiting.remove(at: index).state)
    }

    /// Takes it out. Who takes one out detaches it afterwards: that calls the app, which may come back here.
    func remove(_ child: ViewController) -> Bool {
        guard let index = controllers.firstIndex(where: { $0 === child }) else { return false }
        controllers.remove(at: index)
        return true
    }

    func append(to visible: inout VisiblePath) {
        visible.misuses += misuses
        misuses = []
        for child in controllers {
            visible.beside.append(child)
            child.embedded?.append(to: &visible)
        }
    }

    func lower(into screen: inout ScreenBuilder) {
        for child in controllers {
            screen.within(child) { screen in
                if !child.title.isEmpty { screen.append(.heading(child.title)) }
                child.view.lower(into: &screen)
                child.embedded?.lower(into: &screen)
            }
        }
    }

    // MARK: - State

    /// What the children remember. One that remembers nothing takes no place.
    var nodes: [Node] {
        controllers.compactMap { child in
            child.state.map { Node(unread: text(of: child), state: $0, below: nil) }
        } + waiting
    }

    func restore(_ nodes: some Sequence<Node>) {
        waiting = Array(nodes)
        for child in controllers {
            let text = text(of: child)
            let index = waiting.firstIndex { $0.text == text }
            try? child.restore(index.flatMap { waiting.remove(at: $0).state })
        }
    }

    /// The child's class, and how many of that class stand before it.
    private func text(of child: ViewController) -> String {
        let name = child.table.typeName
        let earlier = controllers.prefix { $0 !== child }.count { $0.table.typeName == name }
        return Node.embeddedText(name, earlier)
    }
}

extension Node {
    /// No segment begins with it: there it would be escaped.
    private static let embeddedMark = UInt8(ascii: "+")

    /// Whether this is what an embedded controller remembers, and no route.
    var isEmbedded: Bool { text.utf8.first == Node.embeddedMark }

    /// What the `number`th child of a class remembers.
    fileprivate static func embeddedText(_ name: String, _ number: Int) -> String {
        "\(Character(Unicode.Scalar(embeddedMark)))\(name):\(number)"
    }
}
