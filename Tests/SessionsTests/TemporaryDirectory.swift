import Dispatch
import Foundation
import Synchronization

@testable import Sessions

/// A directory of one test; it is gone when the test is over.
final class TemporaryDirectory: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("cairn-\(UUID().uuidString)").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Where a session stands.
    func file(of id: SessionID) -> String { "\(path)/\(SessionFile(id).fullPath)" }

    func open(limit: Int = 1 << 20, space: StoreSpace = StoreSpace()) throws -> DirectoryStore {
        try DirectoryStore(at: path, limit: limit, space: space) { DispatchQueue.global().async(execute: $0) }
    }

    func write(_ bytes: [UInt8], to file: String) throws {
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
    }

    func bytes(of id: SessionID) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: file(of: id)))) }

    /// All files in it, with the folders they stand in.
    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }.sorted()
    }

    func mode(of file: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    }

    /// Makes a file look as if it had been saved so many seconds ago.
    func age(_ id: SessionID, seconds: Int) { age(file(of: id), seconds: seconds) }

    func age(_ file: String, seconds: Int) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        time.tv_sec -= seconds
        let times = [time, time]
        utimensat(AT_FDCWD, file, times, 0)
    }

    /// Seconds since a file was saved or used.
    func age(of id: SessionID) throws -> Int {
        let date = try FileManager.default.attributesOfItem(atPath: file(of: id))[.modificationDate] as? Date
        return Int(-(date?.timeIntervalSinceNow ?? 0))
    }
}

extension SessionFile {
    /// The path below the directory.
    var fullPath: String { "\(folder)/\(name)" }
}

extension SessionID {
    /// A session whose file is in this folder.
    static func random(inFolder folder: String) -> SessionID {
        while true {
            let id = random()
            if SessionFile(id).folder == folder { return id }
        }
    }
}

/// A pool whose work is done when the test says so.
final class HeldPool: Sendable {
    private let work = Mutex<[@Sendable () -> Void]>([])
    private let isOpen = Atomic(false)

    var count: Int { work.withLock(\.count) }

    func hold(_ body: @escaping @Sendable () -> Void) {
        if isOpen.load(ordering: .relaxed) { body() } else { work.withLock { $0.append(body) } }
    }

    /// Does what is there, and what comes of it.
    func performAll() {
        while let next = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { next() }
    }

    /// Does what is there, and from now on everything at once.
    func open() {
        isOpen.store(true, ordering: .relaxed)
        performAll()
    }

    /// Lets go of it instead.
    func refuseAll() {
        let refused = work.withLock { work in
            defer { work = [] }
            return work
        }
        _ = consume refused
    }
}
