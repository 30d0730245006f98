/// A content coding of precompressed files, which are stored next to the originals (RFC 9110 §8.4.1).
package enum ContentCoding: String, Sendable, CaseIterable {
    /// Brotli (RFC 7932).
    case brotli = "br"
    /// gzip (RFC 1952).
    case gzip

    /// The file name extension of compressed copies.
    package var suffix: String { self == .brotli ? ".br" : ".gz" }
}

/// The content codings that a client accepts (RFC 9110 §12.5.3).
package struct AcceptedCodings: Sendable {
    /// The qualities in thousandths, by coding in lower case.
    private var qualities: [String: Int] = [:]

    /// - Parameter field: the value of `Accept-Encoding`. If it is `nil`, only uncompressed content is acceptable.
    package init(_ field: String?) {
        for element in (field ?? "").split(separator: ",") {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false).map(\.withoutBlanks)
            guard let name = parts.first?.lowercased(), !name.isEmpty else { continue }
            let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            // A malformed weight counts as 0.
            qualities[name] = weight.map { AcceptScanner.quality($0.dropFirst(2)) ?? 0 } ?? 1000
        }
    }

    private func quality(of coding: ContentCoding) -> Int {
        qualities[coding.rawValue] ?? (coding == .gzip ? qualities["x-gzip"] : nil) ?? qualities["*"] ?? 0
    }

    /// True unless the client refuses uncompressed content.
    package var permitsIdentity: Bool { (qualities["identity"] ?? qualities["*"] ?? 1000) > 0 }

    /// Returns the coding among `offered` with the highest quality, the first of equal ones, or `nil` to send
    /// uncompressed content.
    package func preferred(of offered: [ContentCoding]) -> ContentCoding? {
        var best: (coding: ContentCoding, quality: Int)?
        for coding in offered where quality(of: coding) > best?.quality ?? 0 {
            best = (coding, quality(of: coding))
        }
        guard let best, best.quality >= qualities["identity"] ?? 0 else { return nil }
        return best.coding
    }
}

extension Substring {
    /// The text without leading and trailing spaces and tabs: the `OWS` of RFC 9110 §5.6.3.
    package var withoutBlanks: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
