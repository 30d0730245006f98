/// The binary format of a session's data: compact, safe to read from untrusted bytes, and with the same sharing between
/// versions as in memory.
///
/// A snapshot is a sequence of CBOR items (RFC 8949, RFC 8742) and a checksum. In RFC 5234 terms, with the types of
/// RFC 8949 as terminals:
/// ```
/// snapshot = version *( integer / text / draft / app / window ) checksum  ; writer and reader use the same order
/// version  = %x02                       ; the unsigned integer 2
/// checksum = 8OCTET                     ; FNV-1a, 64 bits, of all bytes before it, little-endian
///
/// text     = text-string                ; at its first use
///          / unsigned-integer           ; later: its number among the texts so far, from 0
/// value    = byte-string / unsigned-integer        ; one `Saved` value as encoded by `CBOR`, numbered like the texts
/// draft    = map *( text text )                    ; names and values; a name can occur more than once
///
/// window   = *object head [ root ] [ state-reference ] [ message ] [ alert ] [ text ] [ actions ]
///                                       ; kind 0; text: the alert's identifier; the head has the bit of the message
///                                       ; last
/// message  = text                       ; the message that is shown once
/// root     =                            ; empty: the root is the last state; otherwise the reference gives it
/// app      = *object head [ saved-reference ]      ; kind 0: the saved values of the application
/// alert    = text text text             ; title, message, dismiss title
/// actions  = integer *( text text text integer [ draft ] )
///                                       ; their number; for each title, role, name, 1 if values follow, plus 2 if the
///                                       ; action has used a draft, and the values
///
/// object   = entry / state / saved      ; each is written once, before objects that refer to it
/// head     = unsigned-integer           ; the kind, and the optional parts that follow: see `Head`
/// entry    = head text [ entry-reference ] [ state-reference ]     ; kind 1: the printed route; below; state
/// state    = head [ entry-reference ] [ tabs ] [ entry-reference ] [ saved-reference ] [ draft ] [ entry-reference ]
///                                       ; kind 2: top; tabs, embedded; presented; saved values; draft; pending
/// tabs     = array unsigned-integer *entry-reference       ; the index of the selected tab, FFFFFFFF if none is
///                                       ; selected, FFFFFFFE for a split; the array's length counts the index too
/// saved    = map *( text value )
/// entry-reference = reference
/// state-reference = reference
/// saved-reference = reference
/// reference = unsigned-integer          ; distance back within the objects of that kind: 0 is the last one
/// ```
/// In the maps of a `Saved` value, a name that occurred before in the value is written as its number from 0.
package enum SnapshotFormat {
    /// The format's version; increase it if older readers would misread the bytes. Version 1 was not CBOR.
    package static let version: UInt8 = 2

    /// The maximum length of a chain of objects in which each owns the next, without the root of a window. Freeing a
    /// chain is recursive, so a longer one could overflow the stack.
    package static let maxHeight = 16_384

    /// The maximum number of objects in the tree of a version's state, where a shared object counts for each
    /// occurrence.
    package static let maxTreeSize = 1 << 20

    package enum Kind: UInt64 {
        case item, entry, state
    }

    /// The first number of an entry, a state or an item: its kind in the lowest two bits, then one bit for each
    /// optional part in its order. A number below 24 takes one byte.
    package struct Head {
        package private(set) var number: UInt64
        private var bit: UInt64 = 4

        package init(_ kind: Kind) { number = kind.rawValue }

        package init(number: UInt64) { self.number = number }

        /// `nil` if the kind is unknown.
        package var kind: Kind? { Kind(rawValue: number & 3) }

        /// Adds the bit of the next optional part, set if the part is present.
        package func with(_ isPresent: Bool) -> Head {
            var head = self
            if isPresent { head.number |= bit }
            head.bit <<= 1
            return head
        }

        /// Returns true if the next optional part follows.
        package mutating func hasPart() -> Bool {
            defer { bit <<= 1 }
            return number & bit != 0
        }

        /// Checks that no other part follows.
        package func finish() throws {
            guard number < bit else { throw SnapshotError.malformed("an object has unknown parts") }
        }
    }
}
