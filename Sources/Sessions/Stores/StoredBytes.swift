import NavigationKit

/// What stands in a file: a line that says what it is, the length and a checksum of the bytes, then the bytes.
///
/// Renaming shows no half file; this finds what a worn disk, a restored backup or a text editor made of one.
enum StoredBytes {
    private static let title = Array("cairn-session 1\n".utf8)
    static let headerCount = title.count + 16

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var file: [UInt8] = []
        file.reserveCapacity(headerCount + bytes.count)
        file += title
        append(UInt64(bytes.count), to: &file)
        append(bytes.checksum, to: &file)
        file += bytes
        return file
    }

    /// The bytes in `file`, or what is wrong with it.
    static func decode(_ file: [UInt8]) -> Result<[UInt8], Damage> {
        guard file.count >= headerCount else { return .failure(.init("it ends within its first line")) }
        guard file.starts(with: title) else { return .failure(.init("it was not written by this version")) }
        let bytes = file[headerCount...]
        guard number(in: file, at: title.count) == UInt64(bytes.count) else {
            return .failure(.init("its length is not the one it was saved with"))
        }
        guard number(in: file, at: title.count + 8) == bytes.checksum else {
            return .failure(.init("its content is not the one it was saved with"))
        }
        return .success(Array(bytes))
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
}
