extension StackEntry {
    /// Returns the entry with its text parsed as a route of `R`; `nil` if `R` has no such route.
    fileprivate func resolved<R: Route>(as type: R.Type, above below: StackEntry?) -> StackEntry? {
        guard let (route, text) = try? R.named(by: text[...]) else { return nil }
        return StackEntry(route, text: text, state: state, below: below)
    }
}

extension Container {
    /// Returns the entry with its route parsed. If this container no longer has such a route, records the loss and
    /// returns `nil`.
    final func resolved(_ entry: StackEntry?) -> StackEntry? {
        guard let entry, entry.isUnread else { return entry }
        let resolved = entry.resolved(as: R.self, above: nil)
        if resolved == nil { noteLostPlace() }
        return resolved
    }

    /// Returns the stack up to `top`, with its routes parsed. It ends below the first route that this container no
    /// longer has.
    final func resolvedStack(_ top: StackEntry) -> StackEntry? {
        var unread: [StackEntry] = []
        var entry: StackEntry? = top
        while let current = entry, current.isUnread {
            unread.append(current)
            entry = current.below
        }
        while let next = unread.popLast() {
            guard let resolved = next.resolved(as: R.self, above: entry) else {
                noteLostPlace()
                break
            }
            entry = resolved
        }
        return entry
    }
}
