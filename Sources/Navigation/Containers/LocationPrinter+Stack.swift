extension LocationPrinter {
    /// Prints the entries of a stack from its bottom to `top`. Omits a bottom whose text is `rootText`.
    mutating func stack(upTo top: StackEntry, omitting rootText: String) {
        guard let below = top.below else {
            if top.text != rootText { step(top.text, prefix: UInt8(ascii: "=")) }
            return
        }
        // Use the cached ``StackEntry/pathSuffix`` of the lower routes: they are printed again for each push and pop
        // above them.
        let (suffix, room) = (below.pathSuffix, roomForStack)
        guard let bottom = suffix.bottom, top.text.utf8.count <= Segment.maxTextLength, suffix.count < room.steps,
            suffix.steps.utf8.count + 1 + top.text.utf8.count <= min(room.bytes, PathSuffix.maxLength)
        else { return highestEntries(upTo: top, omitting: rootText) }
        if bottom != rootText { step(bottom, prefix: UInt8(ascii: "=")) }
        append(suffix.steps[...], count: suffix.count)
        step(top.text)
    }

    /// Prints the whole stack if it fits; otherwise a truncation mark and as many of the highest steps as fit.
    private mutating func highestEntries(upTo top: StackEntry, omitting rootText: String) {
        let (suffix, room) = (top.pathSuffix, roomForStack)
        guard let bottom = suffix.bottom, suffix.steps.utf8.count <= room.bytes, suffix.count <= room.steps else {
            writeTruncationMarker()
            let highest = suffix.highest(bytes: room.bytes, steps: room.steps)
            return append(highest.steps, count: highest.count)
        }
        if bottom != rootText { step(bottom, prefix: UInt8(ascii: "=")) }
        append(suffix.steps[...], count: suffix.count)
    }
}
