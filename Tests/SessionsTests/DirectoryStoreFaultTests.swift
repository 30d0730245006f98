import Foundation
import Testing

@testable import Sessions

@Suite("Faults of a store's directory") struct DirectoryStoreFaultTests {
    let directory: TemporaryDirectory
    let id = SessionID.random()

    init() throws { directory = try TemporaryDirectory() }

    /// Returns the error of opening a store at `path`.
    func refusal(at path: String) -> StoreError? {
        #expect(throws: StoreError.self) { _ = try DirectoryStore(at: path) { $0() } }
    }

    // MARK: - Opening

    @Test func `the error for a file in place of the directory contains its path and advice`() throws {
        let path = "\(directory.path)/file"
        try directory.write([], to: path)
        #expect(refusal(at: path)?.code == .notADirectory)
        #expect(refusal(at: "\(path)/below")?.code == .notADirectory)
        #expect(refusal(at: path)?.description.contains(path) == true)
        #expect(refusal(at: path)?.description.contains("give the path of a directory") == true)
    }

    @Test func `a path whose parent directory does not exist is refused`() {
        #expect(refusal(at: "\(directory.path)/a/b")?.code == .missing)
        #expect(refusal(at: "")?.code == .missing)
    }

    @Test func `a directory that cannot be written is refused at once`() {
        // No user can create files in `/proc/self`, not even root.
        #expect(refusal(at: "/proc/self") != nil)
    }

    @Test func `a second process is refused with the id of the first one`() async throws {
        let first = try directory.open()
        let error = refusal(at: directory.path)
        #expect(error?.code == .inUse)
        #expect(error?.description.contains("process \(getpid()) uses it") == true)
        await first.close()
        try await directory.open().save([1], for: id)
    }

    @Test func `temporary files of a crash are removed, and no other files`() async throws {
        let store = try directory.open()
        try await store.save([1], for: id)
        await store.close()
        let folder = SessionFile(id).folder
        for name in ["temporary-1-1", "\(folder)/temporary-99-7", "\(folder)/notes.txt"] {
            try directory.write([1, 2], to: "\(directory.path)/\(name)")
        }
        let next = try directory.open()
        #expect(try directory.files() == [SessionFile(id).fullPath, "\(folder)/notes.txt", "lock"].sorted())
        #expect(try await next.load(id) == [1])
    }

    // MARK: - Damage

    /// The kinds of damage to a saved file.
    enum Damage: CaseIterable {
        case emptied, cut, cutInTheHeader, lengthened, oneBitChanged, foreign, tooLarge, symbolicLink, directory, pipe
    }

    func damage(_ damage: Damage) throws {
        let path = directory.file(of: id)
        var bytes = try directory.bytes(of: id)
        switch damage {
        case .emptied: bytes = []
        case .cut: bytes.removeLast()
        case .cutInTheHeader: bytes.removeLast(bytes.count - 20)
        case .lengthened: bytes.append(0)
        case .oneBitChanged: bytes[bytes.count - 3] ^= 4
        case .foreign: bytes = Array("The rain in Spain stays mainly in the plain.".utf8)
        case .tooLarge:
            bytes = SessionFileFormat.encode([UInt8](repeating: 1, count: 1_001), for: SessionFile(id), from: nil)
        case .symbolicLink, .directory, .pipe:
            let moved = "\(directory.path)/moved"
            try FileManager.default.moveItem(atPath: path, toPath: moved)
            switch damage {
            case .symbolicLink:
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: moved)
            case .pipe: mkfifo(path, 0o600)
            default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            return
        }
        try directory.write(bytes, to: path)
    }

    @Test(arguments: Damage.allCases)
    func `a damaged file affects only its own session`(damage: Damage) async throws {
        let store = try directory.open(limit: 1_000)
        let other = SessionID.random()
        try await store.save(Array("the state of a session".utf8), for: id)
        try await store.save([7], for: other)
        try self.damage(damage)
        let error = await #expect(throws: StoreError.self) { try await store.load(id) }
        #expect(error?.code == .damaged)
        #expect(try await store.load(other) == [7])
        // Saving again repairs every damage except a directory, which a store tolerates when it is opened.
        if damage != .directory {
            try await store.save([8], for: id)
            #expect(try await store.load(id) == [8])
        }
        await store.close()
        _ = try directory.open()
    }

    @Test func `an error contains the beginning of the file name, and no part of the session id`() async throws {
        let store = try directory.open()
        try await store.save([1], for: id)
        try damage(.cut)
        let error = await #expect(throws: StoreError.self) { try await store.load(id) }
        #expect(error?.description.contains(SessionFile(id).name.prefix(8)) == true)
        #expect(error?.description.contains(id.description.prefix(8)) == false)
    }

    @Test func `a save above the size limit is refused and the earlier save is kept`() async throws {
        let store = try directory.open(limit: 10)
        try await store.save([UInt8](repeating: 1, count: 10), for: id)
        let error = await #expect(throws: StoreError.self) {
            try await store.save([UInt8](repeating: 2, count: 11), for: id)
        }
        #expect(error?.code == .tooLarge)
        #expect(try await store.load(id) == [UInt8](repeating: 1, count: 10))
    }

    @Test func `a failed save leaves no files, and the other saves of its batch succeed`() async throws {
        let pool = HeldPool()
        let store = try DirectoryStore(at: directory.path, threads: 1) { pool.hold($0) }
        // A file has the path of the first session's folder, and a directory has the path of the second session's file.
        let ids = ["ab", "cd", "ef"].map { SessionID.random(inFolder: $0) }
        try directory.write([], to: "\(directory.path)/ab")
        try directory.write([], to: "\(directory.file(of: ids[1]))/inside")
        let saves = ids.map { id in Task.immediate { try await store.save([1], for: id) } }
        pool.performAll()
        let noFolder = await #expect(throws: StoreError.self) { try await saves[0].value }
        #expect(noFolder?.code == .notADirectory)
        let noFile = await #expect(throws: StoreError.self) { try await saves[1].value }
        #expect(noFile?.operation == "rename")
        try await saves[2].value
        #expect(
            try directory.files() == [
                "ab", "\(SessionFile(ids[1]).fullPath)/inside", SessionFile(ids[2]).fullPath, "lock",
            ])
    }

    // MARK: - Expiry

    static let hour = Duration.seconds(3_600)

    @Test func `a session file that was neither saved nor read for its lifetime is removed`() async throws {
        let store = try directory.open()
        let (old, young) = (SessionID.random(), SessionID.random())
        for id in [old, young] { try await store.save([1], for: id) }
        directory.age(old, seconds: 3_700)
        directory.age(young, seconds: 3_500)
        try directory.write([], to: "\(directory.path)/\(SessionFile(old).folder)/notes.txt")
        #expect(try await store.removeExpired(idle: Self.hour) { [] } == 1)
        #expect(try await store.load(old) == nil)
        #expect(try await store.load(young) == [1])
        #expect(try directory.files().contains("\(SessionFile(old).folder)/notes.txt"))
        #expect(try await store.removeExpired(idle: Self.hour) { [] } == 0)
    }

    @Test func `a session that is only read does not expire, and its file records the use`() async throws {
        let store = try directory.open()
        try await store.save([1], for: id)
        directory.age(id, seconds: 3_700)
        let inMemory: [(id: SessionID, sinceUse: Duration)] = [(id, .seconds(600))]
        let count = try await store.removeExpired(idle: Self.hour) { inMemory }
        #expect(count == 0)
        #expect((599...660).contains(try directory.age(of: id)))
        #expect(try await store.removeExpired(idle: Self.hour) { [] } == 0)
        #expect(try await store.removeExpired(idle: Self.hour / 10) { [] } == 1)
    }

    @Test func `the age of a file with a modification time in the future starts now`() async throws {
        let store = try directory.open()
        try await store.save([1], for: id)
        directory.age(id, seconds: -1_000_000)
        #expect(try await store.removeExpired(idle: Self.hour) { [] } == 0)
        #expect((0...60).contains(try directory.age(of: id)))
    }

    @Test func `a session that is saved while its old file expires is kept`() async throws {
        let pool = HeldPool()
        let store = try DirectoryStore(at: directory.path) { pool.hold($0) }
        // Use the folder that `removeExpired` scans first.
        let id = SessionID.random(inFolder: "00")
        let first = Task.immediate { try await store.save([1], for: id) }
        pool.performAll()
        try await first.value
        directory.age(id, seconds: 3_700)
        let second = Task.immediate { try await store.save([2], for: id) }
        let expiry = Task.immediate { try await store.removeExpired(idle: Self.hour) { [] } }
        pool.open()
        _ = try await expiry.value
        try await second.value
        #expect(try await store.load(id) == [2])
    }
}
