import Dispatch
import Foundation
import SessionStores
import Synchronization

@testable import SharedLogs

/// A list that keeps only the newest words. Its checkpoint does not contain the capacity.
struct Words: SharedState, Equatable {
    enum Event: Codable, Sendable, Equatable { case added(String) }
    struct Refused: Error {}

    private(set) var all: [String] = []
    private(set) var capacity = 1_000

    init(capacity: Int = 1_000) { self.capacity = capacity }

    mutating func apply(_ event: Event) {
        switch event {
        case .added(let word): all = (all + [word]).suffix(capacity)
        }
    }

    var checkpoint: [String] { all }
    mutating func restore(_ checkpoint: [String]) { all = checkpoint.suffix(capacity) }
}

extension SharedLog<Words> {
    convenience init(capacity: Int = 1_000) { self.init("words", Words(capacity: capacity)) }

    var all: [String] { read(\.all) }

    /// Opens another node's copy of the log.
    static func opened(in store: any EventStore, capacity: Int = 1_000) async throws -> SharedLog<Words> {
        let log = SharedLog(capacity: capacity)
        try await log.open(in: store)
        return log
    }

    /// Adds a word; throws if the word is "refused", or if it must be new and is not.
    func add(_ word: String, isOnce: Bool = false) async throws {
        try await update { words in
            guard word != "refused", !isOnce || !words.all.contains(word) else { throw Words.Refused() }
            return [.added(word)]
        }
    }
}

/// A folder of one test, removed after it.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "cairn-logs-\(UUID().uuidString)").path
    private let reported = Mutex<[String]>([])

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Opens a store whose blocking work runs in the calling task, so that tests can make its system calls fail.
    func store() throws -> FileEventStore {
        try FileEventStore(at: path, report: { line in self.reported.withLock { $0.append(line) } }) { $0() }
    }

    /// Opens a store whose blocking work runs on other threads.
    func storeOnThreads() throws -> FileEventStore {
        try FileEventStore(at: path) { DispatchQueue.global().async(execute: $0) }
    }

    /// The lines that the stores have reported.
    var reports: [String] { reported.withLock(\.self) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func bytes(_ name: String = "words.events") -> [UInt8] {
        Array(FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data())
    }

    func write(_ bytes: [UInt8], to name: String = "words.events") throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    /// Returns a folder with a copy of the log's file, as a crash leaves it.
    func copy() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try folder.write(bytes())
        return folder
    }

    func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + name)[.posixPermissions] as? Int
    }

    /// Writes these words as the acknowledged updates of an earlier process.
    func write(words: [String]) async throws {
        let store = try store()
        let log = try await SharedLog.opened(in: store)
        for word in words { try await log.add(word) }
        await log.close()
        await store.close()
    }

    /// Reads the words as the next process does.
    func words() async throws -> [String] {
        let store = try store()
        let log = try await SharedLog.opened(in: store)
        let words = log.all
        await log.close()
        await store.close()
        return words
    }
}
