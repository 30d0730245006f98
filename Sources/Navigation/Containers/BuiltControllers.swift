/// The controllers of a stack that are built so far, sorted by depth. A stack builds only the controllers that it
/// shows, so after a restore this holds at most the top one.
struct BuiltControllers {
    private var entries: [(depth: Int, controller: ViewController)] = []

    /// The controller at `depth`. The search begins at the top, so near the top its cost does not depend on the stack's
    /// depth.
    subscript(depth: Int) -> ViewController? {
        position(of: depth).map { entries[$0].controller }
    }

    private func position(of depth: Int) -> Int? {
        var position = entries.count - 1
        while position >= 0, entries[position].depth > depth { position -= 1 }
        return position >= 0 && entries[position].depth == depth ? position : nil
    }

    func depth(of controller: ViewController) -> Int? {
        entries.last { $0.controller === controller }?.depth
    }

    mutating func insert(_ controller: ViewController, at depth: Int) {
        var position = entries.count
        while position > 0, entries[position - 1].depth > depth { position -= 1 }
        entries.insert((depth, controller), at: position)
    }

    /// Removes the controller at `depth`. Detach it only afterwards: detaching calls the app, which can call back into
    /// this stack.
    mutating func remove(at depth: Int) -> ViewController? {
        position(of: depth).map { entries.remove(at: $0).controller }
    }

    /// Removes the highest controller, if it is above `depth`.
    mutating func popLast(above depth: Int) -> ViewController? {
        guard let last = entries.last, last.depth > depth else { return nil }
        entries.removeLast()
        return last.controller
    }
}
