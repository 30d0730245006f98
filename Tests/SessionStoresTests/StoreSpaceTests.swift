import Testing

@testable import SessionStores

@Suite("The disk quota of saved sessions") struct StoreSpaceTests {
    static let block = 4_096
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Saves new sessions until the store refuses one, and returns the ids of the saved ones.
    private func fill(_ store: DirectoryStore, from network: UInt64) async throws -> [SessionID] {
        var ids: [SessionID] = []
        while ids.count < 10_000 {
            let id = SessionID.random()
            if let error = await storeError({ try await store.save([1], for: id, from: network) }) {
                #expect(error.code == .overQuota)
                break
            }
            ids.append(id)
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
        for id in mine { try await store.save([2], for: id, from: 1) }
        let grown = [UInt8](repeating: 1, count: 5_000)
        for id in mine.prefix(5) { try await store.save(grown, for: id, from: 1) }
        for id in mine[5..<10] { try await store.append(grown, to: id) }
        #expect(await storeError { try await store.save(grown, for: mine[20], from: 1) }?.code == .overQuota)
        #expect(await storeError { try await store.append(grown, to: mine[20]) }?.code == .overQuota)
        #expect(try await store.contents(of: mine[20]) == [[2]])
        // A change within the blocks of its file needs no space.
        for id in mine { try await store.append([3], to: id) }
        try await store.save([1], for: .random(), from: 2)
        #expect(space.used == 81 * Self.block)
    }

    @Test func `a login and a logout succeed where a new session is refused`() async throws {
        let store = try directory.open(space: StoreSpace(limit: 64 * Self.block))
        let ids = try await fill(store, from: 1)
        #expect(ids.count == 7)
        // One block is reserved for saved sessions. A session with a new id needs no more space than with the old id,
        // and a change that is always admitted is never refused.
        for id in ids {
            try await store.save([2], for: id, from: 1, newID: .random())
            try await store.save([3], for: .random(), from: 1, isAlwaysAdmitted: true)
        }
        #expect(store.directory.space.used == 14 * Self.block)
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
        let store = try directory.open(idle: .seconds(1), space: space)
        #expect(space.used == 7 * Self.block)
        #expect(!store.hasRoom(for: 1) && store.hasRoom(for: 2))
        try await store.remove(ids[0])
        #expect(space.used == 6 * Self.block && store.hasRoom(for: 1))
        for id in ids.dropFirst() { directory.age(id, seconds: 600) }
        try await store.removeExpired()
        #expect(space.used == 0)
    }

    @Test func `a session uses the space of its file`() async throws {
        let space = StoreSpace(limit: 640 * Self.block)
        let store = try directory.open(space: space)
        let id = SessionID.random()
        for count in [1, 50_000, 4_097, 10] {
            try await store.save([UInt8](repeating: 1, count: count), for: id, from: 1)
            #expect(space.used == StoreSpace.cost(ofFileWith: try directory.bytes(of: id).count))
        }
        for count in [1, 5_000, 4_000, 100, 20_000] {
            try await store.append([UInt8](repeating: 1, count: count), to: id)
            #expect(space.used == StoreSpace.cost(ofFileWith: try directory.bytes(of: id).count))
        }
        try await store.remove(id)
        try await store.remove(id)
        #expect(space.used == 0)
    }
}
