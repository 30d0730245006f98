import Dispatch
import Foundation
import Synchronization

@testable import SessionStores

/// A directory of one test, removed after the test.
final class TemporaryDirectory: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("cairn-\(UUID().uuidString)").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a session's file.
    func file(of id: SessionID) -> String { "\(path)/\(SessionFile(id).fullPath)" }

    /// Opens a store whose blocking work runs on other threads.
    func open(
        idle: Duration? = nil, limit: Int = 1 << 20, space: StoreSpace = StoreSpace(), knownLimit: Int = 100_000
    ) throws -> DirectoryStore {
        try DirectoryStore(at: path, idle: idle, limit: limit, space: space, knownLimit: knownLimit) {
            DispatchQueue.global().async(execute: $0)
        }
    }

    /// Opens a store whose blocking work runs in the calling task, so that it observes the system calls.
    func openInline(report: @escaping @Sendable (String) -> Void = { _ in }) throws -> DirectoryStore {
        try DirectoryStore(at: path, report: report) { $0() }
    }

    /// Makes a store forget a session, as a restart does, by opening the directory anew.
    func reopen(_ store: DirectoryStore) async throws -> DirectoryStore {
        await store.close()
        return try openInline()
    }

    func write(_ bytes: [UInt8], to file: String) throws {
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
    }

    func bytes(of id: SessionID) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: file(of: id)))) }

    /// The paths of all files, relative to the directory.
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

    /// Sets the modification time of a session's file to `seconds` before the current time.
    func age(_ id: SessionID, seconds: Int) { age(file(of: id), seconds: seconds) }

    func age(_ file: String, seconds: Int) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        time.tv_sec -= seconds
        let times = [time, time]
        utimensat(AT_FDCWD, file, times, 0)
    }

    /// The number of seconds since the modification time of a session's file.
    func age(of id: SessionID) throws -> Int {
        let date = try FileManager.default.attributesOfItem(atPath: file(of: id))[.modificationDate] as? Date
        return Int(-(date?.timeIntervalSinceNow ?? 0))
    }
}

extension SessionFile {
    /// The file's path relative to the directory of the store.
    var fullPath: String { "\(folder)/\(name)" }
}

extension SessionID {
    /// Returns a random id whose file is in `folder`.
    static func random(inFolder folder: String) -> SessionID {
        while true {
            let id = random()
            if SessionFile(id).folder == folder { return id }
        }
    }
}

/// A thread pool that holds its work until the test runs it.
final class HeldPool: Sendable {
    private let work = Mutex<[@Sendable () -> Void]>([])
    private let isOpen = Atomic(false)

    var count: Int { work.withLock(\.count) }

    func hold(_ body: @escaping @Sendable () -> Void) {
        if isOpen.load(ordering: .relaxed) { body() } else { work.withLock { $0.append(body) } }
    }

    /// Runs all held work, and the work that this adds.
    func performAll() {
        while let next = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { next() }
    }

    /// Runs all held work, and runs later work immediately.
    func open() {
        isOpen.store(true, ordering: .relaxed)
        performAll()
    }

    /// Holds later work again.
    func close() { isOpen.store(false, ordering: .relaxed) }

    /// Drops all held work without running it.
    func refuseAll() {
        let refused = work.withLock { work in
            defer { work = [] }
            return work
        }
        _ = consume refused
    }
}
