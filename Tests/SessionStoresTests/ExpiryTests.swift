import Testing

@testable import SessionStores

@Suite("The expiry of stored sessions") struct ExpiryTests {
    static let idle = Duration.seconds(3_600)
    let directory: TemporaryDirectory
    let id = SessionID.random()

    init() throws { directory = try TemporaryDirectory() }

    /// Opens a store whose blocking work runs at once, so that a touch is done when `touch` returns.
    private func open() throws -> DirectoryStore { try DirectoryStore(at: directory.path, idle: Self.idle) { $0() } }

    @Test func `a session that was not used for five quarters of the timeout is removed`() async throws {
        let before = try directory.open()
        let (old, young) = (SessionID.random(), SessionID.random())
        for id in [old, young] { try await before.save([1], for: id) }
        await before.close()
        directory.age(old, seconds: 4_600)
        directory.age(young, seconds: 4_400)
        try directory.write([], to: "\(directory.path)/\(SessionFile(old).folder)/notes.txt")
        let store = try open()
        #expect(try await store.count() == 2)
        try await store.removeExpired()
        #expect(try await store.count() == 1)
        #expect(try await store.contents(of: old) == nil)
        #expect(try await store.contents(of: young) == [[1]])
        #expect(try directory.files().contains("\(SessionFile(old).folder)/notes.txt"))
    }

    @Test func `without a timeout no session expires`() async throws {
        let store = try directory.open()
        try await store.save([1], for: id)
        directory.age(id, seconds: 1_000_000)
        try await store.removeExpired()
        #expect(try await store.contents(of: id) == [[1]])
    }

    @Test(arguments: [(4_400, true), (4_600, false)])
    func `a file that is older than five quarters of the timeout is not loaded`(
        seconds: Int, isThere: Bool
    ) async throws {
        let before = try directory.open()
        try await before.save([1], for: id)
        await before.close()
        directory.age(id, seconds: seconds)
        let store = try open()
        #expect(try await store.contents(of: id) == (isThere ? [[1]] : nil))
        let session = try #require(try await store.begin(id, since: nil).granted).session
        #expect((session == .missing) == !isThere)
        if !isThere {
            // The id can be used again, and the file counts once.
            try await store.save([2], for: id)
            #expect(store.directory.space.used == 4_096)
        }
    }

    @Test func `a touch begins the life of a session anew`() async throws {
        let store = try open()
        try await store.save([1], for: id)
        directory.age(id, seconds: 4_600)
        store.touch(id)
        #expect((0...60).contains(try directory.age(of: id)))
        try await store.removeExpired()
        #expect(try await store.contents(of: id) == [[1]])
        // A session that is missing is not created.
        store.touch(.random())
        #expect(try await store.count() == 1)
    }

    @Test func `a change begins the life of a session anew`() async throws {
        let store = try open()
        try await store.save([1], for: id)
        directory.age(id, seconds: 4_400)
        try await store.append([2], to: id)
        #expect((0...60).contains(try directory.age(of: id)))
    }

    @Test func `the age of a file with a modification time in the future starts now`() async throws {
        let store = try open()
        try await store.save([1], for: id)
        directory.age(id, seconds: -1_000_000)
        try await store.removeExpired()
        #expect((0...60).contains(try directory.age(of: id)))
        #expect(try await store.contents(of: id) == [[1]])
    }

    @Test func `a lease of a session that has expired does not change it`() async throws {
        let store = try open()
        let first = try await store.save([1], for: id)
        let lease = try await store.lease(id)
        directory.age(id, seconds: 4_600)
        try await store.removeExpired()
        let change = SessionChange(.append(LogElement(revision: .following(first), bytes: [2])), after: first)
        #expect(try await store.commit(change, under: lease) == .overtaken(by: nil))
        #expect(try directory.files() == ["lock"])
    }

    @Test func `a session that is changed while its old file expires is kept`() async throws {
        let pool = HeldPool()
        let store = try DirectoryStore(at: directory.path, idle: Self.idle, threads: 1) { pool.hold($0) }
        pool.open()
        // Use the folder that `removeExpired` scans first.
        let id = SessionID.random(inFolder: "00")
        let first = try await store.save([1], for: id)
        let lease = try await store.lease(id)
        directory.age(id, seconds: 4_600)
        pool.close()
        let change = SessionChange(.append(LogElement(revision: .following(first), bytes: [2])), after: first)
        let commit = Task.immediate { try await store.commit(change, under: lease) }
        let expiry = Task.immediate { try await store.removeExpired() }
        pool.open()
        #expect(try await commit.value == .done)
        try await expiry.value
        #expect(try await store.contents(of: id) == [[1], [2]])
    }
}
