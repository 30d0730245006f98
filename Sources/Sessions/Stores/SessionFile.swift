/// Where a session's bytes stand in the directory: `ab/abcdef…`, in one of 256 folders, so that none grows large.
struct SessionFile {
    let folder: String
    let name: String

    init(_ id: SessionID) {
        name = id.description
        folder = String(name.prefix(2))
    }

    /// How an error names it.
    var path: String { "\(folder)/\(name.prefix(8))…" }

    /// All folders there can be.
    static let folders: [String] = {
        let digits = "0123456789abcdef"
        return digits.flatMap { first in digits.map { second in "\(first)\(second)" } }
    }()

    /// A number that is the same for all files of one folder.
    static func number(ofFolder folder: String) -> Int { folder.utf8.reduce(0) { $0 &* 31 &+ Int($1) } }
}
