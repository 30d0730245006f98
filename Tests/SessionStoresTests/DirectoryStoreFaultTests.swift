import Foundation
import Synchronization
import Testing

@testable import SessionStores

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
        #expect(try await next.contents(of: id) == [[1]])
    }

    // MARK: - Damage

    /// The kinds of damage to a saved file.
    enum Damage: CaseIterable {
        case emptied, cut, cutInTheHeader, oneBitChanged, foreign, tooLarge, symbolicLink, directory, pipe
    }

    func damage(_ damage: Damage) throws {
        let path = directory.file(of: id)
        var bytes = try directory.bytes(of: id)
        switch damage {
        case .emptied: bytes = []
        case .cut: bytes.removeLast()
        case .cutInTheHeader: bytes.removeLast(bytes.count - 20)
        case .oneBitChanged: bytes[bytes.count - 3] ^= 4
        case .foreign: bytes = Array("The rain in Spain stays mainly in the plain.".utf8)
        case .tooLarge:
            let element = LogElement(revision: .following(nil), bytes: [UInt8](repeating: 1, count: 5_000))
            bytes = SessionFileFormat.encode([element], for: SessionFile(id), from: nil)
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
        #expect(await storeError { _ = try await store.load(id, since: nil) }?.code == .damaged)
        #expect(try await store.contents(of: other) == [[7]])
        // Removing the session removes every damage except a directory, which a store tolerates when it is opened.
        if damage != .directory {
            try await store.remove(id)
            try await store.save([8], for: id)
            #expect(try await store.contents(of: id) == [[8]])
        }
        await store.close()
        _ = try directory.open()
    }

    @Test func `an error contains the beginning of the file name, and no part of the session id`() async throws {
        let store = try directory.open()
        try await store.save([1], for: id)
        try damage(.cut)
        let error = await storeError { _ = try await store.load(id, since: nil) }
        #expect(error?.description.contains(SessionFile(id).name.prefix(8)) == true)
        #expect(error?.description.contains(id.description.prefix(8)) == false)
    }

    @Test func `a checkpoint above the limit is refused, and a file above four times the limit`() async throws {
        let store = try directory.open(limit: 10)
        let bytes = [UInt8](repeating: 1, count: 10)
        try await store.save(bytes, for: id)
        #expect(await storeError { try await store.save(bytes + [2], for: id) }?.code == .tooLarge)
        #expect(try await store.contents(of: id) == [bytes])
        for _ in 0..<3 { try await store.append(bytes, to: id) }
        #expect(await storeError { try await store.append([], to: id) }?.code == .tooLarge)
        #expect(try await store.contents(of: id) == [bytes, bytes, bytes, bytes])
        try await store.save(bytes, for: id)
        try await store.append(bytes, to: id)
    }

    @Test func `a failed commit leaves no files, and the other commits of its batch succeed`() async throws {
        let pool = HeldPool()
        let store = try DirectoryStore(at: directory.path, threads: 1) { pool.hold($0) }
        pool.open()
        let ids = ["ab", "cd", "ef"].map { SessionID.random(inFolder: $0) }
        var leases: [Lease] = []
        for id in ids { leases.append(try await store.lease(id)) }
        // A file has the path of the first session's folder, and a directory has the path of the second session's file.
        try directory.write([], to: "\(directory.path)/ab")
        try directory.write([], to: "\(directory.file(of: ids[1]))/inside")
        pool.close()
        let change = SessionChange(.replace(LogElement(revision: .following(nil), bytes: [1])), after: nil)
        let commits = leases.map { lease in Task.immediate { try await store.commit(change, under: lease) } }
        pool.open()
        #expect(await storeError { _ = try await commits[0].value }?.code == .notADirectory)
        #expect(await storeError { _ = try await commits[1].value }?.operation == "rename")
        #expect(try await commits[2].value == .done)
        #expect(
            try directory.files() == [
                "ab", "\(SessionFile(ids[1]).fullPath)/inside", SessionFile(ids[2]).fullPath, "lock",
            ])
    }

    @Test func `a session whose file was removed by another program is missing for its next change`() async throws {
        let store = try directory.open()
        let first = try await store.save([1], for: id)
        try FileManager.default.removeItem(atPath: directory.file(of: id))
        let lease = try #require(try await store.begin(id, since: first).granted).lease
        let change = SessionChange(.append(LogElement(revision: .following(first), bytes: [2])), after: first)
        #expect(try await store.commit(change, under: lease) == .overtaken(by: nil))
        #expect(try await store.load(id, since: first) == .missing)
    }

    // MARK: - Files that another program changes while they are in use

    enum Change: CaseIterable { case shortened, pipe, folder, link }

    private func make(_ change: Change, of id: SessionID) throws {
        let path = "\(directory.path)/\(SessionFile(id).fullPath)"
        if change == .shortened { return #expect(truncate(path, 50) == 0) }
        #expect(unlink(path) == 0)
        switch change {
        case .pipe: #expect(mkfifo(path, 0o600) == 0)
        case .folder: #expect(mkdir(path, 0o700) == 0)
        case .link: #expect(symlink("/dev/null", path) == 0)
        case .shortened: break
        }
    }

    @Test(arguments: Change.allCases)
    func `an append to a file that another program has changed is refused, and the lease continues`(
        change: Change
    ) async throws {
        let store = try directory.open()
        let id = SessionID.random()
        let first = try await store.save([1], for: id)
        let lease = try await store.lease(id)
        try make(change, of: id)
        let append = SessionChange(.append(LogElement(revision: .following(first), bytes: [2])), after: first)
        let error = await #expect(throws: StoreError.self) { _ = try await store.commit(append, under: lease) }
        #expect(error?.code == .damaged && error?.refusesAppend == true)
        guard change != .folder else { return }
        // A checkpoint replaces the file.
        let second = Revision.following(first)
        let checkpoint = SessionChange(.replace(LogElement(revision: second, bytes: [3])), after: first)
        #expect(try await store.commit(checkpoint, under: lease) == .done)
        #expect(try await store.contents(of: id) == [[3]])
    }

    @Test func `a store keeps no descriptor open for a session or a folder`() async throws {
        let store = try directory.open()
        let before = descriptors(within: directory.path)
        // The store keeps at least its lock open, so the count sees its descriptors.
        #expect(before > 0)
        for _ in 1...300 { try await store.append([2], to: try await store.saved()) }
        #expect(descriptors(within: directory.path) == before)
    }

    @Test func `a change is answered after its files are closed`() throws {
        let sessions = try SessionDirectory(
            at: directory.path, limit: 1 << 20, lifetime: .max, space: StoreSpace())
        let before = descriptors(within: directory.path)
        let seen = Mutex<[Int]>([])
        let state = Mutex(FileState.missing)
        func make(_ content: FileChange.Content) {
            let change = FileChange(content, of: SessionFile(id), in: state.withLock(\.self), admission: .always) {
                let count = descriptors(within: directory.path)
                seen.withLock { $0.append(count) }
                if case .made(let made, nil) = $0 { state.withLock { $0 = made } }
            }
            sessions.make([change])
        }
        let first = Revision.following(nil)
        let second = Revision.following(first)
        make(.replace(LogElement(revision: first, bytes: [1])))
        make(.append(LogElement(revision: second, bytes: [2])))
        #expect(state.withLock { $0.log?.revision } == second)
        #expect(before > 0 && seen.withLock(\.self) == [before, before])
    }

    /// The number of this process's descriptors of files in a directory. Other tests open files elsewhere.
    private func descriptors(within path: String) -> Int {
        let files = FileManager.default
        let all = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return all.count { number in
            (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + number))?.hasPrefix(path) ?? false
        }
    }

    @Test func `a file that claims an enormous size does not stop the start`() async throws {
        let id = SessionID.random()
        let first = try directory.open()
        try await first.save([1], for: id)
        await first.close()
        let path = "\(directory.path)/\(SessionFile(id).fullPath)"
        #expect(truncate(path, 1 << 42) == 0)
        let store = try directory.open()
        let error = await #expect(throws: StoreError.self) { try await store.load(id, since: nil) }
        #expect(error?.code == .damaged)
        #expect(StoreSpace.cost(ofFileWith: .max) == 1 << 40)
    }
}
