/// The languages that a client accepts (RFC 9110 §12.5.4).
package struct AcceptedLanguages {
    /// The language tags in lower case, in descending order of quality; equal ones keep their order. `*`, elements
    /// of quality 0, malformed ones, those of more than 35 octets, and all after the 16th element are left out.
    package let tags: [String]

    /// The maximum number of elements that are read, more than browsers usually send.
    private static let most = 16

    /// The maximum length of a tag, in octets, as RFC 5646 §4.4.1 recommends. It bounds the subtags, each of which is
    /// looked up.
    private static let longestTag = 35

    package init(_ field: String) {
        var found: [(tag: String, quality: Int)] = []
        for element in field.utf8.split(separator: UInt8(ascii: ",")).prefix(Self.most) {
            let parts = Substring(element).split(separator: ";", omittingEmptySubsequences: false).map(\.withoutBlanks)
            guard let tag = parts.first, Self.isTag(tag.utf8), parts.count <= 2 else { continue }
            var quality = 1000
            if parts.count == 2 {
                guard parts[1].lowercased().hasPrefix("q="), let weight = AcceptScanner.quality(parts[1].dropFirst(2))
                else { continue }
                quality = weight
            }
            if quality > 0 { found.append((tag.lowercased(), quality)) }
        }
        // The order of equal qualities is kept, because `sorted` is stable.
        tags = found.sorted { $0.quality > $1.quality }.map(\.tag)
    }

    /// True for subtags of one to eight letters and digits (RFC 4647 §2.1, except that the first can have digits too).
    private static func isTag(_ text: Substring.UTF8View) -> Bool {
        guard text.count <= longestTag else { return false }
        let words = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return words.allSatisfy { word in
            (1...8).contains(word.count)
                && word.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"):
                        true
                    default: false
                    }
                }
        }
    }
}
