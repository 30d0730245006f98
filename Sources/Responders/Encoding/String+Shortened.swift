extension String {
    /// Returns at most the first `count` Unicode scalars, for a message. Counts scalars, because one grapheme cluster
    /// can be as long as the text.
    package func shortened(to count: Int) -> String {
        let start = unicodeScalars.prefix(count)
        return start.endIndex == endIndex ? self : String(start) + "…"
    }
}
