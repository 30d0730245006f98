import Foundation
import Testing

@testable import Sessions

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

    @Test func `a session file that was copied to another name is refused as damaged`() async throws {
        let store = try directory.open()
        let other = SessionID.random()
        try await store.save([1], for: id)
        try await store.save([2], for: other)
        try directory.write(try directory.bytes(of: other), to: directory.file(of: id))
        let error = await #expect(throws: StoreError.self) { try await store.load(id) }
        #expect(error?.code == .damaged)
        #expect(try await store.load(other) == [2])
    }

    @Test func `files of earlier program versions are renamed at the start and keep their times`() async throws {
        let ids = (0..<100).map { _ in SessionID.random() }
        let began = Date()
        for (number, id) in ids.enumerated() {
            let bytes = SessionFileFormat.encodeEarlier([UInt8(number)])
            try directory.write(bytes, to: "\(directory.path)/\(id.description.prefix(2))/\(id)")
            directory.age("\(directory.path)/\(id.description.prefix(2))/\(id)", seconds: 600)
        }
        let space = StoreSpace()
        let store = try directory.open(space: space)
        for (number, id) in ids.enumerated() { #expect(try await store.load(id) == [UInt8(number)]) }
        let oldest = 601 + Int(-began.timeIntervalSinceNow)
        #expect((599...oldest).contains(try directory.age(of: ids[0])))
        #expect(try directory.files() == (ids.map { SessionFile($0).fullPath } + ["lock"]).sorted())
        #expect(space.used == 100 * 4_096)
    }

    @Test func `a damaged file of an earlier program version is kept until it expires`() async throws {
        let name = "\(id.description.prefix(2))/\(id)"
        try directory.write([1, 2, 3], to: "\(directory.path)/\(name)")
        let store = try directory.open()
        #expect(try await store.load(id) == nil)
        #expect(try directory.files() == [name, "lock"])
        directory.age("\(directory.path)/\(name)", seconds: 600)
        #expect(try await store.removeExpired(idle: .seconds(1)) { [] } == 1)
        #expect(try directory.files() == ["lock"])
    }

    @Test func `loading a session counts as a use for its expiry`() async throws {
        let store = try DirectoryStore(at: directory.path, idle: .seconds(3_600)) { $0() }
        try await store.save([1], for: id)
        directory.age(id, seconds: 3_000)
        #expect(try await store.load(id) == [1])
        #expect((0...60).contains(try directory.age(of: id)))
    }

    @Test(arguments: [(3_000, true), (4_000, false)])
    func `a file that is older than the limit is not loaded`(seconds: Int, isThere: Bool) async throws {
        let store = try DirectoryStore(at: directory.path, idle: .seconds(3_600)) { $0() }
        try await store.save([1], for: id)
        directory.age(id, seconds: seconds)
        #expect(try await store.load(id) == (isThere ? [1] : nil))
    }
}
