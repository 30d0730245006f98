import NavigationKit

/// The file of a session in the directory: `ab/abcdef…`, in one of 256 folders, so that none grows large.
///
/// The name is the SHA-256 of the session id, so a listing or a backup of the directory reveals no usable session id.
struct SessionFile: Hashable {
    let name: String

    init(_ id: SessionID) { name = SHA256.hexDigest(of: id.bytes) }

    /// Returns `nil` if `name` is not the file name of a session.
    init?(named name: String) {
        guard name.utf8.count == Self.nameLength, name.utf8.allSatisfy(Self.isDigit) else { return nil }
        self.name = name
    }

    var folder: String { String(name.prefix(2)) }

    /// The shortened path for error messages.
    var path: String { "\(folder)/\(name.prefix(8))…" }

    static let nameLength = 64

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// The names of all 256 folders.
    static let folders: [String] = {
        let digits = "0123456789abcdef"
        return digits.flatMap { first in digits.map { second in "\(first)\(second)" } }
    }()

    /// The number of a folder, 0 to 255, for assigning folders to write queues.
    static func number(ofFolder folder: String) -> Int { Int(folder, radix: 16) ?? 0 }
}
