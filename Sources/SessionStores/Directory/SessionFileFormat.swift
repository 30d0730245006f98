/// The format of a session file: a header, a checkpoint, and the changes after it.
///
/// ```
/// file     = "cairn-session 3" LF name network replaced checksum 1*element
/// name     = 32OCTET               ; the file's own name, so that a copy under another name does not open
/// network  = OCTET 8OCTET          ; 0 and zeros: unknown
/// replaced = OCTET 32OCTET         ; the name under the session's old id, if this file re-keyed it
/// checksum = 8OCTET                ; in the header: of all octets before it
/// element  = <see LogElementFormat>
/// ```
/// Numbers are little-endian.
enum SessionFileFormat {
    private static let title = Array("cairn-session 3\n".utf8)
    private static let nameStart = title.count
    private static let networkStart = nameStart + SessionFile.digestCount
    private static let replacedStart = networkStart + 9
    private static let checksumStart = replacedStart + 1 + SessionFile.digestCount
    /// The size of the header.
    static let headerCount = checksumStart + 8

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
        bytes.reserveCapacity(elements.reduce(headerCount) { $0 + LogElementFormat.overhead + $1.bytes.count })
        bytes += title
        bytes += file.digest
        bytes.append(network == nil ? 0 : 1)
        LogElementFormat.append(network ?? 0, to: &bytes)
        bytes.append(replaced == nil ? 0 : 1)
        bytes += replaced?.digest ?? [UInt8](repeating: 0, count: SessionFile.digestCount)
        LogElementFormat.append(LogElementFormat.checksum(of: bytes, in: 0..<checksumStart), to: &bytes)
        for element in elements { LogElementFormat.append(element, to: &bytes) }
        return bytes
    }

    // MARK: - Decoding

    /// Returns true if the file has this format.
    static func hasTitle(_ bytes: [UInt8]) -> Bool { bytes.starts(with: title) }

    /// Returns the header of `file`; `bytes` is the file or its beginning.
    static func header(of bytes: [UInt8], for file: SessionFile) -> Result<Header, Damage> {
        guard bytes.count >= headerCount else { return .failure(Damage("it ends within its header")) }
        guard hasTitle(bytes) else { return .failure(Damage("its title line is not of a known version")) }
        guard
            LogElementFormat.number(in: bytes, at: checksumStart)
                == LogElementFormat.checksum(of: bytes, in: 0..<checksumStart)
        else {
            return .failure(Damage("the checksum of its header is wrong"))
        }
        guard bytes[nameStart..<networkStart].elementsEqual(file.digest) else {
            return .failure(Damage("it was saved under another name"))
        }
        return .success(
            Header(
                network: bytes[networkStart] == 1 ? LogElementFormat.number(in: bytes, at: networkStart + 1) : nil,
                replaced: bytes[replacedStart] == 1
                    ? SessionFile(digest: bytes[replacedStart + 1..<checksumStart]) : nil))
    }

    /// Returns the elements of a file. After a crash, the last change can be incomplete: then the log ends before it.
    ///
    /// A change that is not correct counts as incomplete if no correct one follows. The position of its end is not
    /// reliable: after a power failure any of its disk sectors can be missing.
    static func log(of bytes: [UInt8]) -> Result<Log, Damage> {
        var log = Log(end: headerCount)
        while log.end < bytes.count, let element = LogElementFormat.element(in: bytes, at: log.end) {
            log.elements.append(element)
            log.end = element.bytes.upperBound
        }
        guard let last = log.elements.last else {
            return .failure(Damage("its checkpoint is incomplete or has a wrong checksum"))
        }
        guard !LogElementFormat.hasElement(in: bytes, after: log.end, following: last.revision) else {
            return .failure(Damage("a change in the middle has a wrong checksum"))
        }
        return .success(log)
    }
}
