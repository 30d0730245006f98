/// The file of a session in the directory: `ab/abcdef…`, in one of 256 folders, so that none grows large.
///
/// The name is the SHA-256 of the session id, so a listing or a backup of the directory reveals no usable session id.
struct SessionFile: Hashable, Sendable {
    /// 64 hexadecimal digits.
    let name: String

    init(_ id: SessionID) { self.init(digest: id.digest) }

    /// Creates the name from the digest of a session id.
    init(digest: some Sequence<UInt8>) {
        let digits = Array("0123456789abcdef".utf8)
        let text = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        name = String(decoding: text, as: UTF8.self)
    }

    /// Returns `nil` if `name` is not the file name of a session.
    init?(named name: String) {
        guard name.utf8.count == 2 * Self.digestCount, name.utf8.allSatisfy({ Self.value(of: $0) != nil }) else {
            return nil
        }
        self.name = name
    }

    /// The digest of the session id.
    var digest: [UInt8] {
        let values = name.utf8.map { Self.value(of: $0) ?? 0 }
        return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    /// The name of the folder: the first two digits.
    var folder: String { String(name.prefix(2)) }

    /// The number of the folder, 0 to 255.
    var folderNumber: Int {
        name.utf8.prefix(2).reduce(0) { $0 << 4 | Int(Self.value(of: $1) ?? 0) }
    }

    /// The path within the directory.
    var relativePath: String { "\(folder)/\(name)" }

    /// The shortened path for error messages.
    var path: String { "\(folder)/\(name.prefix(8))…" }

    static let digestCount = 32

    /// The names of all 256 folders.
    static let folders: [String] = {
        let digits = "0123456789abcdef"
        return digits.flatMap { first in digits.map { second in "\(first)\(second)" } }
    }()

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
