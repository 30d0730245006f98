import Snapshots

/// The format of a session file: a line with the format version, the length and a checksum of the rest, the file's
/// name, the network of the session, and the bytes.
///
/// ```
/// file    = "cairn-session 2" LF length checksum name network bytes
/// name    = 64OCTET                     ; of the file, so that a copy under another name does not open
/// network = OCTET 8OCTET                ; 0: unknown
/// ```
/// Renaming prevents half-written files; the header detects damage by a failing disk, a backup or a text editor.
enum SessionFileFormat {
    private static let title = Array("cairn-session 2\n".utf8)
    private static let earlierTitle = Array("cairn-session 1\n".utf8)
    private static let start = title.count + 16
    static let headerCount = start + SessionFile.nameLength + 9

    static func encode(_ bytes: [UInt8], for file: SessionFile, from network: UInt64?) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(headerCount + bytes.count)
        content += file.name.utf8
        content.append(network == nil ? 0 : 1)
        append(network ?? 0, to: &content)
        content += bytes
        return encode(content, title: title)
    }

    private static func encode(_ content: [UInt8], title: [UInt8]) -> [UInt8] {
        var file: [UInt8] = []
        file.reserveCapacity(start + content.count)
        file += title
        append(UInt64(content.count), to: &file)
        append(content.checksum, to: &file)
        file += content
        return file
    }

    /// Returns the session's bytes from the content of `file`, or the kind of damage.
    static func decode(_ content: [UInt8], of file: SessionFile) -> Result<[UInt8], Damage> {
        checked(content, title: title).flatMap { content in
            guard content.count >= headerCount - start else { return .failure(.init("it ends within its header")) }
            guard content.prefix(SessionFile.nameLength).elementsEqual(file.name.utf8) else {
                return .failure(.init("it was saved under another name"))
            }
            return .success(Array(content.dropFirst(headerCount - start)))
        }
    }

    /// Returns the network in a file's header; `nil` if it is unknown or the header is not valid.
    static func network(inBeginning bytes: [UInt8]) -> UInt64? {
        guard bytes.count >= headerCount, bytes.starts(with: title), bytes[headerCount - 9] == 1 else { return nil }
        return number(in: bytes, at: headerCount - 8)
    }

    /// Returns the content after the checksum if title, length and checksum are correct.
    private static func checked(_ file: [UInt8], title: [UInt8]) -> Result<ArraySlice<UInt8>, Damage> {
        guard file.count >= start else { return .failure(.init("it ends within its first line")) }
        guard file.starts(with: title) else { return .failure(.init("its title line is not of this version")) }
        let content = file[start...]
        guard number(in: file, at: title.count) == UInt64(content.count) else {
            return .failure(.init("its length differs from the one in its header"))
        }
        guard number(in: file, at: title.count + 8) == content.checksum else {
            return .failure(.init("its checksum differs from the one in its header"))
        }
        return .success(content)
    }

    struct Damage: Error {
        let detail: String

        init(_ detail: String) { self.detail = detail }
    }

    private static func append(_ number: UInt64, to file: inout [UInt8]) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { file.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private static func number(in file: [UInt8], at start: Int) -> UInt64 {
        file[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    // MARK: - Earlier releases

    /// Encodes in the format of earlier releases, without the name and the network; for tests.
    static func encodeEarlier(_ bytes: [UInt8]) -> [UInt8] { encode(bytes, title: earlierTitle) }

    static func decodeEarlier(_ file: [UInt8]) -> Result<[UInt8], Damage> {
        checked(file, title: earlierTitle).map { Array($0) }
    }
}
