import NavigationKit

/// Where a session's bytes stand in the directory: `ab/abcdef…`, in one of 256 folders, so that none grows large.
///
/// The name is the SHA-256 of the session's name: whoever lists the directory, or has a backup of it, learns no name that
/// opens a session.
struct SessionFile: Hashable {
    let name: String

    init(_ id: SessionID) { name = SHA256.hexDigest(of: id.bytes) }

    /// The file that is called so in its folder; `nil` if no session is.
    init?(named name: String) {
        guard name.utf8.count == Self.nameLength, name.utf8.allSatisfy(Self.isDigit) else { return nil }
        self.name = name
    }

    var folder: String { String(name.prefix(2)) }

    /// How an error names it.
    var path: String { "\(folder)/\(name.prefix(8))…" }

    static let nameLength = 64

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// All folders there can be.
    static let folders: [String] = {
        let digits = "0123456789abcdef"
        return digits.flatMap { first in digits.map { second in "\(first)\(second)" } }
    }()

    /// A number that is the same for all files of one folder.
    static func number(ofFolder folder: String) -> Int { folder.utf8.reduce(0) { $0 &* 31 &+ Int($1) } }
}
