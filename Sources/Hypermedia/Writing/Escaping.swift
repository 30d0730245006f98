/// Escapes text for HTML and JSON. All text of apps and visitors is written by these functions, unless its type
/// guarantees that it needs no escape.
///
/// They scan and copy eight bytes at a time (SWAR): byte by byte, a page with 20 short texts takes 12 % more
/// instructions. The rare cases are never inlined: otherwise the copying is too large to be inlined, and a page takes
/// 3.5 % more. In HTML, form feeds and the controls that HTML forbids (§13.2.3.5) become U+FFFD.
extension PageWriter {
    /// Writes text between tags.
    mutating func text(_ text: String) {
        copy(text, until: HTMLSpecial.find) { $0.appendEscape(of: $1, next: $2, isAttribute: false) }
    }

    /// Writes text inside a double-quoted attribute.
    mutating func attribute(_ text: String) {
        copy(text, until: HTMLSpecial.find) { $0.appendEscape(of: $1, next: $2, isAttribute: true) }
    }

    /// Writes text inside a JSON string (RFC 8259 §7), without the quotes.
    mutating func jsonText(_ text: String) {
        copy(text, until: JSONSpecial.find) { writer, byte, _ in writer.appendJSONEscape(of: byte) }
    }

    /// Copies `text`. For each byte that `find` marks, `escape` writes the replacement and returns the number of
    /// bytes that it replaces.
    @inline(__always)
    private mutating func copy(
        _ text: String, until find: (UInt64) -> UInt64, escape: (inout Self, UInt8, UInt8) -> Int
    ) {
        withBytes(of: text) { writer, bytes, count in
            var position = 0
            // Copy two words per step while neither contains a byte to escape, for long texts: the compiler uses
            // vectors, and one byte takes 2.5 instructions instead of 6.
            while count &- position >= 16 {
                let (low, high) = (Word.load(bytes + position), Word.load(bytes + position + 8))
                guard find(low) | find(high) == 0 else { break }
                writer.append(low, high)
                position &+= 16
            }
            while position < count {
                let remaining = count &- position
                let word = remaining >= 8 ? Word.load(bytes + position) : Word.load(last: remaining, of: bytes, count)
                writer.store(word)
                let hits = find(word)
                let plain = hits == 0 ? min(remaining, 8) : hits.trailingZeroBitCount / 8
                writer.keep(plain)
                position &+= plain
                guard hits != 0 else { continue }
                let next = position &+ 1 < count ? bytes[position &+ 1] : 0
                position &+= escape(&writer, bytes[position], next)
            }
        }
    }

    /// - Returns: The number of bytes that the escape replaces.
    @inline(__always)
    private mutating func appendEscape(of byte: UInt8, next: UInt8, isAttribute: Bool) -> Int {
        // The usual ones are stored as one word each.
        switch byte {
        case UInt8(ascii: "<"): return append(entity: 0x3B74_6C26, 4)  // &lt;
        case UInt8(ascii: ">"): return append(entity: 0x3B74_6726, 4)  // &gt;
        case UInt8(ascii: "&"): return append(entity: 0x3B_706D_6126, 5)  // &amp;
        default: return appendRareEscape(of: byte, next: next, isAttribute: isAttribute)
        }
    }

    @inline(__always)
    private mutating func append(entity: UInt64, _ length: Int) -> Int {
        store(entity)
        keep(length)
        return 1
    }

    /// - Returns: The number of bytes that the escape replaces.
    @inline(never)
    private mutating func appendRareEscape(of byte: UInt8, next: UInt8, isAttribute: Bool) -> Int {
        switch byte {
        case UInt8(ascii: "\""): isAttribute ? markup("&quot;") : markup("\"")
        case 0x09, 0x0A: self.byte(byte)
        case 0x0D: markup("&#13;")
        case 0xC2:
            // U+0080 to U+009F are the C1 controls. Other characters that begin with C2, such as ©, need no escape.
            guard next >= 0x80, next < 0xA0 else {
                self.byte(byte)
                return 1
            }
            markup("\u{FFFD}")
            return 2
        default: markup("\u{FFFD}")
        }
        return 1
    }

    /// - Returns: 1, the number of bytes that the escape replaces.
    @inline(never)
    private mutating func appendJSONEscape(of byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "\""): markup("\\\"")
        case UInt8(ascii: "\\"): markup("\\\\")
        case 0x08: markup("\\b")
        case 0x09: markup("\\t")
        case 0x0A: markup("\\n")
        case 0x0C: markup("\\f")
        case 0x0D: markup("\\r")
        default:
            markup("\\u00")
            for digit in [byte >> 4, byte & 15] {
                self.byte(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
        return 1
    }
}

/// SWAR tests on eight bytes in one number. The lowest set bit of a result marks the first hit; higher bits can be
/// false hits.
enum Word {
    @inline(__always)
    static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Marks bytes that are 0.
    @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 { (word &- repeating(1)) & ~word & repeating(0x80) }

    /// Marks bytes below 0x20.
    @inline(__always)
    static func controls(_ word: UInt64) -> UInt64 { (word &- repeating(0x20)) & ~word & repeating(0x80) }

    @inline(__always)
    static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// Loads the last one to seven bytes of a text, padded with spaces, which no test marks.
    @inline(__always)
    static func load(last remaining: Int, of bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        let bits = UInt64(truncatingIfNeeded: remaining &* 8)
        let filling = repeating(0x20) &<< bits
        if count >= 8 { return load(bytes + (count &- 8)) &>> (64 &- bits) | filling }
        let start = UnsafeRawPointer(bytes + (count &- remaining))
        // Two overlapping loads cover the rest without reading beyond the end.
        if remaining >= 4 {
            let low = UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
            let high = UInt32(littleEndian: (start + (remaining &- 4)).loadUnaligned(as: UInt32.self))
            return UInt64(low) | UInt64(high) &<< (bits &- 32) | filling
        }
        if remaining >= 2 {
            let low = UInt16(littleEndian: start.loadUnaligned(as: UInt16.self))
            let high = UInt16(littleEndian: (start + (remaining &- 2)).loadUnaligned(as: UInt16.self))
            return UInt64(low) | UInt64(high) &<< (bits &- 16) | filling
        }
        return UInt64(start.load(as: UInt8.self)) | filling
    }
}

private enum HTMLSpecial {
    /// Finds controls, `<`, `>`, `"`, `&`, and C2, the first byte of the C1 controls. Two characters that differ in
    /// one bit share a test.
    @inline(__always)
    static func find(_ word: UInt64) -> UInt64 {
        let one = Word.repeating(1)
        let angles = ((word | Word.repeating(0x02)) ^ Word.repeating(UInt8(ascii: ">"))) &- one
        let quoteAndAmpersand = ((word | Word.repeating(0x04)) ^ Word.repeating(UInt8(ascii: "&"))) &- one
        let delete = (word ^ Word.repeating(0x7F)) &- one
        let ascii = (word &- Word.repeating(0x20)) | angles | quoteAndAmpersand | delete
        return ascii & ~word & Word.repeating(0x80) | Word.zeros(word ^ Word.repeating(0xC2))
    }
}

private enum JSONSpecial {
    @inline(__always)
    static func find(_ word: UInt64) -> UInt64 {
        Word.controls(word) | Word.zeros(word ^ Word.repeating(UInt8(ascii: "\"")))
            | Word.zeros(word ^ Word.repeating(UInt8(ascii: "\\")))
    }
}
