extension LocationPrinter {
    /// Prints the entries of a stack from its bottom to `top`. Omits a bottom whose text is `rootText`.
    mutating func stack(upTo top: StackEntry, omitting rootText: String) {
        guard let below = top.below else {
            if top.text != rootText { step(top.text, prefix: UInt8(ascii: "=")) }
            return
        }
        // Use the cached ``StackEntry/tail`` of the lower routes: they are printed again for each push and pop above
        // them.
        let (tail, room) = (below.tail, roomForStack)
        guard let bottom = tail.bottom, top.text.utf8.count <= Segment.maxTextLength, tail.count < room.steps,
            tail.steps.utf8.count + 1 + top.text.utf8.count <= min(room.bytes, PathSuffix.longest)
        else { return highestEntries(upTo: top, omitting: rootText) }
        if bottom != rootText { step(bottom, prefix: UInt8(ascii: "=")) }
        append(tail.steps[...], count: tail.count)
        step(top.text)
    }

    /// Prints the whole stack if it fits; otherwise a truncation mark and as many of the highest steps as fit.
    private mutating func highestEntries(upTo top: StackEntry, omitting rootText: String) {
        let (tail, room) = (top.tail, roomForStack)
        guard let bottom = tail.bottom, tail.steps.utf8.count <= room.bytes, tail.count <= room.steps else {
            writeTruncationMarker()
            let highest = tail.highest(bytes: room.bytes, steps: room.steps)
            return append(highest.steps, count: highest.count)
        }
        if bottom != rootText { step(bottom, prefix: UInt8(ascii: "=")) }
        append(tail.steps[...], count: tail.count)
    }
}
