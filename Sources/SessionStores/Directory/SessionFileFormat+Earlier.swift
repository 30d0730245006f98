import Snapshots

/// The formats of earlier releases: the whole session after a checksum. They are read, and a change rewrites the file
/// in the present format.
///
/// ```
/// file    = "cairn-session 2" LF length checksum name network bytes
/// name    = 64OCTET                     ; of the file
/// network = OCTET 8OCTET                ; 0: unknown
/// file-1  = "cairn-session 1" LF length checksum bytes
/// ```
extension SessionFileFormat {
    private static let secondTitle = Array("cairn-session 2\n".utf8)
    private static let firstTitle = Array("cairn-session 1\n".utf8)
    private static let contentStart = secondTitle.count + 16
    private static let nameCount = 2 * SessionFile.digestCount
    /// The size of the header of the second format, which is the largest one.
    static let secondHeaderCount = contentStart + nameCount + 9

    /// Returns true if the file has the second format.
    static func hasSecondTitle(_ bytes: [UInt8]) -> Bool { bytes.starts(with: secondTitle) }

    /// Returns the session in a file of the second format, as a checkpoint.
    static func decodeSecond(_ bytes: [UInt8], of file: SessionFile) -> Result<LogElement, Damage> {
        checked(bytes, title: secondTitle).flatMap { content in
            guard bytes.count >= secondHeaderCount else { return .failure(Damage("it ends within its header")) }
            guard content.prefix(nameCount).elementsEqual(file.name.utf8) else {
                return .failure(Damage("it was saved under another name"))
            }
            return .success(checkpoint(Array(bytes[secondHeaderCount...])))
        }
    }

    /// Returns the network in the header of the second format; `nil` if it is unknown or the header is not complete.
    static func networkInSecond(_ bytes: [UInt8]) -> UInt64? {
        guard bytes.count >= secondHeaderCount, hasSecondTitle(bytes), bytes[secondHeaderCount - 9] == 1 else {
            return nil
        }
        return LogElementFormat.number(in: bytes, at: secondHeaderCount - 8)
    }

    /// Returns the session in a file of the first format, as a checkpoint.
    static func decodeFirst(_ bytes: [UInt8]) -> Result<LogElement, Damage> {
        checked(bytes, title: firstTitle).map { checkpoint(Array($0)) }
    }

    /// Returns the checkpoint of a session without a revision: its first one, with a salt that depends on the bytes
    /// only, so that each read returns the same revision.
    private static func checkpoint(_ bytes: [UInt8]) -> LogElement {
        LogElement(
            revision: Revision(number: 1, salt: UInt32(truncatingIfNeeded: bytes.checksum)), bytes: bytes)
    }

    /// Returns the content after the checksum if title, length and checksum are correct.
    private static func checked(_ file: [UInt8], title: [UInt8]) -> Result<ArraySlice<UInt8>, Damage> {
        guard file.count >= contentStart else { return .failure(Damage("it ends within its first line")) }
        guard file.starts(with: title) else { return .failure(Damage("its title line is not of a known version")) }
        let content = file[contentStart...]
        guard LogElementFormat.number(in: file, at: title.count) == UInt64(content.count) else {
            return .failure(Damage("its length differs from the one in its header"))
        }
        guard LogElementFormat.number(in: file, at: title.count + 8) == content.checksum else {
            return .failure(Damage("its checksum differs from the one in its header"))
        }
        return .success(content)
    }
}
