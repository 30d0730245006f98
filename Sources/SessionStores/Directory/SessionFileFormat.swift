import Digests

/// The format of a session file: a header, a checkpoint, and the changes after it.
///
/// ```
/// file     = "cairn-session 3" LF name network replaced checksum 1*element
/// name     = 32OCTET               ; the file's own name, so that a copy under another name does not open
/// network  = OCTET 8OCTET          ; 0 and zeros: unknown
/// replaced = OCTET 32OCTET         ; the name under the session's old id, if this file re-keyed it
/// checksum = 8OCTET                ; in the header: of all octets before it
/// element  = length checksum number salt *OCTET
/// length   = 4OCTET                ; of the last part; numbers are little-endian
/// number   = 8OCTET
/// salt     = 4OCTET
/// ```
/// The checksum of an element is that of its number, salt and bytes; `FastHash` includes their length.
enum SessionFileFormat {
    private static let title = Array("cairn-session 3\n".utf8)
    private static let nameStart = title.count
    private static let networkStart = nameStart + SessionFile.digestCount
    private static let replacedStart = networkStart + 9
    private static let checksumStart = replacedStart + 1 + SessionFile.digestCount
    /// The size of the header.
    static let headerCount = checksumStart + 8
    /// The size of an element without its bytes.
    static let elementOverhead = 24
    /// The offset of an element's number, where the part begins that its checksum covers.
    private static let numberOffset = 12
    /// The largest difference of the numbers of two revisions in one file.
    private static let maxNumberStep: UInt64 = 1 << 20
    /// The maximum number of checksums that a search for a later element computes, because a visitor's data can contain
    /// many sequences that look like elements.
    private static let maxCandidates = 64

    struct Damage: Error {
        let detail: String

        init(_ detail: String) { self.detail = detail }
    }

    /// The fields of a header.
    struct Header {
        let network: UInt64?
        /// The file of the session's old id, which this file replaced.
        let replaced: SessionFile?
    }

    /// The elements of a file: their revisions and the positions of their bytes.
    struct Log {
        var elements: [(revision: Revision, bytes: Range<Int>)] = []
        /// The end of the last complete element.
        var end: Int
    }

    // MARK: - Encoding

    /// Encodes a whole file.
    static func encode(
        _ elements: [LogElement], for file: SessionFile, from network: UInt64?, replacing replaced: SessionFile? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(elements.reduce(headerCount) { $0 + elementOverhead + $1.bytes.count })
        bytes += title
        bytes += file.digest
        bytes.append(network == nil ? 0 : 1)
        append(network ?? 0, to: &bytes)
        bytes.append(replaced == nil ? 0 : 1)
        bytes += replaced?.digest ?? [UInt8](repeating: 0, count: SessionFile.digestCount)
        append(checksum(of: bytes, in: 0..<checksumStart), to: &bytes)
        for element in elements { append(element, to: &bytes) }
        return bytes
    }

    /// Encodes one element.
    static func encode(_ element: LogElement) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(elementOverhead + element.bytes.count)
        append(element, to: &bytes)
        return bytes
    }

    private static func append(_ element: LogElement, to bytes: inout [UInt8]) {
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

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    // MARK: - Decoding

    /// Returns true if the file has this format.
    static func hasTitle(_ bytes: [UInt8]) -> Bool { bytes.starts(with: title) }

    /// Returns the header of `file`; `bytes` is the file or its beginning.
    static func header(of bytes: [UInt8], for file: SessionFile) -> Result<Header, Damage> {
        guard bytes.count >= headerCount else { return .failure(Damage("it ends within its header")) }
        guard hasTitle(bytes) else { return .failure(Damage("its title line is not of a known version")) }
        guard number(in: bytes, at: checksumStart) == checksum(of: bytes, in: 0..<checksumStart) else {
            return .failure(Damage("the checksum of its header is wrong"))
        }
        guard bytes[nameStart..<networkStart].elementsEqual(file.digest) else {
            return .failure(Damage("it was saved under another name"))
        }
        return .success(
            Header(
                network: bytes[networkStart] == 1 ? number(in: bytes, at: networkStart + 1) : nil,
                replaced: bytes[replacedStart] == 1
                    ? SessionFile(digest: bytes[replacedStart + 1..<checksumStart]) : nil))
    }

    /// Returns the elements of a file. After a crash, the last change can be incomplete: then the log ends before it.
    ///
    /// A change that is not correct counts as incomplete if no correct one follows. The position of its end is not
    /// reliable: after a power failure any of its disk sectors can be missing.
    static func log(of bytes: [UInt8]) -> Result<Log, Damage> {
        var log = Log(end: headerCount)
        while log.end < bytes.count, let element = element(in: bytes, at: log.end) {
            log.elements.append(element)
            log.end = element.bytes.upperBound
        }
        guard let last = log.elements.last else {
            return .failure(Damage("its checkpoint is incomplete or has a wrong checksum"))
        }
        guard !hasElement(in: bytes, after: log.end, following: last.revision) else {
            return .failure(Damage("a change in the middle has a wrong checksum"))
        }
        return .success(log)
    }

    /// Returns the element at `position`; `nil` if it is incomplete or its checksum is wrong.
    private static func element(in bytes: [UInt8], at position: Int) -> (revision: Revision, bytes: Range<Int>)? {
        guard position + elementOverhead <= bytes.count else { return nil }
        let length = Int(UInt32(truncatingIfNeeded: number(in: bytes, at: position)))
        let start = position + elementOverhead
        guard length <= bytes.count - start else { return nil }
        guard
            number(in: bytes, at: position + 4)
                == checksum(of: bytes, in: position + numberOffset..<start + length)
        else { return nil }
        let number = number(in: bytes, at: position + numberOffset)
        let salt = bytes[start - 4..<start].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return (Revision(number: number, salt: salt), start..<start + length)
    }

    /// Searches for a correct element after `position`, at any distance.
    private static func hasElement(in bytes: [UInt8], after position: Int, following last: Revision) -> Bool {
        guard position < bytes.count - elementOverhead else { return false }
        var candidates = 0
        for start in position + 1...bytes.count - elementOverhead {
            let step = number(in: bytes, at: start + numberOffset) &- last.number
            guard step > 0, step <= maxNumberStep else { continue }
            if element(in: bytes, at: start) != nil { return true }
            candidates += 1
            // Keep the file rather than cut it at a place that is not certain.
            if candidates == maxCandidates { return true }
        }
        return false
    }

    /// Returns the eight octets at `start`, which must exist, as a little-endian number.
    static func number(in bytes: [UInt8], at start: Int) -> UInt64 {
        bytes[start..<start + 8].withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    }

    private static func checksum(of bytes: [UInt8], in range: Range<Int>) -> UInt64 {
        bytes[range].withUnsafeBytes { FastHash.hash($0) }
    }
}
