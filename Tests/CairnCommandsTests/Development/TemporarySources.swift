import Foundation

@testable import CairnCommands

/// A folder with files that exists while `body` runs.
struct TemporarySources {
    let path = LexicalPath(
        FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path, in: .current)

    @discardableResult
    init(_ body: (TemporarySources) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(atPath: path.text) }
        try body(self)
    }

    /// Writes a file, and the folders around it.
    func write(_ file: String, _ text: String = "") {
        let url = URL(filePath: path.text + "/" + file)
        try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? text.write(to: url, atomically: true, encoding: .utf8)
    }

    func remove(_ file: String) { try? FileManager.default.removeItem(atPath: path.text + "/" + file) }
}
