import Digests

/// The format of a log's element in a file.
///
/// ```
/// element  = length checksum number salt *OCTET
/// length   = 4OCTET                ; of the last part; numbers are little-endian
/// checksum = 8OCTET                ; of number, salt and the last part; `FastHash` includes their length
/// number   = 8OCTET
/// salt     = 4OCTET
/// ```
package enum LogElementFormat {
    /// The size of an element without its bytes.
    package static let overhead = 24
    /// The offset of an element's number, where the part begins that its checksum covers.
    private static let numberOffset = 12
    /// The largest difference of the numbers of two revisions in one file.
    private static let maxNumberStep: UInt64 = 1 << 20
    /// The maximum number of checksums that a search for a later element computes, because a visitor's data can contain
    /// many sequences that look like elements.
    private static let maxCandidates = 64

    /// Encodes one element.
    package static func encode(_ element: LogElement) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(overhead + element.bytes.count)
        append(element, to: &bytes)
        return bytes
    }

    /// Appends an encoded element to `bytes`.
    package static func append(_ element: LogElement, to bytes: inout [UInt8]) {
        let start = bytes.count
        append(UInt32(truncatingIfNeeded: element.bytes.count), to: &bytes)
        append(UInt64(0), to: &bytes)
        append(element.revision.number, to: &bytes)
        append(element.revision.salt, to: &bytes)
        bytes += element.bytes
        let checksum = checksum(of: bytes, in: start + numberOffset..<bytes.count)
        withUnsafeBytes(of: checksum.littleEndian) {
            for (offset, byte) in $0.enumerated() { bytes[start + 4 + offset] = byte }
        }
    }

    /// Appends a number to `bytes`, little-endian.
    static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Returns the element at `position`; `nil` if it is incomplete or its checksum is wrong.
    package static func element(in bytes: [UInt8], at position: Int) -> (revision: Revision, bytes: Range<Int>)? {
        guard position + overhead <= bytes.count else { return nil }
        let length = Int(UInt32(truncatingIfNeeded: number(in: bytes, at: position)))
        let start = position + overhead
        guard length <= bytes.count - start else { return nil }
        guard
            number(in: bytes, at: position + 4)
                == checksum(of: bytes, in: position + numberOffset..<start + length)
        else { return nil }
        let number = number(in: bytes, at: position + numberOffset)
        let salt = bytes[start - 4..<start].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return (Revision(number: number, salt: salt), start..<start + length)
    }

    /// Returns true if a correct element follows after `position`, at any distance, or if there are too many sequences
    /// that look like one to check them all.
    static func hasElement(in bytes: [UInt8], after position: Int, following last: Revision) -> Bool {
        let search = nextElement(in: bytes, after: position, following: last)
        // Keep the file rather than cut it at a place that is not certain.
        return search.position != nil || search.isIncomplete
    }

    /// Searches for the first correct element after `position`, at any distance.
    ///
    /// - Returns: its position, and true if the search ended early: there are too many sequences that look like one.
    package static func nextElement(
        in bytes: [UInt8], after position: Int, following last: Revision
    ) -> (position: Int?, isIncomplete: Bool) {
        guard position < bytes.count - overhead else { return (nil, false) }
        var candidates = 0
        for start in position + 1...bytes.count - overhead {
            let step = number(in: bytes, at: start + numberOffset) &- last.number
            guard step > 0, step <= maxNumberStep else { continue }
            if element(in: bytes, at: start) != nil { return (start, false) }
            candidates += 1
            if candidates == maxCandidates { return (nil, true) }
        }
        return (nil, false)
    }

    /// Returns the eight octets at `start`, which must exist, as a little-endian number.
    package static func number(in bytes: [UInt8], at start: Int) -> UInt64 {
        bytes[start..<start + 8].withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    }

    static func checksum(of bytes: [UInt8], in range: Range<Int>) -> UInt64 {
        bytes[range].withUnsafeBytes { FastHash.hash($0) }
    }
}
