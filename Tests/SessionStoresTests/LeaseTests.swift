import Testing

@testable import SessionStores

@Suite("Leases and commits of a store in a directory") struct LeaseTests {
    let directory: TemporaryDirectory
    let pool = HeldPool()
    let store: DirectoryStore
    let id = SessionID.random()

    init() throws {
        let (directory, pool) = (try TemporaryDirectory(), pool)
        self.directory = directory
        store = try DirectoryStore(at: directory.path, threads: 1) { pool.hold($0) }
        pool.open()
    }

    private func append(_ byte: UInt8, after revision: Revision, keepsLease: Bool = false) -> SessionChange {
        SessionChange(
            .append(LogElement(revision: .following(revision), bytes: [byte])), after: revision,
            keepsLease: keepsLease)
    }

    @Test func `a commit under an earlier lease changes nothing`() async throws {
        let first = try await store.save([1], for: id)
        let earlier = try await store.lease(id)
        let later = try #require(try await store.begin(id, since: first).granted).lease
        #expect(try await store.renew(later))
        #expect(try await !store.renew(earlier))
        let before = try directory.bytes(of: id)
        #expect(try await store.commit(append(2, after: first), under: earlier) == .overtaken(by: first))
        #expect(try directory.bytes(of: id) == before)
        store.release(earlier)
        #expect(try await store.commit(append(3, after: first), under: later) == .done)
        #expect(try await store.contents(of: id) == [[1], [3]])
    }

    @Test func `a commit after another revision changes nothing`() async throws {
        let first = try await store.save([1], for: id)
        let lease = try await store.lease(id)
        let before = try directory.bytes(of: id)
        let other = Revision(number: first.number, salt: first.salt &+ 1)
        #expect(try await store.commit(append(2, after: other), under: lease) == .overtaken(by: first))
        let new = SessionChange(.replace(LogElement(revision: other, bytes: [3])), after: nil)
        #expect(try await store.commit(new, under: lease) == .overtaken(by: first))
        #expect(try directory.bytes(of: id) == before)
        #expect(try await store.commit(append(4, after: first), under: lease) == .done)
    }

    @Test func `a missing session can only be created by a checkpoint`() async throws {
        let lease = try await store.lease(id)
        let first = Revision.following(nil)
        #expect(try await store.commit(append(2, after: first), under: lease) == .overtaken(by: nil))
        let change = SessionChange(.append(LogElement(revision: first, bytes: [1])), after: nil)
        #expect(try await store.commit(change, under: lease) == .overtaken(by: nil))
        #expect(try directory.files() == ["lock"])
    }

    @Test func `a commit ends its lease, unless it keeps it`() async throws {
        let first = try await store.save([1], for: id)
        let lease = try await store.lease(id)
        let kept = append(2, after: first, keepsLease: true)
        #expect(try await store.commit(kept, under: lease) == .done)
        #expect(try await store.renew(lease))
        let last = append(3, after: kept.element.revision)
        #expect(try await store.commit(last, under: lease) == .done)
        #expect(try await !store.renew(lease))
        let late = append(4, after: last.element.revision)
        #expect(try await store.commit(late, under: lease) == .overtaken(by: last.element.revision))
        #expect(try await store.contents(of: id) == [[1], [2], [3]])
    }

    @Test func `a change that is committed again is overtaken by its own revision`() async throws {
        let first = try await store.save([1], for: id)
        let change = append(2, after: first)
        let lease = try await store.lease(id)
        #expect(try await store.commit(change, under: lease) == .done)
        #expect(try await store.commit(change, under: lease) == .overtaken(by: change.element.revision))
        await store.close()
        // The lease is not known to the next process.
        let next = try directory.openInline()
        #expect(try await next.commit(change, under: lease) == .overtaken(by: change.element.revision))
        #expect(try await next.contents(of: id) == [[1], [2]])
    }

    @Test func `of two commits at once the second is overtaken by the first`() async throws {
        let first = try await store.save([1], for: id)
        let lease = try await store.lease(id)
        pool.close()
        let change = append(2, after: first)
        let pending = Task.immediate { [store] in try await store.commit(change, under: lease) }
        let second = try await store.commit(append(3, after: first), under: lease)
        #expect(second == .overtaken(by: change.element.revision))
        pool.open()
        #expect(try await pending.value == .done)
        #expect(try await store.contents(of: id) == [[1], [2]])
    }

    @Test func `a lease that is taken during a commit describes the session after it`() async throws {
        let first = try await store.save([1], for: id)
        let lease = try await store.lease(id)
        pool.close()
        let change = append(2, after: first)
        let pending = Task.immediate { [store] in try await store.commit(change, under: lease) }
        let begun = Task.immediate { [store, id] in try await store.begin(id, since: first) }
        // A copy that has the state before the commit is current until the commit is done.
        #expect(try await store.load(id, since: first) == .unchanged)
        pool.open()
        #expect(try await pending.value == .done)
        #expect(try await begun.value.granted?.session == .tail([change.element]))
    }

    @Test func `a session that is current in memory is leased and loaded without the pool`() async throws {
        let first = try await store.save([1], for: id)
        pool.close()
        let begun = try #require(try await store.begin(id, since: first).granted)
        #expect(begun.session == .unchanged)
        #expect(try await store.load(id, since: first) == .unchanged)
        #expect(pool.count == 0)
    }

    @Test func `a removal that waits for a commit wins, and a new session can follow it`() async throws {
        let first = try await store.save([1], for: id)
        let lease = try await store.lease(id)
        pool.close()
        let change = append(2, after: first)
        let pending = Task.immediate { [store] in try await store.commit(change, under: lease) }
        let removal = Task.immediate { [store, id] in try await store.remove(id) }
        let begun = try #require(try await store.begin(id, since: nil).granted)
        #expect(begun.session == .missing)
        let new = SessionChange(.replace(LogElement(revision: .following(nil), bytes: [9])), after: nil)
        let creation = Task.immediate { [store] in try await store.commit(new, under: begun.lease) }
        pool.open()
        #expect(try await pending.value == .done)
        try await removal.value
        #expect(try await creation.value == .done)
        #expect(try await store.contents(of: id) == [[9]])
    }

    @Test func `a commit that the blocking pool drops fails with an error, and the next one succeeds`() async throws {
        let first = try await store.save([1], for: id)
        let lease = try await store.lease(id)
        pool.close()
        let change = append(2, after: first)
        let refused = Task.immediate { [store] in try await store.commit(change, under: lease) }
        pool.refuseAll()
        #expect(await storeError { _ = try await refused.value }?.code == .refused)
        pool.open()
        #expect(try await store.commit(change, under: lease) == .done)
        #expect(try await store.contents(of: id) == [[1], [2]])
    }

    @Test func `closing waits for queued work and refuses further work`() async throws {
        let first = try await store.save([1], for: id)
        let lease = try await store.lease(id)
        pool.close()
        let change = append(2, after: first)
        let begun = Task.immediate { [store] in try await store.commit(change, under: lease) }
        let closing = Task.immediate { [store] in await store.close() }
        #expect(await storeError { try await store.remove(.random()) }?.code == .closed)
        pool.open()
        #expect(try await begun.value == .done)
        await closing.value
        #expect(await storeError { _ = try await store.save([1], for: .random()) }?.code == .closed)
        let next = try directory.open()
        #expect(try await next.contents(of: id) == [[1], [2]])
    }
}
