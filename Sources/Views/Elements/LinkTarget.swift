/// The targets of links that visitors can follow safely.
enum LinkTarget {
    private static let schemes = ["https://", "http://", "mailto:"]

    /// True for `https:`, `http:` and `mailto:` URLs and for paths of this site, if they are well-formed.
    static func isSafe(_ target: String) -> Bool {
        // Browsers drop tabs and newlines before they read a URL, so "/\t/host" would leave this site.
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !$0.isNeverInURL }) else { return false }
        return schemes.contains { target.hasPrefix($0) }
            || target.utf8.first == UInt8(ascii: "/") && target.utf8.dropFirst().first != UInt8(ascii: "/")
    }
}
