extension String {
    /// Returns the text for a message: if it has more than `count` Unicode scalars, the first `count` and an ellipsis.
    /// Counts scalars, because one grapheme cluster can be as long as the text.
    package func shortened(to count: Int) -> String {
        let start = unicodeScalars.prefix(count)
        return start.endIndex == endIndex ? self : String(start) + "…"
    }
}
