extension ViewController {
    /// The controllers that stand within this one's screen, in the order they were added.
    public final var children: [ViewController] { embedded?.controllers ?? [] }

    /// Puts `child` into this controller's screen, below what it shows itself; its actions climb through this one (seed 002).
    ///
    /// Children are no part of a state: add them again whenever this controller is built, as in `viewDidLoad()`. What they
    /// remember then comes back. They are told of the move when the action is done, once they are seen. Routes belong
    /// to containers, so a container cannot be a child. Adding one twice does nothing and is reported.
    public final func addChild(_ child: ViewController) {
        let embedded = self.embedded ?? EmbeddedControllers()
        self.embedded = embedded
        // What changed in the tree is looked for anew, also if that is only a mistake to be told.
        defer { setNeedsState() }
        guard child.parent !== self || !embedded.controllers.contains(where: { $0 === child }) else {
            return embedded.note(.repeatedChild(child.table.typeName, chain: chainDescription))
        }
        guard canEmbed(child) else {
            return embedded.note(.misplacedChild(child.table.typeName, chain: chainDescription))
        }
        child.removeFromParent()
        child.attach(to: self, presented: false)
        embedded.insert(child)
    }

    /// Takes this controller out of the screen that it was added to.
    ///
    /// What stands in its container by its route is not taken away by this; change the route.
    public final func removeFromParent() {
        guard let parent, let embedded = parent.embedded, embedded.remove(self) else { return }
        parent.setNeedsState()
        detach()
    }

    /// Takes all children out of this controller's screen.
    public final func removeAllChildren() {
        for child in children { child.removeFromParent() }
    }

    private func canEmbed(_ child: ViewController) -> Bool {
        guard child.asContainer == nil, child.presentingViewController == nil, child.window == nil else { return false }
        if let other = child.parent, !other.children.contains(where: { $0 === child }) { return false }
        guard nesting + child.deepestChild < deepestNesting else { return false }
        var ancestor: ViewController? = self
        while let current = ancestor {
            if current === child { return false }
            ancestor = current.parent ?? current.presentingViewController
        }
        return true
    }

    /// How many controllers stand within one another from this one on.
    private var deepestChild: Int { 1 + children.reduce(0) { max($0, $1.deepestChild) } }

    /// Whether it was added to its parent, rather than standing there by a route.
    final var isEmbedded: Bool { parent?.embedded?.controllers.contains { $0 === self } ?? false }

    /// What this controller shows, and what is embedded in it.
    final func lower(into screen: inout ScreenBuilder) {
        view.lower(into: &screen)
        embedded?.lower(into: &screen)
    }
}
