/// The binary format of versions: compact, safe to read from untrusted bytes, and with the same sharing between
/// versions as in memory.
///
/// In RFC 5234 terms:
/// ```
/// snapshot = version *item checksum
/// version  = %x01
/// checksum = 8OCTET                     ; FNV-1a, 64 bits, of all bytes before it, little-endian
/// item     = integer / text / draft / kept / window    ; the reader knows which item comes next
///
/// number   = 1*10OCTET                  ; LEB128: seven bits a byte, lowest first; high bit: more bytes follow
/// integer  = number                     ; zig-zag: 0 is 0, 1 is -1, 2 is 1, 3 is -2
/// text     = %x00 number *OCTET         ; at its first use: its length and its UTF-8 bytes
///          / number                     ; later: its index in the list of texts so far, from 1
/// value    = %x00 number *OCTET / number               ; one `Saved` value, numbered like the texts
/// draft    = number *( text text )      ; 0: none; otherwise the number of values plus one, then names and values
///
/// window   = *object head [ state-reference ] [ alert ]    ; head: kind 0; 4: the root's state, 8: an alert,
///                                                    ; 16: an alert with an identifier
/// kept     = *object head [ saved-reference ]          ; head: kind 0; 4: the values
/// alert    = text text text [ text ]    ; title, message, dismiss title, identifier
///
/// object   = entry / state / saved       ; each is written once, before objects that refer to it
/// head     = OCTET                      ; lowest two bits: the kind; higher bits: the parts that follow
/// entry     = head text [ below ] [ state ]             ; kind 1; 4 below, 8 state; the text is the printed route
/// state    = head [ top ] [ tabs ] [ pending ] [ presented ] [ saved ] [ draft ]   ; kind 2; 4, 8, 16, 32, 64, 128
/// tabs     = number number *entry-reference             ; the count, the selected index, and each tab; the index is
///                                                      ; FFFFFFFF if none is selected, FFFFFFFE if all are visible
/// saved    = head number *( text value )               ; kind 3; the count, and each property with its value
/// reference = number                    ; distance back within the objects of that kind: 1 is the last one
/// ```
/// The bytes of one `Saved` value are self-contained, so a value that was never read is written again unchanged:
/// ```
/// tree     = %b000 detail               ; 0 nil, 1 false, 2 true, 3 a Float, 4 a Double, little-endian
///          / %b001 detail               ; the integer `detail`
///          / %b010 detail               ; the integer -1 - `detail`
///          / %b011 detail *OCTET        ; a text of `detail` bytes of UTF-8
///          / %b100 detail *tree         ; a list of `detail` elements
///          / %b101 detail *( key tree ) ; a record of `detail` named properties
/// detail   = 5BIT / %b11111 number      ; a value below 31, or the value minus 31 as a number
/// key      = %x00 number *OCTET / number               ; numbered like the texts, within the value
/// ```
package enum SnapshotFormat {
    /// The format's version; increase it if older readers would misread the bytes.
    package static let version: UInt8 = 1

    /// The maximum length of a chain of objects in which each owns the next. Freeing a chain is recursive, so a longer
    /// one could overflow the stack. Visitors never come near the limit.
    package static let tallest = 16_384

    /// The maximum nesting depth of a value.
    static let deepestValue = 128

    /// The maximum length of a stored value in bytes: the same as the limit for a whole session.
    static let maxValueLength = 65_536

    package enum Kind: UInt8 {
        case item, entry, state, saved
    }

    /// Header byte: the object's kind in the lowest two bits, flags for the parts that follow above them.
    package struct Head: OptionSet {
        package var rawValue: UInt8

        package static let root = Head(rawValue: 4)
        package static let alert = Head(rawValue: 8)
        package static let alertIdentifier = Head(rawValue: 16)

        package static let below = Head(rawValue: 4)
        package static let state = Head(rawValue: 8)

        package static let top = Head(rawValue: 4)
        package static let tabs = Head(rawValue: 8)
        package static let pending = Head(rawValue: 16)
        package static let presented = Head(rawValue: 32)
        package static let saved = Head(rawValue: 64)
        package static let draft = Head(rawValue: 128)

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package init(_ kind: Kind) { rawValue = kind.rawValue }

        package var kind: Kind? { Kind(rawValue: rawValue & 3) }

        package var parts: Head { Head(rawValue: rawValue & ~3) }
    }
}

/// The reason why bytes are not a valid snapshot.
package enum SnapshotError: Error, Equatable, CustomStringConvertible {
    /// Bytes were lost or changed since they were written.
    case damaged
    /// A later version or another program wrote the bytes.
    case unknownFormat(UInt8)
    /// The checksum is right, but the content is invalid.
    case malformed(String)

    /// Describes the error; for an unknown format, names both format versions.
    package var description: String {
        switch self {
        case .damaged: "The snapshot is damaged: its checksum differs from its bytes."
        case .unknownFormat(let version):
            "The snapshot has format \(version); this program reads format \(SnapshotFormat.version)."
        case .malformed(let what): "The snapshot is invalid: \(what)."
        }
    }
}
