/// A coding in which a file may lie ready beside itself (RFC 9110 §8.4.1).
public enum ContentCoding: String, Sendable, CaseIterable {
    /// Brotli (RFC 7932).
    case brotli = "br"
    /// gzip (RFC 1952).
    case gzip

    /// What a file's name ends with that holds it.
    public var suffix: String { self == .brotli ? ".br" : ".gz" }
}

/// What the client can decode (RFC 9110 §12.5.3).
public struct AcceptedCodings: Sendable {
    /// Thousandths, by coding in lower case.
    private var qualities: [String: Int] = [:]

    /// - Parameter field: the value of `Accept-Encoding`; without it no coding is sent.
    public init(_ field: String?) {
        for element in (field ?? "").split(separator: ",") {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false).map(\.withoutBlanks)
            guard let name = parts.first?.lowercased(), !name.isEmpty else { continue }
            let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            // A malformed weight counts as none at all.
            qualities[name] = weight.map { AcceptScanner.quality($0.dropFirst(2)) ?? 0 } ?? 1000
        }
    }

    private func quality(of coding: ContentCoding) -> Int {
        qualities[coding.rawValue] ?? (coding == .gzip ? qualities["x-gzip"] : nil) ?? qualities["*"] ?? 0
    }

    /// Whether the content may be sent as it is: unless that is said to be unwanted.
    public var permitsIdentity: Bool { (qualities["identity"] ?? qualities["*"] ?? 1000) > 0 }

    /// The coding among `offered` that is wanted most, at least as much as none; of equal ones the first.
    public func preferred(of offered: [ContentCoding]) -> ContentCoding? {
        var best: (coding: ContentCoding, quality: Int)?
        for coding in offered where quality(of: coding) > best?.quality ?? 0 {
            best = (coding, quality(of: coding))
        }
        guard let best, best.quality >= qualities["identity"] ?? 0 else { return nil }
        return best.coding
    }
}

extension Substring {
    /// Without spaces and tabs at either end: the `OWS` of RFC 9110 §5.6.3.
    package var withoutBlanks: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
