import Glibc
import Synchronization
import Testing

@testable import SessionStores

@Suite("The durability of commits") struct DurabilityTests {
    let directory: TemporaryDirectory
    let calls = Calls()
    let id = SessionID.random()

    init() throws { directory = try TemporaryDirectory() }

    /// Records the system calls that change or synchronize something, with their target: a session's file or a folder.
    final class Calls: Sendable {
        private let all = Mutex<[String]>([])
        private static let noted = ["write", "fsync", "fdatasync", "rename", "remove", "truncate"]

        func note(_ operation: String, _ path: String) {
            guard Self.noted.contains(operation) else { return }
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

    /// Lets the first system call of each of these kinds fail, in order.
    private func failing(_ operations: [String], _ body: () async throws -> Void) async rethrows {
        let left = Mutex(operations)
        try await SystemCallObserver.$failure.withValue({ operation, _ in
            left.withLock { left in
                guard left.first == operation else { return nil }
                left.removeFirst()
                return EIO
            }
        }) { try await body() }
        #expect(left.withLock(\.self) == [])
    }

    @Test func `a change of a killed process is synchronized before it is read`() async throws {
        let killed = try directory.openInline()
        try await killed.save([1], for: id)
        try await killed.append([2], to: id)
        await killed.close()
        let store = try directory.openInline()
        let made = try await observed {
            let contents = try await store.contents(of: id)
            #expect(contents == [[1], [2]])
            calls.note("read")
        }
        #expect(made == ["fdatasync file", "read"])
    }

    @Test func `a change is written once and synchronized once before it is acknowledged`() async throws {
        let store = try directory.openInline()
        try await store.save([1], for: id)
        let made = try await observed {
            try await store.append([2], to: id)
            calls.note("acknowledged")
        }
        #expect(made == ["write file", "fdatasync file", "acknowledged"])
    }

    @Test func `a checkpoint is synchronized before its rename, and its folder before the acknowledgement`()
        async throws
    {
        let store = try directory.openInline()
        // The first commit creates the folder.
        try await store.save([1], for: id)
        let made = try await observed {
            try await store.save([2], for: id)
            calls.note("acknowledged")
        }
        #expect(made == ["write file", "fsync file", "rename file", "fsync folder", "acknowledged"])
    }

    @Test func `a new folder is synchronized before a session in it is acknowledged`() async throws {
        let store = try directory.openInline()
        let made = try await observed { try await store.save([1], for: id) }
        #expect(made == ["fsync folder", "write file", "fsync file", "rename file", "fsync folder"])
    }

    @Test func `a removal is synchronized before it is acknowledged`() async throws {
        let store = try directory.openInline()
        try await store.save([1], for: id)
        let made = try await observed {
            try await store.remove(id)
            calls.note("acknowledged")
        }
        #expect(made == ["remove file", "fsync folder", "acknowledged"])
    }

    @Test func `the file of a new id is durable before the old file is removed`() async throws {
        let store = try directory.openInline()
        let (old, new) = (SessionID.random(inFolder: "ab"), SessionID.random(inFolder: "ab"))
        try await store.save([1], for: old)
        let made = try await observed {
            try await store.save([2], for: old, newID: new)
            calls.note("acknowledged")
        }
        #expect(
            made == [
                "write file", "fsync file", "rename file", "fsync folder", "remove file", "fsync folder",
                "acknowledged",
            ])
    }

    @Test func `all files of a batch are written before the first is synchronized`() async throws {
        let pool = HeldPool()
        let store = try DirectoryStore(at: directory.path, threads: 1) { pool.hold($0) }
        pool.open()
        let ids = (0..<6).map { _ in SessionID.random(inFolder: "ab") }
        for id in ids { try await store.save([0], for: id) }
        var leases: [(Lease, Revision)] = []
        for id in ids {
            let (lease, session) = try #require(try await store.begin(id, since: nil).granted)
            leases.append((lease, try #require(session.elements.last?.revision)))
        }
        pool.close()
        // The changes that arrive before the queue runs form one batch.
        let tasks = leases.enumerated().map { number, lease in
            let element = LogElement(revision: .following(lease.1), bytes: [1])
            let change = SessionChange(number < 3 ? .append(element) : .replace(element), after: lease.1)
            return Task.immediate { try await store.commit(change, under: lease.0) }
        }
        let made = try await observed {
            pool.open()
            for task in tasks {
                let result = try await task.value
                #expect(result == .done)
            }
        }
        let steps = [
            "write file", "write file", "fdatasync file", "fsync file", "rename file",
        ]
        #expect(made == steps.flatMap { Array(repeating: $0, count: 3) } + ["fsync folder"])
    }

    // MARK: - Failures

    @Test(arguments: [["write"], ["fdatasync"], ["fdatasync", "truncate"]])
    func `after a failed append the next change writes the whole file`(operations: [String]) async throws {
        let store = try directory.openInline()
        let first = try await store.save([1], for: id)
        let change = SessionChange(.append(LogElement(revision: .following(first), bytes: [2])), after: first)
        let lease = try await store.lease(id)
        await failing(operations) {
            #expect(await storeError { _ = try await store.commit(change, under: lease) }?.errno == EIO)
        }
        #expect(try await store.load(id, since: first) == .unchanged)
        // The same change can be committed again under its lease.
        let made = try await observed {
            let result = try await store.commit(change, under: lease)
            #expect(result == .done)
        }
        #expect(made == ["write file", "fsync file", "rename file", "fsync folder"])
        #expect(try await observed { try await store.append([3], to: id) } == ["write file", "fdatasync file"])
        let next = try await directory.reopen(store)
        #expect(try await next.contents(of: id) == [[1], [2], [3]])
    }

    @Test func `a checkpoint that is perhaps not durable is written again before it counts as made`() async throws {
        let store = try directory.openInline()
        let first = try await store.save([1], for: id)
        let change = SessionChange(.replace(LogElement(revision: .following(first), bytes: [2])), after: first)
        let lease = try await store.lease(id)
        // The second `fsync` is that of the folder.
        let count = Mutex(0)
        await SystemCallObserver.$failure.withValue({ operation, _ in
            guard operation == "fsync" else { return nil }
            return count.withLock { count in
                count += 1
                return count == 2 ? EIO : nil
            }
        }) {
            #expect(await storeError { _ = try await store.commit(change, under: lease) }?.errno == EIO)
        }
        let made = try await observed {
            let result = try await store.commit(change, under: lease)
            #expect(result == .overtaken(by: change.element.revision))
        }
        #expect(made == ["write file", "fsync file", "rename file", "fsync folder"])
        #expect(try await store.contents(of: id) == [[2]])
    }

    @Test(arguments: ["write", "fsync", "rename"])
    func `a failed checkpoint keeps the session and leaves no file`(operation: String) async throws {
        let store = try directory.openInline()
        try await store.save([1], for: id)
        await failing([operation]) {
            #expect(await storeError { try await store.save([2], for: id) }?.errno == EIO)
        }
        #expect(try directory.files() == [SessionFile(id).fullPath, "lock"])
        #expect(try await store.contents(of: id) == [[1]])
        #expect(store.directory.space.used == 4_096)
        #expect(try await observed { try await store.append([3], to: id) } == ["write file", "fdatasync file"])
    }
}
