/// Style sheets in one file, so that a page loads one instead of several.
struct StyleSheetBundle: Sendable {
    /// The path of the file. It is in the folder of its parts, so their relative URLs keep their meaning.
    let path: String
    /// The paths of the style sheets in the order of the cascade. Missing ones are left out.
    let parts: [String]

    /// Returns the parts as one file; `nil` if they stay separate: there is only one, or one is too large for the cache, or
    /// has a rule that is valid at the start of a file only.
    static func joined(_ parts: [StaticFile.Content]) -> StaticFile.Content? {
        guard parts.count > 1 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard let text = part.bytes, bytes.isEmpty || !hasRuleOfStart(text) else { return nil }
            bytes += text
        }
        return StaticFile.Content(bytes, modified: parts.reduce(0) { max($0, $1.modified) })
    }

    /// Returns the file that the parts were joined to in gzip format.
    static func compressed(_ file: StaticFile.Content, of parts: [StaticFile.Content]) -> StaticFile.Content? {
        guard let bytes = file.bytes, let first = parts.first else { return nil }
        // The kit's rules are most of the file and equal in all, so they are compressed only once.
        let isKit = first.version == BuiltInAssets.version
        let rest = isKit ? Array(bytes.dropFirst(first.stamp.size)) : bytes
        var compressed = StaticFile.Content(
            Gzip.compress(rest, after: isKit ? BuiltInAssets.beginning : nil), modified: file.modified)
        compressed.plainVersion = file.version
        return compressed
    }

    /// True if the text has the name of a rule that is valid at the start of a file only: `@charset`, `@import` or
    /// `@namespace` (CSS Syntax §3.2, CSS Cascade §2, CSS Namespaces §2). A name in a comment counts too: separate files
    /// are always correct.
    private static func hasRuleOfStart(_ text: [UInt8]) -> Bool {
        let lowercase = text.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return ["@charset", "@import", "@namespace"].contains { lowercase.contains(Array($0.utf8)) }
    }
}
