/// The binary format of one change of a session. Reader and writer both have the state before it, so an unchanged part
/// takes no bytes, and the size of a change does not depend on the depth of the stacks.
///
/// A change is a sequence of CBOR items (RFC 8949, RFC 8742), in the terms of ``SnapshotFormat``:
/// ```
/// change  = version *( integer / text / draft / saved / window )   ; writer and reader use the same order
/// version = %x03
/// text    = text-string
///
/// window  = marks [ state ] [ text ] [ alert [ text ] [ actions ] ]
///                                       ; marks: two bits for the root and two for the alert, see `Mark`, one if the
///                                       ; alert has an identifier, one if it has actions, and one if the text of a
///                                       ; message that is shown once follows the state
/// state   = marks [ selected ] [ stack ] [ tabs ] [ stack ] [ saved ] [ draft ] [ stack ]
///                                       ; as in a snapshot: top; tabs, embedded; presented; saved; draft; pending.
///                                       ; two bits of marks for each in this order, and one if `selected` follows
/// tabs    = array *( mark [ stack ] )   ; each compared with the earlier one at its position
/// stack   = count base *entry           ; the number of entries, and those entries, the highest first
/// base    = unsigned-integer            ; what is below them: 0 nothing; otherwise the earlier stack without so many
///                                       ; entries, plus 1
/// entry   = marks [ text ] [ state ]    ; marks: the mark of the text, and that of the state. Both are compared with
///                                       ; the earlier entry at the same depth
/// saved   = array *( text ( byte-string / null ) )     ; null: the value is the earlier one of this name
/// ```
package enum ChangeFormat {
    /// The first byte of a change. A snapshot begins with ``SnapshotFormat/version``.
    package static let version: UInt8 = 3

    /// The maximum depth to which states contain one another in a change.
    package static let maxNesting = 128

    /// The maximum number of entries and states in the changes after one snapshot: with it, a chain of objects is at
    /// most a quarter longer than ``SnapshotFormat/maxHeight``.
    package static let maxObjects = 4_096

    /// How a part differs from the earlier state.
    package enum Mark: UInt64 {
        /// There is no such part.
        case absent
        /// The part is unchanged.
        case same
        /// The part follows.
        case written
    }

    /// A number that consists of marks, two bits each, the first one lowest.
    package struct Marks {
        package private(set) var number: UInt64 = 0
        private var shift: UInt64 = 0

        package init() {}

        package init(number: UInt64) { self.number = number }

        package mutating func append(_ mark: Mark) {
            number |= mark.rawValue << shift
            shift += 2
        }

        package mutating func append(_ flag: Bool) {
            if flag { number |= 1 << shift }
            shift += 1
        }

        package mutating func readMark() throws -> Mark {
            defer { shift += 2 }
            guard let mark = Mark(rawValue: number >> shift & 3) else {
                throw SnapshotError.malformed("a part of a change has an unknown mark")
            }
            return mark
        }

        package mutating func readFlag() -> Bool {
            defer { shift += 1 }
            return number >> shift & 1 == 1
        }

        /// Checks that no other mark follows.
        package func finish() throws {
            guard number >> shift == 0 else { throw SnapshotError.malformed("a change has unknown parts") }
        }
    }
}
