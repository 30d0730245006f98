import Glibc
import Testing

@testable import SessionStores

@Suite("Sessions with a new id") struct RekeyTests {
    let directory: TemporaryDirectory
    let old = SessionID.random()
    let new = SessionID.random()

    init() throws { directory = try TemporaryDirectory() }

    @Test func `a session moves to its new id in one step`() async throws {
        let store = try directory.open()
        let first = try await store.save([1], for: old)
        let lease = try await store.lease(old)
        let element = LogElement(revision: .following(first), bytes: [2])
        let change = SessionChange(.replace(element), after: first, newID: new)
        #expect(try await store.commit(change, under: lease) == .done)
        #expect(try await store.load(old, since: first) == .missing)
        #expect(try await store.load(new, since: nil) == .whole([element]))
        #expect(try directory.files() == [SessionFile(new).fullPath, "lock"].sorted())
        // The lease of the old id has ended, and the change is found under the new id.
        #expect(try await !store.renew(lease))
        #expect(try await store.commit(change, under: lease) == .overtaken(by: element.revision))
        let other = SessionChange(
            .append(LogElement(revision: .following(first), bytes: [3])), after: first)
        #expect(try await store.commit(other, under: lease) == .overtaken(by: nil))
        let next = try await directory.reopen(store)
        #expect(try await next.load(old, since: nil) == .missing)
        try await next.append([3], to: new)
        #expect(try await next.contents(of: new) == [[2], [3]])
        #expect(try await next.commit(change, under: lease) != CommitResult.done)
    }

    @Test func `a start after a crash removes the old file of a re-keyed session`() async throws {
        let space = StoreSpace()
        let store = try directory.openInline()
        try await store.save([1], for: old, from: 1)
        let bytes = try directory.bytes(of: old)
        try await store.save([2], for: old, from: 1, newID: new)
        await store.close()
        // The crash was between the rename and the removal.
        try directory.write(bytes, to: directory.file(of: old))
        let next = try directory.open(space: space)
        #expect(try directory.files() == [SessionFile(new).fullPath, "lock"].sorted())
        #expect(try await next.load(old, since: nil) == .missing)
        #expect(try await next.contents(of: new) == [[2]])
        #expect(space.used == 4_096)
    }

    @Test func `a session whose old file cannot be removed keeps its old id`() async throws {
        let store = try directory.openInline()
        let first = try await store.save([1], for: old)
        let lease = try await store.lease(old)
        let (file, change) = (
            SessionFile(old).name.prefix(8),
            SessionChange(
                .replace(LogElement(revision: .following(first), bytes: [2])), after: first, newID: new)
        )
        await SystemCallObserver.$failure.withValue({ $0 == "remove" && $1.contains(file) ? EIO : nil }) {
            #expect(await storeError { _ = try await store.commit(change, under: lease) }?.operation == "remove")
        }
        #expect(try directory.files() == [SessionFile(old).fullPath, "lock"])
        #expect(try await store.load(new, since: nil) == .missing)
        #expect(try await store.load(old, since: first) == .unchanged)
        #expect(store.directory.space.used == 4_096)
        #expect(try await store.commit(change, under: lease) == .done)
        #expect(try await store.contents(of: new) == [[2]])
    }

    @Test func `a new id needs a checkpoint`() async throws {
        let store = try directory.open()
        let first = try await store.save([1], for: old)
        let lease = try await store.lease(old)
        let change = SessionChange(
            .append(LogElement(revision: .following(first), bytes: [2])), after: first, newID: new)
        #expect(await storeError { _ = try await store.commit(change, under: lease) }?.code == .system)
        #expect(try await store.contents(of: old) == [[1]])
    }
}
