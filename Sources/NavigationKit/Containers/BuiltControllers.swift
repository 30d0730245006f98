/// The controllers of a stack that are built so far, by their depth: mostly the top one, never more than were seen.
struct BuiltControllers {
    private var entries: [(depth: Int, controller: ViewController)] = []

    /// The controller at `depth`. Looking for one near the top costs the same however deep the stack is.
    subscript(depth: Int) -> ViewController? {
        position(of: depth).map { entries[$0].controller }
    }

    func appendFootprint(to footprint: inout Footprint) { footprint.add(entries) }

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

    mutating func remove(at depth: Int) {
        guard let position = position(of: depth) else { return }
        entries.remove(at: position).controller.detach()
    }

    mutating func removeAll(above depth: Int) {
        while let last = entries.last, last.depth > depth {
            entries.removeLast()
            last.controller.detach()
        }
    }
}
