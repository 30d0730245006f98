import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("The readiness of a store") struct ReadinessTests {
    @Test func `without a store an app is always ready`() async {
        let branch = Branch()
        branch.clock.advance(by: 60_000_000_000)
        await branch.table.probeStore()
        #expect(branch.table.isStoreAnswering)
    }

    @Test func `a store that answers with errors is away after five seconds and back with its next answer`() async {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        #expect(branch.table.isStoreAnswering)
        branch.clock.advance(by: 3_000_000_000)
        await branch.table.probeStore()
        shelf.fault.withLock { $0 = .system }
        branch.clock.advance(by: 5_000_000_000)
        await branch.table.probeStore()
        #expect(branch.table.isStoreAnswering)
        branch.clock.advance(by: 1)
        await branch.table.probeStore()
        #expect(!branch.table.isStoreAnswering)
        shelf.fault.withLock { $0 = nil }
        await branch.table.probeStore()
        #expect(branch.table.isStoreAnswering)
    }

    @Test func `a store gets no further probe while it has not answered the first one`() async throws {
        let shelf = Shelf()
        let branch = Branch(store: shelf)
        let gate = Gate()
        shelf.loading.withLock { $0 = { await gate.pass() } }
        let probe = Task { await branch.table.probeStore() }
        await gate.untilReached()
        branch.clock.advance(by: 5_000_000_001)
        await branch.table.probeStore()
        #expect(!branch.table.isStoreAnswering)
        gate.open()
        await probe.value
        #expect(branch.table.isStoreAnswering)
    }
}
