/// How versions are stored as bytes: small, read without trust, and shared in the bytes as they are in memory.
///
/// In RFC 5234 terms:
/// ```
/// snapshot = version *item checksum
/// version  = %x01
/// checksum = 8OCTET                     ; FNV-1a, 64 bits, of all bytes before it, the lowest first
/// item     = integer / text / draft / kept / window    ; the reader knows which of them comes
///
/// number   = 1*10OCTET                  ; seven bits a byte, the lowest first; the high bit: there are more
/// integer  = number                     ; zig-zag: 0 is 0, 1 is -1, 2 is 1, 3 is -2
/// text     = %x00 number *OCTET         ; at its first use: its length and its UTF-8
///          / number                     ; then: its place among the texts so far, from 1
/// value    = %x00 number *OCTET / number               ; one `Saved` value, numbered like the texts
/// draft    = number *( text text )      ; 0: none; else one more than its values, each with its name
///
/// window   = *object head [ state-reference ] [ alert ]    ; head: kind 0; 4 the root's state, 8 an alert,
///                                                    ; 16 one with an identifier
/// kept     = *object head [ saved-reference ]          ; head: kind 0; 4 the values
/// alert    = text text text [ text ]    ; title, message, dismiss title, identifier
///
/// object   = node / state / saved       ; each is written once, before what refers to it
/// head     = OCTET                      ; the two lowest bits: the kind; above: which parts follow
/// node     = head text [ below ] [ state ]             ; kind 1; 4 below, 8 state; the text is the printed route
/// state    = head [ top ] [ tabs ] [ pending ] [ presented ] [ saved ] [ draft ]   ; kind 2; 4, 8, 16, 32, 64, 128
/// tabs     = number number *node-reference             ; their count, the one selected, and each; the one selected is
///                                                      ; FFFFFFFF if it is none of them, FFFFFFFE if all are seen
/// saved    = head number *( text value )               ; kind 3; how many, and each property with its value
/// reference = number                    ; how many objects of that kind ago: 1 is the last one
/// ```
/// The bytes of one `Saved` value stand for themselves, so that a value nobody asked for is written again as it was read:
/// ```
/// tree     = %b000 detail               ; 0 nothing, 1 false, 2 true, 3 a Float, 4 a Double, the lowest byte first
///          / %b001 detail               ; the integer of that number
///          / %b010 detail               ; the integer -1 - that number
///          / %b011 detail *OCTET        ; a text of that many bytes of UTF-8
///          / %b100 detail *tree         ; that many elements
///          / %b101 detail *( key tree ) ; that many properties, by name
/// detail   = 5BIT / %b11111 number      ; below 31, or the number above 31
/// key      = %x00 number *OCTET / number               ; numbered like the texts, within the value
/// ```
enum SnapshotFormat {
    /// Another number whenever older readers would misread the bytes.
    static let version: UInt8 = 1

    /// The longest chain of objects, each held by the one before: freeing it is recursive. No visitor comes near it.
    static let tallest = 16_384

    /// The most containers of a value within one another.
    static let deepestValue = 128

    /// The longest value that is stored, in bytes: as much as a whole session may have (DESIGN D10).
    static let longestValue = 65_536

    enum Kind: UInt8 {
        case item, node, state, saved
    }

    /// The kind of what follows, and which parts of it do.
    struct Head: OptionSet {
        var rawValue: UInt8

        static let root = Head(rawValue: 4)
        static let alert = Head(rawValue: 8)
        static let alertIdentifier = Head(rawValue: 16)

        static let below = Head(rawValue: 4)
        static let state = Head(rawValue: 8)

        static let top = Head(rawValue: 4)
        static let tabs = Head(rawValue: 8)
        static let pending = Head(rawValue: 16)
        static let presented = Head(rawValue: 32)
        static let saved = Head(rawValue: 64)
        static let draft = Head(rawValue: 128)

        init(rawValue: UInt8) { self.rawValue = rawValue }

        init(_ kind: Kind) { rawValue = kind.rawValue }

        var kind: Kind? { Kind(rawValue: rawValue & 3) }

        var parts: Head { Head(rawValue: rawValue & ~3) }
    }
}

/// Why bytes are no snapshot.
package enum SnapshotError: Error, Equatable, CustomStringConvertible {
    /// Bytes were lost or changed since they were written.
    case damaged
    /// A later or foreign program wrote them.
    case unknownFormat(UInt8)
    /// What they say cannot be, though nothing was lost.
    case malformed(String)

    /// What was found, and what would have worked.
    package var description: String {
        switch self {
        case .damaged: "The snapshot is damaged: its checksum differs from its bytes."
        case .unknownFormat(let version):
            "The snapshot has format \(version); this program reads format \(SnapshotFormat.version)."
        case .malformed(let what): "The snapshot cannot be read: \(what)."
        }
    }
}
