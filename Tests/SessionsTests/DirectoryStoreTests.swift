import Synchronization
import Testing

@testable import Sessions

@Suite("A store in a directory") struct DirectoryStoreTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: [[], [0], Array("å".utf8), [UInt8](repeating: 0xFF, count: 100_000)])
    func `a saved session is loaded, also by the next process`(bytes: [UInt8]) async throws {
        let id = SessionID.random()
        let store = try directory.open()
        try await store.save(bytes, for: id)
        #expect(try await store.load(id) == bytes)
        await store.close()
        let next = try directory.open()
        #expect(try await next.load(id) == bytes)
        #expect(try await next.count() == 1)
    }

    @Test func `a process that ends without closing its store loses no acknowledged save`() async throws {
        let id = SessionID.random()
        let store = try directory.open()
        try await store.save([1, 2, 3], for: id)
        // The next process finds the file under its name, and no temporary file.
        #expect(try SessionFileFormat.decode(try directory.bytes(of: id), of: SessionFile(id)).get() == [1, 2, 3])
        #expect(try directory.files() == [SessionFile(id).fullPath, "lock"])
        withExtendedLifetime(store) {}
    }

    @Test func `the last save is loaded, even if it is shorter than the one before`() async throws {
        let id = SessionID.random()
        let store = try directory.open()
        for count in [10, 5_000, 0, 70] {
            try await store.save([UInt8](repeating: UInt8(count % 251), count: count), for: id)
            #expect(try await store.load(id)?.count == count)
        }
        #expect(try await store.count() == 1)
    }

    @Test func `loading an unknown session returns nil, with and without its folder`() async throws {
        let store = try directory.open()
        let id = SessionID.random()
        #expect(try await store.load(id) == nil)
        try await store.save([1], for: id)
        try await store.remove(id)
        #expect(try await store.load(id) == nil)
    }

    @Test func `a removed session is gone, and removing it again is not an error`() async throws {
        let store = try directory.open()
        let (kept, removed) = (SessionID.random(), SessionID.random())
        try await store.save([1], for: kept)
        try await store.save([2], for: removed)
        try await store.remove(removed)
        try await store.remove(removed)
        try await store.remove(.random())
        #expect(try await store.load(removed) == nil)
        #expect(try await store.load(kept) == [1])
        #expect(try await store.count() == 1)
    }

    @Test func `many sessions that are saved concurrently are all kept`() async throws {
        let store = try directory.open()
        let ids = (0..<300).map { _ in SessionID.random() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, id) in ids.enumerated() {
                group.addTask { try await store.save(Array("session \(number)".utf8), for: id) }
            }
            try await group.waitForAll()
        }
        #expect(try await store.count() == 300)
        for (number, id) in ids.enumerated() {
            #expect(try await store.load(id) == Array("session \(number)".utf8))
        }
        #expect(try directory.files().count == 301)
    }

    @Test func `a concurrent read returns the complete bytes of one save`() async throws {
        let store = try directory.open()
        let id = SessionID.random()
        @Sendable func state(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 1 + Int(number) * 300) }
        try await store.save(state(0), for: id)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...2 {
                group.addTask {
                    var last: UInt8 = 0
                    while last < 200 {
                        let bytes = try #require(try await store.load(id))
                        let number = try #require(bytes.first)
                        #expect(bytes == state(number))
                        #expect(number >= last)
                        last = number
                    }
                }
            }
            for number in UInt8(1)...200 { try await store.save(state(number), for: id) }
            try await group.waitForAll()
        }
    }

    @Test func `only the owner can list the folders and read the files`() async throws {
        let path = "\(directory.path)/new"
        let store = try DirectoryStore(at: path) { $0() }
        let id = SessionID.random()
        try await store.save([1], for: id)
        let folder = "\(path)/\(SessionFile(id).folder)"
        #expect(try directory.mode(of: path) == 0o700)
        #expect(try directory.mode(of: folder) == 0o700)
        #expect(try directory.mode(of: "\(folder)/\(SessionFile(id).name)") == 0o600)
        #expect(try directory.mode(of: "\(path)/lock") == 0o600)
    }
}

@Suite("The order of saves") struct SaveOrderTests {
    let directory: TemporaryDirectory
    let pool = HeldPool()
    let store: DirectoryStore
    let id = SessionID.random()

    init() throws {
        let (directory, pool) = (try TemporaryDirectory(), pool)
        self.directory = directory
        store = try DirectoryStore(at: directory.path) { pool.hold($0) }
    }

    /// Begins a save, or a removal if `bytes` is `nil`, up to the point where it waits for the disk.
    func save(_ bytes: [UInt8]?) -> Task<Void, any Error> {
        Task.immediate { [store, id] in
            if let bytes { try await store.save(bytes, for: id) } else { try await store.remove(id) }
        }
    }

    func load() async throws -> [UInt8]? {
        let loaded = Task.immediate { [store, id] in try await store.load(id) }
        pool.performAll()
        return try await loaded.value
    }

    @Test func `of several queued saves of a session the last one is written and all are acknowledged`() async throws {
        let saves = (UInt8(1)...100).map { save([$0]) }
        #expect(pool.count == 1)
        pool.performAll()
        for save in saves { try await save.value }
        #expect(try await load() == [100])
    }

    @Test func `a save and a removal keep their order`() async throws {
        let saves = [save([1]), save(nil), save([2])]
        pool.performAll()
        for save in saves { try await save.value }
        #expect(try await load() == [2])
        let removal = [save([3]), save(nil)]
        pool.performAll()
        for save in removal { try await save.value }
        #expect(try await load() == nil)
    }

    @Test func `a save is not acknowledged before it is done`() async throws {
        let isSaved = Atomic(false)
        let waiting = Task.immediate { [store, id] in
            try await store.save([1], for: id)
            isSaved.store(true, ordering: .relaxed)
        }
        #expect(try directory.files() == ["lock"])
        let isEarly = isSaved.load(ordering: .relaxed)
        #expect(!isEarly)
        pool.performAll()
        try await waiting.value
        #expect(try directory.files().count == 2)
    }

    @Test func `a save that the blocking pool drops fails with an error, and the next save succeeds`() async throws {
        let refused = [save([1]), save([2])]
        pool.refuseAll()
        for save in refused {
            let error = await #expect(throws: StoreError.self) { try await save.value }
            #expect(error?.code == .refused)
        }
        let next = save([3])
        pool.performAll()
        try await next.value
        #expect(try await load() == [3])
    }

    @Test func `closing waits for queued work and refuses further work`() async throws {
        let begun = save([1])
        let closing = Task.immediate { [store] in await store.close() }
        let late = save([2])
        let error = await #expect(throws: StoreError.self) { try await late.value }
        #expect(error?.code == .closed)
        pool.performAll()
        try await begun.value
        await closing.value
        let next = try directory.open()
        #expect(try await next.load(id) == [1])
    }
}
