import Foundation
import Glibc

@testable import Gallery

/// A temporary folder for sessions and shared data. It is deleted with its last reference.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "cairn-shared-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Opens the folder for shared data. If it is locked, tries again many times: the queue of a log frees the log's
    /// folder after the last change has returned.
    func shared(report: @escaping @Sendable (String) -> Void = { _ in }) throws -> SharedFolder {
        var attempts = 0
        while true {
            do {
                return try SharedFolder(in: path, report: report)
            } catch let error as FileError where error.code == EWOULDBLOCK && attempts < 1_000_000 {
                attempts += 1
                sched_yield()
            }
        }
    }

    /// The names of the files in the folder of shared data.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path + "/shared")) ?? [] }

    func bytes(_ log: String) -> [UInt8] { bytes(named: log + ".events") }

    func bytes(named name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: "\(path)/shared/\(name)") ?? Data())
    }

    func write(_ bytes: [UInt8], to log: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/shared/\(log).events"))
    }

    func mode(of name: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/shared" + name)
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }
}
