import Glibc
import SessionStores
import Snapshots
import Synchronization
import Testing

@testable import SharedLogs

@Suite("The files of shared logs") struct EventFileTests {
    @Test func `updates survive a restart`() async throws {
        let folder = TemporaryFolder()
        for round in 0..<3 {
            #expect(try await folder.words() == ["a", "b"].prefix(round).flatMap { [$0, $0 + $0] })
            guard round < 2 else { break }
            let word = ["a", "b"][round]
            try await folder.write(words: [word, word + word])
        }
        #expect(folder.reports == [])
    }

    @Test func `a refused or empty update writes nothing`() async throws {
        let folder = TemporaryFolder()
        let words = try await SharedLog.opened(in: try folder.store())
        try await words.add("a")
        let before = folder.bytes()
        await #expect(throws: Words.Refused.self) { try await words.add("refused") }
        try await words.update { _ in [] }
        #expect(folder.bytes() == before && words.all == ["a"])
    }

    @Test func `a record that a crash truncated is cut and reported, wherever it ends`() async throws {
        let folder = TemporaryFolder()
        try await folder.write(words: ["first"])
        let start = folder.bytes().count
        try await folder.write(words: ["last"])
        let whole = folder.bytes()
        for end in start + 1..<whole.count {
            try folder.write(Array(whole[..<end]))
            #expect(try await folder.words() == ["first"], "\(end)")
            #expect(folder.bytes().count == start && folder.reports.count == end - start)
        }
        // A file that was extended before its bytes were written loses no acknowledged record either.
        try folder.write(whole + [UInt8](repeating: 0, count: 40))
        #expect(try await folder.words() == ["first", "last"])
        #expect(folder.bytes() == whole && folder.names == ["lock", "words.events"])
    }

    @Test func `a missing sector of the last record counts as incomplete`() async throws {
        let folder = TemporaryFolder()
        try await folder.write(words: ["first"])
        let start = folder.bytes().count
        try await folder.write(words: [String(repeating: "x", count: 2_000)])
        var bytes = folder.bytes()
        bytes.replaceSubrange(start..<start + 512, with: [UInt8](repeating: 0, count: 512))
        try folder.write(bytes)
        #expect(try await folder.words() == ["first"])
        #expect(folder.names == ["lock", "words.events"] && folder.reports.count == 1)
    }

    @Test(arguments: [0, 20, 50, 70])
    func `a damaged file is reported and set aside, and its readable records are kept`(at place: Int) async throws {
        let folder = TemporaryFolder()
        try await folder.write(words: ["first", "second", "third"])
        var bytes = folder.bytes()
        bytes[place] ^= 1
        try folder.write(bytes)
        let kept = place == 0 ? [] : place == 20 ? ["first", "second", "third"] : ["second", "third"]
        #expect(try await folder.words() == kept)
        #expect(folder.reports.count == 1 && folder.reports.first?.contains(".damaged-") == true)
        let aside = try #require(folder.names.first { $0.hasPrefix("words.events.damaged-") })
        #expect(folder.bytes(aside) == bytes)
        try await folder.write(words: ["next"])
        #expect(try await folder.words() == kept + ["next"] && folder.reports.count == 1)
    }

    @Test(arguments: ["write", "fdatasync"])
    func `with a full disk an update fails completely, and updates succeed again when there is space`(
        failing operation: String
    ) async throws {
        let folder = TemporaryFolder()
        let words = try await SharedLog.opened(in: try folder.store())
        try await words.add("before")
        let bytes = folder.bytes()
        // A task that works off the line makes its system calls with the task-local values of its start.
        await words.finish()
        for _ in 0..<2 {
            let error = await #expect(throws: SharedLogError.self) {
                try await SystemCallObserver.$failure.withValue({ call, _ in call == operation ? ENOSPC : nil }) {
                    try await words.add("lost")
                }
            }
            #expect(error?.code == .unavailable && error?.detail.contains("No space left") == true)
            #expect(words.all == ["before"] && folder.bytes() == bytes)
            await words.finish()
        }
        try await words.add("after")
        #expect(words.all == ["before", "after"])
        await words.close()
        #expect(try await SharedLog.opened(in: try folder.copy().store()).all == ["before", "after"])
    }

    @Test func `remains of a failed write that could not be cut are cut by the next update`() async throws {
        let folder = TemporaryFolder()
        let words = try await SharedLog.opened(in: try folder.store())
        try await words.add("before")
        let count = folder.bytes().count
        await words.finish()
        await #expect(throws: SharedLogError.self) {
            try await SystemCallObserver.$failure.withValue({ call, _ in
                ["fdatasync", "truncate"].contains(call) ? EIO : nil
            }) { try await words.add(String(repeating: "lost", count: 100)) }
        }
        // The task that failed could still work the next update off, with its task-local values.
        await words.finish()
        #expect(folder.bytes().count > count)
        try await words.add("after")
        let copy = try folder.copy()
        #expect(try await copy.words() == ["before", "after"])
        #expect(copy.reports == [])
    }

    @Test func `an update is visible only after its record is on the disk`() async throws {
        let folder = TemporaryFolder()
        let words = try await SharedLog.opened(in: try folder.store())
        await words.finish()
        let seen = Mutex<[[String]]>([])
        try await SystemCallObserver.$current.withValue({ call, _ in
            if call == "fdatasync" { seen.withLock { $0.append(words.all) } }
        }) {
            for word in ["a", "b"] { try await words.add(word) }
        }
        #expect(seen.withLock(\.self) == [[], ["a"]] && words.all == ["a", "b"])
    }

    @Test func `the file is compacted, so it does not grow without limit`() async throws {
        let folder = TemporaryFolder()
        let store = try folder.store()
        let words = try await SharedLog.opened(in: store, capacity: 2)
        let long = String(repeating: "x", count: 60_000)
        for number in 0..<60 { try await words.add("\(number)" + long) }
        #expect(folder.bytes().count < 1_300_000)
        await words.close()
        await store.close()
        let again = try await SharedLog.opened(in: try folder.store(), capacity: 2)
        #expect(again.all.map { $0.prefix(2) } == ["58", "59"])
    }

    @Test func `after 1,024 records a checkpoint replaces them`() async throws {
        let folder = TemporaryFolder()
        let words = try await SharedLog.opened(in: try folder.store(), capacity: 3)
        for number in 0..<1_023 { try await words.add("\(number)") }
        let before = folder.bytes().count
        try await words.add("last")
        await words.close()
        #expect(before > 40_000 && folder.bytes().count < 200)
        #expect(try await folder.copy().words() == ["1021", "1022", "last"])
    }

    @Test func `a compaction that fails loses nothing, and is reported`() async throws {
        let folder = TemporaryFolder()
        let reports = Mutex<[String]>([])
        let words = SharedLog(capacity: 3)
        try await words.open(
            in: try folder.store(), report: { line in reports.withLock { $0.append(line) } }, changed: {})
        for number in 0..<1_023 { try await words.add("\(number)") }
        await words.finish()
        try await SystemCallObserver.$failure.withValue({ call, _ in call == "rename" ? ENOSPC : nil }) {
            try await words.add("last")
            await words.close()
        }
        #expect(reports.withLock(\.count) == 1 && folder.names == ["lock", "words.events"])
        #expect(try await folder.copy().words().suffix(3) == ["1021", "1022", "last"])
    }

    @Test func `files of the earlier format are read, and written in the present one`() async throws {
        let folder = TemporaryFolder()
        var bytes = Array("cairn-events 2\n".utf8)
        for words in [["a"], ["b", "c"]] { bytes += try Self.earlierRecord(words) }
        try folder.write(bytes)
        #expect(try await folder.words() == ["a", "b", "c"])
        #expect(folder.bytes().starts(with: Array("cairn-events 3\n".utf8)))
        try await folder.write(words: ["d"])
        #expect(try await folder.words() == ["a", "b", "c", "d"])
        #expect(folder.reports == [] && folder.names == ["lock", "words.events"])
        // A crash can truncate the last record, or leave zeros after it.
        let last = try Self.earlierRecord(["lost"])
        for end in [Array(last.dropLast()), Array(last.prefix(5)), [UInt8](repeating: 0, count: 40)] {
            try folder.write(bytes + end)
            #expect(try await folder.words() == ["a", "b", "c"])
        }
        #expect(folder.reports == [])
        bytes[40] ^= 1
        try folder.write(bytes)
        #expect(try await folder.words() == ["b", "c"] && folder.reports.count == 1)
    }

    private static func earlierRecord(_ words: [String]) throws -> [UInt8] {
        let payload = try CBOR.encode(words.map { Words.Event.added($0) })
        func little(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return little(UInt64(payload.count), 4) + little(payload.checksum, 8) + payload
    }

    @Test func `one process at a time locks the folder, and only its user can read it`() async throws {
        let folder = TemporaryFolder()
        let store = try folder.store()
        try await SharedLog.opened(in: store).add("a")
        let error = #expect(throws: StoreError.self) { _ = try folder.store() }
        #expect(error?.code == .inUse)
        #expect(try folder.mode(of: "") == 0o700)
        #expect(try folder.mode(of: "/words.events") == 0o600 && folder.mode(of: "/lock") == 0o600)
        await store.close()
        for name in ["words", "others"] {
            await #expect(throws: StoreError.self) { _ = try await store.read(name, after: nil) }
        }
        _ = try folder.store()
    }

    @Test func `a call whose work is dropped by the pool fails`() async throws {
        let folder = TemporaryFolder()
        let store = try FileEventStore(at: folder.path) { _ in }
        let error = await #expect(throws: StoreError.self) { _ = try await store.read("words", after: nil) }
        #expect(error?.code == .refused)
    }

    @Test(arguments: ["", "A", "a/b", "..", String(repeating: "a", count: 65)])
    func `a name that is no file name is refused`(_ name: String) async throws {
        let folder = TemporaryFolder()
        let store = try folder.store()
        await #expect(throws: StoreError.self) { _ = try await store.read(name, after: nil) }
        let log = SharedLog(name, Words())
        let error = await #expect(throws: SharedLogError.self) { try await log.open(in: store) }
        #expect(error?.code == .invalidName && folder.names == ["lock"])
    }
}
