import Synchronization
import Testing

@testable import Sessions

@Suite("The durability of saves") struct SaveDurabilityTests {
    let directory: TemporaryDirectory
    let calls = Calls()

    init() throws { directory = try TemporaryDirectory() }

    /// Records each write, fsync, rename and removal with its target: a session's file or a folder.
    final class Calls: Sendable {
        private let all = Mutex<[String]>([])

        func note(_ operation: String, _ path: String) {
            guard ["write", "fsync", "rename", "remove"].contains(operation) else { return }
            let isFile = path.hasSuffix("…")
            all.withLock { $0.append(operation + (isFile ? " file" : " folder")) }
        }

        func note(_ word: String) { all.withLock { $0.append(word) } }

        func take() -> [String] {
            all.withLock { all in
                defer { all = [] }
                return all
            }
        }
    }

    private func observed(_ body: () async throws -> Void) async throws -> [String] {
        let calls = calls
        try await SystemCallObserver.$current.withValue({ calls.note($0, $1) }) { try await body() }
        return calls.take()
    }

    @Test func `a save is synchronized before its rename, and its folder before the acknowledgement`() async throws {
        let store = try DirectoryStore(at: directory.path) { $0() }
        let id = SessionID.random()
        // The first save creates the folder.
        try await store.save([1], for: id)
        let made = try await observed {
            try await store.save([2], for: id)
            calls.note("acknowledged")
        }
        #expect(made == ["write file", "fsync file", "rename file", "fsync folder", "acknowledged"])
    }

    @Test func `a new folder is synchronized before a save in it is acknowledged`() async throws {
        let store = try DirectoryStore(at: directory.path) { $0() }
        let made = try await observed { try await store.save([1], for: .random()) }
        #expect(made == ["fsync folder", "write file", "fsync file", "rename file", "fsync folder"])
    }

    @Test func `a removal is synchronized before it is acknowledged`() async throws {
        let store = try DirectoryStore(at: directory.path) { $0() }
        let id = SessionID.random()
        try await store.save([1], for: id)
        let made = try await observed {
            try await store.remove(id)
            calls.note("acknowledged")
        }
        #expect(made == ["remove file", "fsync folder", "acknowledged"])
    }

    @Test func `all files of a batch are synchronized before the first rename`() async throws {
        let pool = HeldPool()
        let store = try DirectoryStore(at: directory.path, threads: 1) { pool.hold($0) }
        let ids = (0..<3).map { _ in SessionID.random(inFolder: "ab") }
        let first = Task.immediate { try await store.save([0], for: ids[0]) }
        pool.performAll()
        try await first.value
        // The first change starts the queue; the changes that arrive before it runs form one batch.
        let saves = ids.map { id in Task.immediate { try await store.save([1], for: id) } }
        let made = try await observed {
            pool.performAll()
            for save in saves { try await save.value }
        }
        #expect(
            made == Array(repeating: "write file", count: 3) + Array(repeating: "fsync file", count: 3)
                + Array(repeating: "rename file", count: 3) + ["fsync folder"])
    }
}
