import NavigationKit
import Synchronization
import Testing

@testable import Sessions

@Suite("The disk quota of saved sessions") struct StoreSpaceTests {
    static let block = 4_096
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Saves new sessions until the store refuses one, and returns the ids of the saved ones.
    private func fill(_ store: DirectoryStore, from network: UInt64) async throws -> [SessionID] {
        var ids: [SessionID] = []
        while ids.count < 10_000 {
            let id = SessionID.random()
            do {
                try await store.save([1], for: id, from: network, .new)
                ids.append(id)
            } catch {
                #expect(error.code == .overQuota)
                break
            }
        }
        return ids
    }

    @Test func `a network has an eighth of the quota, and its saved sessions can be saved again when it is used up`()
        async throws
    {
        let space = StoreSpace(limit: 640 * Self.block)
        let store = try directory.open(space: space)
        let mine = try await fill(store, from: 1)
        // Seven eighths of the network's share: the rest is reserved for sessions that are already saved.
        #expect(mine.count == 70)
        #expect(!store.hasRoom(for: 1) && store.hasRoom(for: 2))
        for id in mine { try await store.save([2], for: id, from: 1, .saved(as: nil)) }
        let grown = [UInt8](repeating: 1, count: 5_000)
        for id in mine.prefix(10) { try await store.save(grown, for: id, from: 1, .saved(as: nil)) }
        let refused = await #expect(throws: StoreError.self) {
            try await store.save(grown, for: mine[20], from: 1, .saved(as: nil))
        }
        #expect(refused?.code == .overQuota)
        #expect(try await store.load(mine[20]) == [2])
        try await store.save([1], for: .random(), from: 2, .new)
        #expect(space.used == 81 * Self.block)
    }

    @Test func `a login and a logout succeed where a new session is refused`() async throws {
        let store = try directory.open(space: StoreSpace(limit: 64 * Self.block))
        let ids = try await fill(store, from: 1)
        #expect(ids.count == 7)
        // One block is reserved for saved sessions. A save under a new id needs no more space than under the old id,
        // and `.always` is never refused.
        for id in ids {
            let newID = SessionID.random()
            try await store.save([2], for: newID, from: 1, .saved(as: id))
            try await store.remove(id)
            try await store.save([3], for: .random(), from: 1, .always)
        }
    }

    @Test func `all networks together stay within the quota`() async throws {
        let space = StoreSpace(limit: 64 * Self.block)
        let store = try directory.open(space: space)
        var count = 0
        for network in 1...20 as ClosedRange<UInt64> { count += try await fill(store, from: network).count }
        #expect(count == 56)
        #expect(space.used == 56 * Self.block)
    }

    @Test func `an IPv6 site of 48 bits has the quota of one network`() async throws {
        let store = try directory.open(space: StoreSpace(limit: 64 * Self.block))
        let site: UInt64 = 0x2001_0db8_0001_0000
        #expect(try await fill(store, from: site).count == 7)
        #expect(try await fill(store, from: site + 1).isEmpty)
        #expect(try await fill(store, from: site + 0x1_0000).count == 7)
    }

    @Test func `removed and expired sessions release their space, also after a restart`() async throws {
        let before = try directory.open(space: StoreSpace(limit: 64 * Self.block))
        let ids = try await fill(before, from: 1)
        await before.close()
        let space = StoreSpace(limit: 64 * Self.block)
        let store = try directory.open(space: space)
        #expect(space.used == 7 * Self.block)
        #expect(!store.hasRoom(for: 1) && store.hasRoom(for: 2))
        try await store.remove(ids[0])
        #expect(space.used == 6 * Self.block && store.hasRoom(for: 1))
        for id in ids.dropFirst() { directory.age(id, seconds: 600) }
        #expect(try await store.removeExpired(idle: .seconds(1)) { [] } == 6)
        #expect(space.used == 0)
    }

    @Test func `a session that is saved again uses the space of its last save`() async throws {
        let space = StoreSpace(limit: 640 * Self.block)
        let store = try directory.open(space: space)
        let id = SessionID.random()
        for count in [1, 50_000, 4_097, 10] {
            try await store.save([UInt8](repeating: 1, count: count), for: id, from: 1, .saved(as: nil))
            #expect(space.used == StoreSpace.cost(ofFileWith: count + SessionFileFormat.headerCount))
        }
        try await store.remove(id)
        try await store.remove(id)
        #expect(space.used == 0)
    }

    @Test func `a network without space gets no new session, and the action is not performed`() async throws {
        let store = try directory.open(space: StoreSpace(limit: 64 * Self.block))
        let branch = Branch(store: store)
        @Sendable func sing(from network: UInt64, for id: SessionID? = nil) async throws -> SessionID? {
            let request = ActionRequest(
                location: Location("/old"), at: nil, submission: try FormSubmission(token: "sing"), network: network)
            return try await branch.table.act(request, for: id).done?.newID
        }
        var ids: [SessionID] = []
        for _ in 1...7 { ids.append(try #require(try await sing(from: 1))) }
        let error = await #expect(throws: StoreError.self) { try await sing(from: 1) }
        #expect(error?.code == .overQuota)
        #expect(branch.hummed == 7 && branch.table.count == 7)
        for id in ids { _ = try await sing(from: 1, for: id) }
        #expect(try await sing(from: 2) != nil)
        let ada = try #require(try await branch.act("log-in?user=ada", for: ids[0]).done?.newID)
        _ = try #require(try await branch.act("leave", for: ada).done?.newID)
    }

    /// A store that refuses saves while `isFull` is true.
    private final class FullStore: SessionStore {
        let isFull = Atomic(false)
        private let kept = Mutex<[SessionID: [UInt8]]>([:])

        func load(_ id: SessionID) async throws -> [UInt8]? { kept.withLock { $0[id] } }
        func save(
            _ bytes: [UInt8], for id: SessionID, from network: UInt64?, _ admission: StoreSpace.Admission
        ) async throws {
            if isFull.load(ordering: .relaxed) { throw StoreError(.overQuota, operation: "save", path: "shelf") }
            kept.withLock { $0[id] = bytes }
        }
        func remove(_ id: SessionID) async throws {}
        func removeExpired(
            idle: Duration, inMemory: @escaping @Sendable () -> [(id: SessionID, sinceUse: Duration)]
        ) async throws -> Int { 0 }
        func count() async throws -> Int { 0 }
    }

    @Test func `a saved session that grows beyond the quota is a security event, which is logged`() async throws {
        let store = FullStore()
        let noted = Mutex<[SecurityEvent]>([])
        let branch = Branch(store: store, noteSecurity: { event in noted.withLock { $0.append(event) } })
        let id = try await branch.session()
        store.isFull.store(true, ordering: .relaxed)
        let error = await #expect(throws: StoreError.self) { _ = try await branch.act("stamp", for: id) }
        #expect(error?.code == .overQuota)
        #expect(
            noted.withLock(\.self) == [
                SecurityEvent(.limitReached, "library: no room for a saved session that has grown")
            ])
    }
}
