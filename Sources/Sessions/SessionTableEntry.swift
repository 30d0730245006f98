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

    func save(_ bytes: [UInt8], as newID: SessionID?, isLeaving: Bool) async throws {
        guard let store = table.store else { return }
        guard isCurrent else { throw SessionError.renamed }
        let admission: StoreSpace.Admission =
            isLeaving ? .always : isNew ? .new : .saved(as: newID == nil ? nil : id)
        do {
            try await table.failing {
                try await store.save(bytes, for: newID ?? id, from: session.owner.network, admission)
            }
        } catch {
            table.noteIfOverQuota(error, isNew: isNew, from: session.owner.network)
            guard isLeaving else { throw error }
            table.report("\(table.hosted.name): cannot save a logged-out session, kept in memory only: \(error)")
        }
        guard let newID else { return }
        do {
            try await table.failing { try await store.remove(id) }
        } catch {
            // Undo the save: the old id would still open the session, which re-keying must prevent.
            try? await store.remove(newID)
            throw error
        }
    }

    func save(_ ending: UserEnding) async throws { try await table.store(ending) }

    func rename(to newID: SessionID, isIdentified: Bool) {
        table.rename(id, to: newID, isIdentified: isIdentified, of: network)
    }
}
