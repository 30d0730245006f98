import Digests
import HTTPProtocol
import NavigationKit

/// Creates, parses and compares entity tags (RFC 9110 §8.8.3).
enum EntityTag {
    /// A strong entity tag of the content: a 64-bit hash and the length.
    static func strong(of bytes: [UInt8]) -> String {
        let hash = bytes.withUnsafeBytes { FastHash.hash($0) }
        return "\"\(String(hash, radix: 36))-\(String(bytes.count, radix: 36))\""
    }

    /// True if a field is `*` or lists `tag`: weak comparison for `If-None-Match`, which accepts weak tags (§8.8.3.2,
    /// §13.1.2), strong comparison for `If-Match` (§13.1.1).
    ///
    /// - Parameter tag: the current entity tag, a strong one; if it is `nil`, only `*` matches.
    static func matches(
        _ fields: HeaderFields, _ tag: String?, in name: FieldName = .ifNoneMatch, isStrong: Bool = false
    ) -> Bool {
        var isFound = false
        fields.forEachValue(of: name) { line in
            guard !isFound else { return }
            if line.count == 1, line[0] == UInt8(ascii: "*") {
                isFound = true
            } else if let tag {
                isFound = list(line, names: tag.utf8.span, isStrong: isStrong)
            }
        }
        return isFound
    }

    /// True if the value of `If-Range` is exactly this strong tag (§13.1.5).
    static func isOnly(_ tag: String, in value: Span<UInt8>) -> Bool {
        var reader = EntityTagReader()
        guard let only = reader.next(in: value), reader.next(in: value) == nil, !only.isWeak else { return false }
        return only.opaque == 0..<value.count && value.isSame(as: tag.utf8.span)
    }

    private static func list(_ line: Span<UInt8>, names tag: Span<UInt8>, isStrong: Bool) -> Bool {
        var reader = EntityTagReader()
        while let listed = reader.next(in: line) {
            if isStrong, listed.isWeak { continue }
            if line.extracting(listed.opaque).isSame(as: tag) { return true }
        }
        return false
    }
}

/// Parses `#entity-tag`, where `entity-tag` is `[ "W/" ] DQUOTE *etagc DQUOTE` and `etagc` any octet except controls,
/// space, quotation mark and DEL (RFC 9110 §8.8.3): a tag can contain commas and obs-text.
///
/// The reader stores only its position, so pass the same octets to each call of `next(in:)`.
private struct EntityTagReader {
    private var position = 0

    struct Element {
        var isWeak: Bool
        /// The opaque tag with its quotation marks.
        var opaque: Range<Int>
    }

    /// The next tag; `nil` at the end and at the first malformed element.
    mutating func next(in octets: Span<UInt8>) -> Element? {
        // Skip empty elements (§5.6.1.2).
        skip(in: octets) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
        let isWeak = take("W", in: octets)
        if isWeak, !take("/", in: octets) { return nil }
        let start = position
        guard take("\"", in: octets) else { return nil }
        skip(in: octets) { $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }
        guard take("\"", in: octets) else { return nil }
        let opaque = start..<position
        skip(in: octets) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard position == octets.count || octets[position] == UInt8(ascii: ",") else { return nil }
        return Element(isWeak: isWeak, opaque: opaque)
    }

    private mutating func skip(in octets: Span<UInt8>, while isSkipped: (UInt8) -> Bool) {
        while position < octets.count, isSkipped(octets[position]) { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar, in octets: Span<UInt8>) -> Bool {
        guard position < octets.count, octets[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }
}

extension Span<UInt8> {
    fileprivate func isSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for position in 0..<count where self[position] != other[position] { return false }
        return true
    }
}
