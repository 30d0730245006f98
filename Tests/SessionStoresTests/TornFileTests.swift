import Synchronization
import Testing

@testable import SessionStores

@Suite("Incomplete and damaged changes in a session's file") struct TornFileTests {
    let directory: TemporaryDirectory
    let id = SessionID.random()
    let reports = Reports()

    init() throws { directory = try TemporaryDirectory() }

    final class Reports: Sendable {
        let texts = Mutex<[String]>([])
    }

    private func open() throws -> DirectoryStore {
        try directory.openInline { [reports] report in reports.texts.withLock { $0.append(report) } }
    }

    /// Writes a file with a checkpoint and two changes, and returns it with the start of the last change.
    private func write() throws -> (bytes: [UInt8], last: Int) {
        let contents: [[UInt8]] = [[1, 1, 1], [2, 2], [UInt8](repeating: 3, count: 40)]
        let elements = contents.enumerated().map {
            LogElement(revision: Revision(number: UInt64($0) + 1, salt: 5), bytes: $1)
        }
        let bytes = SessionFileFormat.encode(elements, for: SessionFile(id), from: 7)
        try directory.write(bytes, to: directory.file(of: id))
        return (bytes, SessionFileFormat.encode(Array(elements.prefix(2)), for: SessionFile(id), from: 7).count)
    }

    /// Replaces the file's bytes, and returns what a store reads then. Checks that a change can follow.
    private func contents(of bytes: [UInt8]) async throws -> [[UInt8]]? {
        try directory.write(bytes, to: directory.file(of: id))
        let store = try open()
        let contents = try await store.contents(of: id)
        #expect(try await store.contents(of: id) == contents)
        try await store.append([9], to: id)
        let next = try await directory.reopen(store)
        #expect(try await next.contents(of: id) == contents.map { $0 + [[9]] })
        await next.close()
        return contents
    }

    @Test func `a last change that is cut at any position is ignored, and all earlier ones are kept`() async throws {
        let (bytes, last) = try write()
        for end in last..<bytes.count {
            #expect(try await contents(of: Array(bytes[..<end])) == [[1, 1, 1], [2, 2]])
        }
        // One report per torn file, although each was read three times; the first cut is between two changes.
        #expect(reports.texts.withLock(\.count) == bytes.count - last - 1)
        #expect(reports.texts.withLock(\.last)?.contains("the last 63 bytes are not a complete change") == true)
    }

    @Test(arguments: [1, 23, 24, 100, 5_000])
    func `zeros after the last change are ignored`(count: Int) async throws {
        let (bytes, _) = try write()
        let zeros = [UInt8](repeating: 0, count: count)
        #expect(try await contents(of: bytes + zeros) == [[1, 1, 1], [2, 2], [UInt8](repeating: 3, count: 40)])
    }

    @Test func `a last change with any part replaced by zeros is ignored`() async throws {
        let (bytes, last) = try write()
        for start in stride(from: last, to: bytes.count - 8, by: 8) {
            var bytes = bytes
            for position in start..<start + 8 { bytes[position] = 0 }
            #expect(try await contents(of: bytes + [0, 0, 0]) == [[1, 1, 1], [2, 2]])
        }
    }

    @Test func `damage before the last change loses the session and keeps the file`() async throws {
        let (bytes, last) = try write()
        for position in 0..<last {
            var bytes = bytes
            bytes[position] ^= 0x10
            try directory.write(bytes, to: directory.file(of: id))
            let store = try open()
            #expect(await storeError { _ = try await store.load(id, since: nil) }?.code == .damaged)
            #expect(await storeError { _ = try await store.begin(id, since: nil) }?.code == .damaged)
            await store.close()
            #expect(try directory.bytes(of: id) == bytes)
        }
        #expect(reports.texts.withLock(\.count) == 0)
    }

    @Test func `an incomplete checkpoint is damage`() async throws {
        let elements = [LogElement(revision: Revision(number: 1, salt: 1), bytes: [1, 2, 3])]
        let bytes = SessionFileFormat.encode(elements, for: SessionFile(id), from: nil)
        for end in 0..<bytes.count {
            try directory.write(Array(bytes[..<end]), to: directory.file(of: id))
            let store = try open()
            #expect(await storeError { _ = try await store.load(id, since: nil) }?.code == .damaged)
            await store.close()
        }
    }

    @Test func `a change after an incomplete one cuts the file`() async throws {
        let (bytes, last) = try write()
        try directory.write(Array(bytes.dropLast()), to: directory.file(of: id))
        let store = try open()
        try await store.append([9], to: id)
        #expect(try directory.bytes(of: id).count == last + 24 + 1)
        try await store.append([8], to: id)
        #expect(try await store.contents(of: id) == [[1, 1, 1], [2, 2], [9], [8]])
    }

    @Test func `bytes that look like many changes are not searched without end`() async throws {
        let (bytes, last) = try write()
        // Each octet is the start of a candidate: the number in it follows that of the last correct change.
        var candidates: [UInt8] = []
        for number in 3..<90 as Range<UInt8> { candidates += [number, 0, 0, 0, 0, 0, 0, 0] }
        let torn = [UInt8](repeating: 0xFF, count: 30) + candidates + candidates
        try directory.write(Array(bytes[..<last]) + torn, to: directory.file(of: id))
        let store = try open()
        #expect(await storeError { _ = try await store.load(id, since: nil) }?.code == .damaged)
    }
}
