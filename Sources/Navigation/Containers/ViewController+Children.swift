extension ViewController {
    /// The controllers that are embedded in this one's screen, in the order in which they were added.
    public final var children: [ViewController] { embedded?.controllers ?? [] }

    /// Embeds `child` in this controller's screen, below its own content. The child's actions climb through this
    /// controller.
    ///
    /// The state stores the children's states but not the children: add them again whenever this controller is built,
    /// such as in `viewDidLoad()`, and their states are restored. A child receives `willMove(toParent:)` and
    /// `didMove(toParent:)` during an action, when it is visible. A container cannot be a child, because a child has no
    /// route. Adding a child twice has no effect and is reported.
    public final func addChild(_ child: ViewController) {
        let embedded = self.embedded ?? EmbeddedControllers()
        self.embedded = embedded
        // Invalidates the visible path, which is necessary even if the call only reports a diagnostic.
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

    /// Removes this controller from the screen that it was added to.
    ///
    /// This does not remove a controller that its container built for a route; change the route instead.
    public final func removeFromParent() {
        guard let parent, let embedded = parent.embedded, embedded.remove(self) else { return }
        parent.setNeedsState()
        detach()
    }

    /// Removes all children from this controller's screen.
    public final func removeAllChildren() {
        for child in children { child.removeFromParent() }
    }

    private func canEmbed(_ child: ViewController) -> Bool {
        guard child.asContainer == nil, child.presentingViewController == nil, child.window == nil else { return false }
        if let other = child.parent, !other.children.contains(where: { $0 === child }) { return false }
        guard nesting + child.deepestChild < maxNesting else { return false }
        var ancestor: ViewController? = self
        while let current = ancestor {
            if current === child { return false }
            ancestor = current.parent ?? current.presentingViewController
        }
        return true
    }

    /// The depth of the tree of embedded controllers, including this one.
    private var deepestChild: Int { 1 + children.reduce(0) { max($0, $1.deepestChild) } }

    /// True if this controller was added to its parent by ``addChild(_:)`` instead of being built for a route.
    final var isEmbedded: Bool { parent?.embedded?.controllers.contains { $0 === self } ?? false }

    /// Renders this controller's view and the controllers that are embedded in it.
    final func build(into screen: inout ScreenBuilder) {
        view.build(into: &screen)
        embedded?.build(into: &screen)
    }
}
