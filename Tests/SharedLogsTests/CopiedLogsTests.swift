import SessionStores
import Testing

@testable import SharedLogs

@Suite("Copies of shared logs in memory") struct CopiedLogsTests {
    let folder = TemporaryFolder()

    @Test func `a copy has the records of the files, and its changes stay in memory`() async throws {
        let store = try folder.store()
        let log = try await SharedLog.opened(in: store)
        for word in ["one", "two"] { try await log.add(word) }
        let before = folder.bytes()
        let copies = try MemoryEventStore(copying: ["words", "others"], from: folder.path)
        let copy = try await SharedLog.opened(in: copies)
        #expect(copy.all == ["one", "two"] && copy.revision == log.revision)
        try await copy.add("three")
        #expect(copy.all.count == 3 && log.all.count == 2 && folder.bytes() == before)
        for log in [log, copy] { await log.close() }
        await store.close()
    }

    @Test func `a copy can end at an earlier revision`() async throws {
        let store = try folder.store()
        let log = try await SharedLog.opened(in: store)
        var numbers: [UInt64] = [log.revision?.number ?? 0]
        for word in ["one", "two", "three"] {
            try await log.add(word)
            numbers.append(try #require(log.revision?.number))
        }
        let copies = try MemoryEventStore(copying: ["words"], from: folder.path)
        for (count, number) in numbers.enumerated() {
            let (earlier, isNewer) = copies.copy(upTo: ["words": number])
            #expect(try await SharedLog.opened(in: earlier).all.count == count && isNewer.isEmpty)
        }
        let last = try #require(log.revision)
        try await copies.compact("words", to: LogElement(revision: last, bytes: [0x80]))
        #expect(copies.copy(upTo: ["words": numbers[1]]).isNewer == ["words"])
        #expect(copies.copy(upTo: ["words": numbers[3]]).isNewer.isEmpty)
        await log.close()
        await store.close()
    }

    @Test func `missing files are empty logs, and damaged ones are errors`() async throws {
        let none = try MemoryEventStore(copying: ["words"], from: folder.path)
        #expect(try await none.read("words", after: nil) == .unchanged)
        let store = try folder.store()
        await store.close()
        try folder.write(Array("no log".utf8))
        let error = #expect(throws: StoreError.self) {
            try MemoryEventStore(copying: ["words"], from: folder.path)
        }
        #expect(error?.code == .damaged)
    }
}
