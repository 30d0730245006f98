import Testing

@testable import SessionStores

@Suite("A store in a directory") struct DirectoryStoreTests {
    let directory: TemporaryDirectory
    let id = SessionID.random()

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: [[], [0], Array("å".utf8), [UInt8](repeating: 0xFF, count: 100_000)])
    func `a checkpoint and the changes after it are loaded, also by the next process`(bytes: [UInt8]) async throws {
        let store = try directory.open()
        try await store.save(bytes, for: id)
        try await store.append([1], to: id)
        try await store.append(bytes, to: id)
        #expect(try await store.contents(of: id) == [bytes, [1], bytes])
        await store.close()
        let next = try directory.open()
        #expect(try await next.contents(of: id) == [bytes, [1], bytes])
        #expect(try await next.count() == 1)
    }

    @Test func `a copy receives what it lacks, and everything if its revision is not in the log`() async throws {
        var store = try directory.open()
        let first = try await store.save([0], for: id)
        let second = try await store.append([1], to: id)
        let third = try await store.append([2], to: id)
        let elements = [first, second, third].enumerated().map { LogElement(revision: $1, bytes: [UInt8($0)]) }
        for isReopened in [false, true] {
            if isReopened { store = try await directory.reopen(store) }
            #expect(try await store.load(id, since: nil) == .whole(elements))
            #expect(try await store.load(id, since: first) == .tail([elements[1], elements[2]]))
            #expect(try await store.load(id, since: second) == .tail([elements[2]]))
            #expect(try await store.load(id, since: third) == .unchanged)
            let other = Revision(number: third.number, salt: third.salt &+ 1)
            #expect(try await store.load(id, since: other) == .whole(elements))
            #expect(try await store.begin(id, since: first).granted?.session == .tail([elements[1], elements[2]]))
            #expect(try await store.begin(id, since: third).granted?.session == .unchanged)
        }
    }

    @Test func `a checkpoint replaces the log`() async throws {
        let store = try directory.open()
        let first = try await store.save([1], for: id)
        try await store.append([UInt8](repeating: 2, count: 5_000), to: id)
        try await store.save([3], for: id)
        #expect(try await store.contents(of: id) == [[3]])
        guard case .whole = try await store.load(id, since: first) else {
            return #expect(Bool(false), "the earlier revision is not in the log any more")
        }
        #expect(try await store.count() == 1)
    }

    @Test func `a process that ends without closing its store loses no acknowledged change`() async throws {
        let store = try directory.open()
        let first = try await store.save([1, 2, 3], for: id)
        let second = try await store.append([4], to: id)
        // The next process finds the file under its name, and no temporary file.
        let elements = [LogElement(revision: first, bytes: [1, 2, 3]), LogElement(revision: second, bytes: [4])]
        #expect(try directory.bytes(of: id) == SessionFileFormat.encode(elements, for: SessionFile(id), from: nil))
        #expect(try directory.files() == [SessionFile(id).fullPath, "lock"])
        withExtendedLifetime(store) {}
    }

    @Test(arguments: [0, 1, 1_000, 10_000])
    func `a change adds its bytes and 24 octets to the file`(count: Int) async throws {
        let store = try directory.open()
        try await store.save([1], for: id)
        let before = try directory.bytes(of: id)
        try await store.append([UInt8](repeating: 7, count: count), to: id)
        let after = try directory.bytes(of: id)
        #expect(after.count == before.count + count + 24)
        #expect(after.starts(with: before))
    }

    @Test func `an unknown session is missing, with and without its folder`() async throws {
        let store = try directory.open()
        #expect(try await store.load(id, since: nil) == .missing)
        #expect(try await store.begin(id, since: Revision(number: 1, salt: 1)).granted?.session == .missing)
        try await store.save([1], for: id)
        try await store.remove(id)
        #expect(try await store.load(id, since: nil) == .missing)
        #expect(try await store.begin(id, since: nil).granted?.session == .missing)
    }

    @Test func `a removed session is gone, and removing it again is not an error`() async throws {
        let store = try directory.open()
        let (kept, removed) = (SessionID.random(), SessionID.random())
        try await store.save([1], for: kept)
        try await store.save([2], for: removed)
        try await store.remove(removed)
        try await store.remove(removed)
        try await store.remove(.random())
        #expect(try await store.contents(of: removed) == nil)
        #expect(try await store.contents(of: kept) == [[1]])
        #expect(try await store.count() == 1)
        // The id can be used again.
        try await store.save([3], for: removed)
        #expect(try await store.contents(of: removed) == [[3]])
    }

    @Test func `many sessions that are changed concurrently are all kept`() async throws {
        let store = try directory.open()
        let ids = (0..<300).map { _ in SessionID.random() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, id) in ids.enumerated() {
                group.addTask {
                    try await store.save(Array("session \(number)".utf8), for: id)
                    for step in UInt8(0)..<5 { try await store.append([step], to: id) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.count() == 300)
        let next = try await directory.reopen(store)
        for (number, id) in ids.enumerated() {
            #expect(try await next.contents(of: id) == [Array("session \(number)".utf8), [0], [1], [2], [3], [4]])
        }
        #expect(try directory.files().count == 301)
    }

    @Test func `a concurrent read returns a whole state`() async throws {
        let store = try directory.open()
        let id = id
        @Sendable func state(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 1 + Int(number) * 30) }
        try await store.save(state(0), for: id)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...2 {
                group.addTask {
                    var last: UInt8 = 0
                    while last < 200 {
                        let contents = try #require(try await store.contents(of: id))
                        let numbers = contents.compactMap(\.first)
                        #expect(contents == numbers.map(state))
                        let newest = try #require(numbers.last)
                        #expect(newest >= last)
                        last = newest
                    }
                }
            }
            for number in UInt8(1)...200 {
                if number.isMultiple(of: 7) {
                    try await store.save(state(number), for: id)
                } else {
                    try await store.append(state(number), to: id)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `only the owner can list the folders and read the files`() async throws {
        let path = "\(directory.path)/new"
        let store = try DirectoryStore(at: path) { $0() }
        try await store.save([1], for: id)
        try await store.append([2], to: id)
        let folder = "\(path)/\(SessionFile(id).folder)"
        #expect(try directory.mode(of: path) == 0o700)
        #expect(try directory.mode(of: folder) == 0o700)
        #expect(try directory.mode(of: "\(folder)/\(SessionFile(id).name)") == 0o600)
        #expect(try directory.mode(of: "\(path)/lock") == 0o600)
    }

    @Test func `sessions above the bound of the table are read again`() async throws {
        let store = try directory.open(knownLimit: 10)
        let ids = (0..<50).map { _ in SessionID.random() }
        for (number, id) in ids.enumerated() { try await store.save([UInt8(number)], for: id) }
        #expect(store.known.count <= 10)
        for id in ids { try await store.append([100], to: id) }
        for (number, id) in ids.enumerated() {
            #expect(try await store.contents(of: id) == [[UInt8(number)], [100]])
        }
        #expect(store.known.count <= 10)
        for _ in 0..<50 { _ = try await store.lease(.random()) }
        #expect(store.known.count <= 10)
    }
}
