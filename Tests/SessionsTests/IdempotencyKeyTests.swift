import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("The idempotency key of an action") struct IdempotencyKeyTests {
    @Test func `a handler that runs again after a failed commit has the same key, also in another process`()
        async throws
    {
        let shelf = Shelf(isShared: true)
        let (one, two) = (Branch(store: shelf), Branch(store: shelf))
        let id = try await one.session()
        shelf.committing.withLock { $0 = { _ in shelf.fault.withLock { $0 = .unavailable } } }
        await #expect(throws: StoreError.self) { try await one.act("sing", .version(2), nonce: "n", for: id) }
        shelf.committing.withLock { $0 = { _ in } }
        shelf.fault.withLock { $0 = nil }
        _ = try await two.act("sing", .version(2), nonce: "n", for: id)
        let keys = one.gate.keys.withLock(\.self) + two.gate.keys.withLock(\.self)
        let key = try #require(keys.first ?? nil)
        #expect(keys == [key, key])
        #expect(key.count == 32 && key.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    }

    @Test func `another press, another version and another session have other keys`() async throws {
        let branch = Branch(store: Shelf())
        let (id, other) = (try await branch.session(), try await branch.session())
        _ = try await branch.act("sing", .version(2), nonce: "n", for: id)
        _ = try await branch.act("sing", .version(2), nonce: "m", for: id)
        _ = try await branch.act("sing", .version(3), nonce: "n", for: id)
        _ = try await branch.act("sing", .version(2), nonce: "n", for: other)
        let keys = branch.gate.keys.withLock(\.self)
        #expect(keys.count == 4 && Set(keys).count == 4 && !keys.contains(nil))
    }

    @Test func `an action without a nonce has no key, and neither has code outside of a handler`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        _ = try await branch.act("sing", .version(2), for: id)
        #expect(branch.gate.keys.withLock(\.self) == [nil])
        #expect(Application().idempotencyKey == nil)
    }
}
