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

    /// Takes out the one at `depth`. Who takes one out detaches it afterwards: that calls the app, which may come back here.
    mutating func remove(at depth: Int) -> ViewController? {
        position(of: depth).map { entries.remove(at: $0).controller }
    }

    /// Takes out the highest one, if it is above `depth`.
    mutating func popLast(above depth: Int) -> ViewController? {
        guard let last = entries.last, last.depth > depth else { return nil }
        entries.removeLast()
        return last.controller
    }
}
