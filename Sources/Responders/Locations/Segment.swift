/// One step of a location: the words that a route prints, without the escapes that a URL needs.
///
/// By default a route prints its case name and values, `.friend(7)` → `friend:7`. An app can print a shorter form:
/// `var segment: Segment { Segment("\(id)") }`. ``Location`` describes the grammar of the text.
public struct Segment: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The words, printed with `:` between them. `nil` stands for an absent optional value.
    public var words: [String?]

    /// - Parameter words: the words, printed with `:` between them.
    public init(_ words: String?...) { self.words = words }

    /// Creates a segment of one word.
    public init(stringLiteral word: String) { words = [word] }

    package init(words: [String?]) { self.words = words }

    /// The maximum length of a segment in a location, in bytes. A truncation mark replaces a longer one; the URL then
    /// needs the version's number.
    package static let maxTextLength = 256
}

// MARK: - Printing and parsing

extension Segment {
    private static let escape = UInt8(ascii: "!")
    private static let separator = UInt8(ascii: ":")
    private static let absent: [UInt8] = [UInt8(ascii: "!"), UInt8(ascii: "n")]
    private static let empty: [UInt8] = [UInt8(ascii: "!"), UInt8(ascii: "e")]
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The text in a URL: an escape with `!` for characters of the grammar except `=`, and for those that browsers and
    /// proxies normalize; percent-encoding for others where it is necessary.
    package var text: String {
        var bytes: [UInt8] = []
        for (index, word) in words.enumerated() {
            if index > 0 { bytes.append(Segment.separator) }
            guard let word else {
                bytes += Segment.absent
                continue
            }
            for byte in word.utf8 {
                switch byte {
                case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "!"), UInt8(ascii: "%"),
                    0..<0x20, 0x7F:
                    bytes += [Segment.escape, Segment.digits[Int(byte >> 4)], Segment.digits[Int(byte & 15)]]
                case UInt8(ascii: "~") where bytes.isEmpty:
                    bytes += [Segment.escape, UInt8(ascii: "7"), UInt8(ascii: "E")]
                default:
                    bytes.append(byte)
                }
            }
        }
        if bytes.isEmpty { bytes = Segment.empty }
        if bytes.allSatisfy({ $0 == UInt8(ascii: ".") }) {
            bytes = bytes.flatMap { _ in [Segment.escape, UInt8(ascii: "2"), UInt8(ascii: "E")] }
        }
        return PercentEncoding.encode(bytes)
    }

    /// The words of `text`, or `nil` if no segment prints that text, with or without percent-encoding.
    package init?(parsing text: some StringProtocol) {
        if Segment.isPlain(text.utf8) {
            words = text.utf8.split(separator: Segment.separator, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
            return
        }
        guard text.utf8.first != UInt8(ascii: "="), let bytes = PercentEncoding.decode(text.utf8) else { return nil }
        var words: [String?] = []
        for part in bytes.split(separator: Segment.separator, omittingEmptySubsequences: false) {
            if part.elementsEqual(Segment.absent) {
                words.append(nil)
            } else if let word = Segment.word(part) {
                words.append(word)
            } else {
                return nil
            }
        }
        self.words = words
        // Accept only canonical texts, so that each state has one URL and no other input is echoed.
        guard PercentEncoding.decode(self.text.utf8) == bytes else { return nil }
    }

    /// True if `text` has no escaped bytes and needs none: the text is then canonical, and its parts are the words.
    private static func isPlain(_ text: some Collection<UInt8>) -> Bool {
        guard let first = text.first, first != UInt8(ascii: "~") else { return false }
        var isDots = true
        for byte in text {
            guard byte != escape, PercentEncoding.isUnescaped(byte) else { return false }
            isDots = isDots && byte == UInt8(ascii: ".")
        }
        return !isDots
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> String? {
        if bytes.elementsEqual(empty) { return "" }
        var word: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == escape else {
                word.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(PercentEncoding.value(ofHexDigit:)),
                let low = rest.popFirst().flatMap(PercentEncoding.value(ofHexDigit:))
            else { return nil }
            word.append(high << 4 | low)
        }
        return String(validating: word, as: UTF8.self)
    }
}

/// Percent-encoding (RFC 3986 §2.1) for path segments and for the values of an action.
package enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Works as ``isUnescaped(_:)``, plus `/` and `=`, which a path contains outside of words. Called for the bytes of
    /// each path.
    @inline(__always)
    static func isUnescapedInPath(_ byte: UInt8) -> Bool {
        let word: UInt64 = byte < 64 ? 0x27FF_F002_0000_0000 : 0x47FF_FFFE_87FF_FFFF
        return byte < 128 && word >> UInt64(byte & 63) & 1 == 1
    }

    /// True for letters, digits and `-._~!:@,`, looked up in a bit set of two words.
    @inline(__always)
    package static func isUnescaped(_ byte: UInt8) -> Bool {
        let word: UInt64 = byte < 64 ? 0x07FF_7002_0000_0000 : 0x47FF_FFFE_87FF_FFFF
        return byte < 128 && word >> UInt64(byte & 63) & 1 == 1
    }

    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        append(bytes, to: &encoded)
        return String(decoding: encoded, as: UTF8.self)
    }

    package static func append(_ bytes: some Collection<UInt8>, to encoded: inout [UInt8]) {
        for byte in bytes {
            if isUnescaped(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(digits[Int(byte >> 4)])
                encoded.append(digits[Int(byte & 15)])
            }
        }
    }

    package static func value(ofHexDigit byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// The decoded bytes; `nil` for a `%` without two hexadecimal digits.
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(value(ofHexDigit:)),
                    let low = iterator.next().flatMap(value(ofHexDigit:))
                else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}
