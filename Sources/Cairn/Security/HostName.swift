/// The host of an authority without its port (RFC 3986 §3.2.2), in lower case; an IPv6 address keeps its brackets.
struct HostName: Sendable, Hashable {
    let text: String

    /// - Parameter authority: an authority, such as the value of `Host`.
    init?(authority: String) {
        let end = authority.first == "[" ? authority.firstIndex(of: "]") : authority.firstIndex(of: ":")
        guard authority.first == "[" else {
            text = authority[..<(end ?? authority.endIndex)].lowercased()
            guard !text.isEmpty else { return nil }
            return
        }
        guard let end else { return nil }
        text = authority[...end].lowercased()
    }

    /// The name, or the address without brackets.
    var unbracketed: String { text.first == "[" ? String(text.dropFirst().dropLast()) : text }
}
