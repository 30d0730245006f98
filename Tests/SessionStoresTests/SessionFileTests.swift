import Foundation
import Testing

@testable import SessionStores

@Suite("The file of a session") struct SessionFileTests {
    let directory: TemporaryDirectory
    let id = SessionID.random()

    init() throws { directory = try TemporaryDirectory() }

    @Test func `no file name and no file contains the session id`() async throws {
        let store = try directory.open()
        try await store.save([1, 2, 3], for: id)
        #expect(try directory.files().allSatisfy { !$0.contains(id.description.prefix(8)) })
        let content = String(decoding: try directory.bytes(of: id), as: UTF8.self)
        #expect(!content.contains(id.description))
    }

    @Test func `the name of a file gives the digest and the folder`() {
        let file = SessionFile(id)
        #expect(file.digest == id.digest)
        #expect(SessionFile(named: file.name) == file)
        #expect(SessionFile.folders[file.folderNumber] == file.folder)
        #expect(SessionFile(named: String(file.name.dropLast()) + "G") == nil)
        #expect(SessionFile(named: String(file.name.dropLast())) == nil)
    }

    @Test func `a session file that was copied to another name is refused as damaged`() async throws {
        let store = try directory.open()
        let other = SessionID.random()
        try await store.save([1], for: id)
        try await store.save([2], for: other)
        try directory.write(try directory.bytes(of: other), to: directory.file(of: id))
        #expect(await storeError { _ = try await store.load(id, since: nil) }?.code == .damaged)
        #expect(try await store.contents(of: other) == [[2]])
    }

    // MARK: - Earlier formats

    @Test func `a file of the second format is read as a checkpoint, and its first change rewrites it`() async throws {
        let bytes: [UInt8] = [1, 2, 3]
        try directory.write(EarlierFile.second(bytes, for: id, from: 7), to: directory.file(of: id))
        let space = StoreSpace(limit: 64 * 4_096)
        let store = try directory.open(space: space)
        #expect(space.used == 4_096)
        let session = try await store.load(id, since: nil)
        let first = try #require(session.elements.first)
        #expect(first.bytes == bytes && session.elements.count == 1 && first.revision.number == 1)
        let next = try await directory.reopen(store)
        // The revision does not depend on the process.
        #expect(try await next.load(id, since: first.revision) == .unchanged)
        let second = try await next.append([4], to: id)
        let elements = [first, LogElement(revision: second, bytes: [4])]
        #expect(try directory.bytes(of: id) == SessionFileFormat.encode(elements, for: SessionFile(id), from: 7))
        try await next.append([5], to: id)
        #expect(try await next.contents(of: id) == [bytes, [4], [5]])
    }

    @Test func `a damaged file of the second format loses only its session`() async throws {
        for position in [20, 30, 40, 110] {
            var bytes = EarlierFile.second([1, 2, 3], for: id, from: 7)
            bytes[position % bytes.count] ^= 1
            try directory.write(bytes, to: directory.file(of: id))
            let store = try directory.open()
            #expect(await storeError { _ = try await store.load(id, since: nil) }?.code == .damaged)
            await store.close()
        }
    }

    @Test func `files of the first format are renamed at the start and keep their times`() async throws {
        let ids = (0..<100).map { _ in SessionID.random() }
        let began = Date()
        for (number, id) in ids.enumerated() {
            let path = "\(directory.path)/\(id.description.prefix(2))/\(id)"
            try directory.write(EarlierFile.first([UInt8(number)]), to: path)
            directory.age(path, seconds: 600)
        }
        let space = StoreSpace()
        let store = try directory.open(space: space)
        for (number, id) in ids.enumerated() { #expect(try await store.contents(of: id) == [[UInt8(number)]]) }
        let oldest = 601 + Int(-began.timeIntervalSinceNow)
        #expect((599...oldest).contains(try directory.age(of: ids[0])))
        #expect(try directory.files() == (ids.map { SessionFile($0).fullPath } + ["lock"]).sorted())
        #expect(space.used == 100 * 4_096)
        try await store.append([1], to: ids[0])
        #expect(try await store.contents(of: ids[0]) == [[0], [1]])
    }

    @Test func `a damaged file of the first format is kept until it expires`() async throws {
        let name = "\(id.description.prefix(2))/\(id)"
        try directory.write([1, 2, 3], to: "\(directory.path)/\(name)")
        let store = try directory.open(idle: .seconds(1))
        #expect(try await store.load(id, since: nil) == .missing)
        #expect(try directory.files() == [name, "lock"])
        directory.age("\(directory.path)/\(name)", seconds: 600)
        try await store.removeExpired()
        #expect(try directory.files() == ["lock"])
    }
}

/// Files as earlier releases wrote them.
enum EarlierFile {
    static func first(_ bytes: [UInt8]) -> [UInt8] { encode(bytes, title: "cairn-session 1\n") }

    static func second(_ bytes: [UInt8], for id: SessionID, from network: UInt64) -> [UInt8] {
        encode(Array(SessionFile(id).name.utf8) + [1] + octets(network) + bytes, title: "cairn-session 2\n")
    }

    private static func encode(_ content: [UInt8], title: String) -> [UInt8] {
        // The checksum is FNV-1a.
        let checksum = content.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        return Array(title.utf8) + octets(UInt64(content.count)) + octets(checksum) + content
    }

    private static func octets(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
}
