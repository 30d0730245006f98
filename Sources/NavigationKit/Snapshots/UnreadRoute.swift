/// What stands for a route in a place that was read from bytes: only the container that owns the place knows the type.
struct UnreadRoute: Route {
    let text: String

    init(text: String) { self.text = text }

    init?(segment: Segment) { nil }

    var segment: Segment { Segment(parsing: text) ?? Segment(words: [nil]) }
}

extension Node {
    /// The place with the route that its text is to `R`.
    fileprivate func resolved<R: Route>(as type: R.Type, above below: Node?) -> Node? {
        guard let (route, text) = try? R.named(by: text) else { return nil }
        return Node(route, text: text, state: state, below: below)
    }
}

extension Container {
    /// The place with its route; `nil` if this container has no such route any more.
    final func resolved(_ node: Node?) -> Node? {
        guard let node, node.isUnread else { return node }
        let resolved = node.resolved(as: R.self, above: nil)
        if resolved == nil { noteLostPlace() }
        return resolved
    }

    /// The stack below `top`, which stands on it, up to the first route that this container has no more (feature B16).
    final func resolvedStack(_ top: Node) -> Node? {
        var unread: [Node] = []
        var node: Node? = top
        while let current = node, current.isUnread {
            unread.append(current)
            node = current.below
        }
        while let next = unread.popLast() {
            guard let resolved = next.resolved(as: R.self, above: node) else {
                noteLostPlace()
                break
            }
            node = resolved
        }
        return node
    }
}
