internal import Glibc

/// Delimiters and white space of HTTP/1.1.
enum Octet {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let numberSign: UInt8 = 0x23
    static let comma: UInt8 = 0x2C
    static let slash: UInt8 = 0x2F
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let questionMark: UInt8 = 0x3F
}

extension UInt8 {
    /// True for a `tchar` of RFC 9110 §5.6.2. The bit set in two words is tested with a shift, so that no table in
    /// memory is read.
    @inline(__always)
    var isToken: Bool {
        let word: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return self < 128 && (word >> UInt64(self & 63)) & 1 == 1
    }

    @inline(__always)
    var isBlank: Bool { self == Octet.space || self == Octet.tab }

    @inline(__always)
    var isDigit: Bool { self &- 0x30 < 10 }

    @inline(__always)
    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// The octet, with an ASCII letter converted to lower case: field names are case-insensitive.
    @inline(__always)
    var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    var hexadecimalValue: Int? {
        switch self {
        case 0x30...0x39: Int(self) - 0x30
        case 0x41...0x46: Int(self) - 0x41 + 10
        case 0x61...0x66: Int(self) - 0x61 + 10
        default: nil
        }
    }
}

/// A borrowed view of octets, valid only during the call that provides it. Every index is checked in release builds
/// too, where `UnsafeRawBufferPointer` would read out of bounds.
///
/// The collection members are inlinable into other modules, because calls of unspecialized generic functions took
/// 5 % of a page's instructions.
@usableFromInline package struct Octets: RandomAccessCollection {
    /// The same octets without bounds checks, for parts, spans and copies of the view, and for memchr(3) and memcmp(3).
    @usableFromInline let unchecked: UnsafeRawBufferPointer

    @inlinable @inline(__always)
    package init(_ octets: UnsafeRawBufferPointer) { unchecked = octets }

    @inline(__always)
    init(_ word: StaticString) {
        unchecked = UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    }

    /// The first position, zero.
    @inlinable @inline(__always)
    package var startIndex: Int { 0 }

    /// The number of octets.
    @inlinable @inline(__always)
    package var endIndex: Int { unchecked.count }

    /// The number of octets.
    @inlinable @inline(__always)
    package var count: Int { unchecked.count }

    /// The octet at `position`, which must be a valid index.
    @inlinable @inline(__always)
    package subscript(position: Int) -> UInt8 {
        precondition(UInt(bitPattern: position) < UInt(bitPattern: count), "The position is outside the view.")
        return unchecked[position]
    }

    /// Returns eight octets from `position` on as one word. All of them must be in the view.
    @inline(__always)
    func word(at position: Int) -> UInt64 {
        precondition(position >= 0 && position <= count - 8, "The eight octets are not all inside the view.")
        return unchecked.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    /// Calls `body` with the octets as a span.
    @inlinable @inline(__always)
    package func withSpan<R>(_ body: (Span<UInt8>) -> R) -> R {
        let start = unchecked.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return body(UnsafeBufferPointer(start: start, count: count).span)
    }

    /// Calls `body` with the octets as a buffer, so that the standard library copies them in one step.
    @inlinable @inline(__always)
    package func withContiguousStorageIfAvailable<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? {
        try unchecked.withContiguousStorageIfAvailable(body)
    }

    /// Returns a part of the octets. Bounds outside of the view are clamped.
    @inlinable @inline(__always)
    package func part(_ start: Int, _ end: Int) -> Octets {
        let start = Swift.min(Swift.max(start, 0), count)
        let end = Swift.min(Swift.max(end, start), count)
        return Octets(UnsafeRawBufferPointer(rebasing: unchecked[start..<end]))
    }

    /// Returns the position of the first line feed at or after `start`.
    @inline(__always)
    func lineFeed(from start: Int) -> Int? { position(of: Octet.lineFeed, from: start) }

    /// Returns the position of the first `octet` at or after `start`.
    @inline(__always)
    package func position(of octet: UInt8, from start: Int = 0) -> Int? {
        guard let base = unchecked.baseAddress, start >= 0, start < count else { return nil }
        guard let found = memchr(base + start, Int32(octet), count - start) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// True if `word` occurs in the octets.
    package func contains(_ word: StaticString) -> Bool {
        let word = Octets(word)
        guard let first = word.first else { return true }
        var start = 0
        while let found = position(of: first, from: start) {
            if part(found, found + word.count).isSame(as: word) { return true }
            start = found + 1
        }
        return false
    }

    /// The octets without leading and trailing spaces and tabs: the `OWS` of RFC 9110 §5.6.3.
    @inline(__always)
    package var trimmed: Octets {
        var start = 0
        var end = count
        while start < end, self[start].isBlank { start += 1 }
        while end > start, self[end - 1].isBlank { end -= 1 }
        return part(start, end)
    }

    var isToken: Bool { !isEmpty && allSatisfy(\.isToken) }

    /// True if the octets equal a word in lower case, ignoring ASCII case.
    @inline(__always)
    package func isSameIgnoringCase(as lowercaseWord: StaticString) -> Bool {
        isSameIgnoringCase(as: Octets(lowercaseWord))
    }

    @inline(__always)
    package func isSame(as word: StaticString) -> Bool {
        guard let base = unchecked.baseAddress, count == word.utf8CodeUnitCount else { return false }
        return memcmp(base, word.utf8Start, count) == 0
    }

    /// True if both views have the same octets.
    @inline(__always)
    package func isSame(as other: Octets) -> Bool {
        guard count == other.count, let own = unchecked.baseAddress, let base = other.unchecked.baseAddress else {
            return count == other.count
        }
        return memcmp(own, base, count) == 0
    }

    @inline(__always)
    func isSameIgnoringCase(as other: Octets) -> Bool {
        guard count == other.count else { return false }
        for position in 0..<count where self[position] != other[position] {
            guard self[position].lowercased == other[position].lowercased else { return false }
        }
        return true
    }

    /// The position of the first octet that is no `tchar` of RFC 9110 §5.6.2, or the number of octets.
    @inline(__always)
    var tokenEnd: Int {
        var position = 0
        while position < count {
            // SWAR, eight octets at a time, which saves 1,000 instructions per request of a browser: the high bit of each
            // octet that is a letter is set. Other octets, such as hyphens, are tested one by one.
            if position <= count - 8 {
                let word = word(at: position)
                let letters = (word | 0x2020_2020_2020_2020) & 0x7F7F_7F7F_7F7F_7F7F
                let areLetters = (letters &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(letters &+ 0x0505_0505_0505_0505) & ~word
                let others = ~areLetters & 0x8080_8080_8080_8080
                if others == 0 {
                    position += 8
                    continue
                }
                position += others.littleEndian.trailingZeroBitCount / 8
            }
            guard self[position].isToken else { return position }
            position += 1
        }
        return position
    }

    /// A word with a high bit for each octet of `word` below 0x20 or equal to 0x7F; also for some of the octets above
    /// such a one.
    @inline(__always)
    private static func controls(in word: UInt64) -> UInt64 {
        let deleted = word ^ 0x7F7F_7F7F_7F7F_7F7F
        let small = (word &- 0x2020_2020_2020_2020) & ~word
        let zero = (deleted &- 0x0101_0101_0101_0101) & ~deleted
        return small | zero
    }

    /// The first control character that field values must not contain: any except the tab (RFC 9110 §5.5).
    @inline(__always)
    var firstControl: UInt8? {
        var position = 0
        // SWAR, sixteen octets at a time, of which the last can be tested twice: a high bit is set if and only if one is
        // below 0x20, such as a tab, or a DEL. The loop below then checks each octet. With the loop alone, hello takes
        // 19,760 instead of 18,050 instructions, and an action 78,400 instead of 76,000.
        if count >= 16 {
            while position < count {
                position = Swift.min(position, count - 16)
                let marks = Self.controls(in: word(at: position)) | Self.controls(in: word(at: position + 8))
                if marks & 0x8080_8080_8080_8080 != 0 { break }
                position += 16
            }
        } else if count >= 8 {
            let marks = Self.controls(in: word(at: 0)) | Self.controls(in: word(at: count - 8))
            if marks & 0x8080_8080_8080_8080 == 0 { return nil }
        }
        while position < count {
            let octet = self[position]
            if octet < 0x20 && octet != Octet.tab || octet == 0x7F { return octet }
            position += 1
        }
        return nil
    }

    /// The octets as text. Invalid UTF-8 is repaired.
    @inline(__always)
    package var text: String { String(decoding: unchecked, as: UTF8.self) }

    @inline(__always)
    var array: [UInt8] { Array(unchecked) }
}

extension [UInt8] {
    /// Calls `body` with the octets, without a copy.
    @inlinable @inline(__always)
    package func withOctets<R>(_ body: (Octets) -> R) -> R { withUnsafeBytes { body(Octets($0)) } }
}

extension String {
    /// Calls `body` with the text's UTF-8, without a copy if it is contiguous.
    @inlinable @inline(__always)
    package func withOctets<R>(_ body: (Octets) -> R) -> R {
        if let result = utf8.withContiguousStorageIfAvailable({ body(Octets(UnsafeRawBufferPointer($0))) }) {
            return result
        }
        return Array(utf8).withUnsafeBytes { body(Octets($0)) }
    }
}
