import NavigationKit
import SessionStores
import Synchronization

/// The entry of a session in ``SessionTable``. A value without closures, so that an action allocates nothing for it.
struct SessionTableEntry: SessionPersistence {
    let table: SessionTable
    let session: Session
    let id: SessionID
    /// The network of the request.
    let network: UInt64?
    /// True for the first action of a session, which is inserted into the table after the action.
    let isNew: Bool

    var isCurrent: Bool { isNew || table.place(of: id)?.session === session }

    var isStored: Bool { table.store != nil }

    var isShared: Bool { table.store?.isShared ?? false }

    func begin(since known: Revision?) async throws -> (lease: Lease, stored: StoredSession) {
        try await table.takeLease(of: id, since: known)
    }

    func commit(_ change: SessionChange, under lease: Lease) async throws {
        guard let store = table.store else { return }
        guard isCurrent else { throw SessionError.renamed }
        let result: CommitResult
        do {
            result = try await table.failing { try await store.commit(change, under: lease) }
        } catch {
            // If an append is refused, a checkpoint follows.
            if case .replace = change.content {
                table.noteIfOverQuota(error, isNew: isNew, from: session.owner.network)
            } else if (error as? StoreError)?.code == .damaged {
                table.report("\(table.hosted.name): the log of a session is damaged and is written anew: \(error)")
            }
            throw error
        }
        session.touched.store(table.time.now, ordering: .relaxed)
        session.proven.store(table.time.now, ordering: .relaxed)
        if !change.keepsLease { table.leases.remove(lease) }
        // A commit that was made although its result was lost is overtaken by itself.
        if case .overtaken(let revision) = result, revision != change.element.revision { throw SessionError.overtaken }
    }

    func confirm() async throws {
        guard let store = table.store else { return }
        try await table.failing { try await store.confirm(id) }
    }

    func removeAfterFailedLogout(_ error: StoreError) async throws {
        guard let store = table.store else { return }
        table.report("\(table.hosted.name): cannot store a logged-out session, kept in memory only: \(error)")
        try await table.failing { try await store.remove(id) }
    }

    func makeNewID() -> SessionID { .random(near: id) }

    func release(_ lease: Lease) {
        table.leases.remove(lease)
        table.store?.release(lease)
    }

    func forget(because error: (any Error)?) {
        if let error { table.reportUnreadable(error) }
        table.evict(id)
    }

    func perform(_ commands: [TaskCommand], as newID: SessionID?) -> Bool {
        guard !isNew else { return false }
        table.perform(commands, for: newID ?? id, from: network)
        return true
    }

    func store(_ ending: UserEnding) async throws { try await table.store(ending) }

    func rename(to newID: SessionID, isIdentified: Bool, isForAnother: Bool) {
        table.rename(id, to: newID, isIdentified: isIdentified, isForAnother: isForAnother, of: network)
    }
}
