import Glibc

/// A change of one session, and who waits for it.
struct Change: Sendable {
    /// The bytes to keep; `nil` to forget the session.
    let bytes: [UInt8]?
    let id: SessionID
    let answer: @Sendable (Result<Void, StoreError>) -> Void
}

extension SessionDirectory {
    /// Makes changes durable and answers each. Of several changes of one session only the last is made: whoever asked
    /// for an earlier one could not have seen it anyway.
    func make(_ changes: [Change]) {
        var last: [SessionID: Int] = [:]
        for (index, change) in changes.enumerated() { last[change.id] = index }
        var batch = Batch(directory: self)
        for (index, change) in changes.enumerated() where last[change.id] == index { batch.begin(change) }
        let results = batch.end()
        for change in changes { change.answer(results[change.id] ?? .success(())) }
    }
}

/// A group commit: all files are written before the first waits for the disk, and a folder is waited for once. The
/// system writes its journal for many in one go, which is what a save costs.
private struct Batch {
    private struct Save {
        let id: SessionID
        let file: SessionFile
        let temporary: Temporary
    }

    private let directory: SessionDirectory
    private var folders: [String: Descriptor] = [:]
    private var saves: [Save] = []
    private var removed: [(id: SessionID, file: SessionFile)] = []
    private var results: [SessionID: Result<Void, StoreError>] = [:]

    init(directory: SessionDirectory) { self.directory = directory }

    mutating func begin(_ change: Change) {
        let file = SessionFile(change.id)
        guard let bytes = change.bytes else { return removed.append((change.id, file)) }
        attempt(change.id) { (batch) throws(StoreError) in
            let folder = try batch.folder(of: file)
            let temporary = try Temporary(
                StoredBytes.encode(bytes), number: batch.directory.nextTemporary(), in: folder, path: batch.path(file))
            batch.saves.append(Save(id: change.id, file: file, temporary: temporary))
        }
    }

    mutating func end() -> [SessionID: Result<Void, StoreError>] {
        var changed: [String: [SessionID]] = [:]
        if saves.count > 1 { for save in saves { save.temporary.beginSynchronizing() } }
        // All on the disk before the first is renamed, so that the renames share the journal's next transaction.
        for save in saves {
            attempt(save.id) { (_) throws(StoreError) in try save.temporary.synchronize() }
        }
        for save in saves {
            if results[save.id] == nil {
                attempt(save.id) { (_) throws(StoreError) in try save.temporary.rename(to: save.file.name) }
            }
            if results[save.id] == nil {
                changed[save.file.folder, default: []].append(save.id)
            } else {
                save.temporary.remove()
            }
        }
        for (id, file) in removed {
            attempt(id) { (batch) throws(StoreError) in try batch.remove(file) }
            changed[file.folder, default: []].append(id)
        }
        for (name, ids) in changed {
            do throws(StoreError) {
                try folders[name]?.synchronizeNames(path: "\(directory.path)/\(name)")
            } catch {
                for id in ids { results[id] = .failure(error) }
            }
        }
        return results
    }

    /// A file that is missing may have been removed before without reaching the disk, so its folder is waited for too.
    private mutating func remove(_ file: SessionFile) throws(StoreError) {
        let folder = try folder(of: file)
        do {
            try systemCall("remove", on: path(file)) { Int(unlinkat(folder.number, file.name, 0)) }
        } catch {
            guard error.code == .missing else { throw error }
        }
    }

    private mutating func folder(of file: SessionFile) throws(StoreError) -> Descriptor {
        if let folder = folders[file.folder] { return folder }
        let folder = try directory.madeFolder(file.folder)
        folders[file.folder] = folder
        return folder
    }

    private mutating func attempt(_ id: SessionID, _ body: (inout Batch) throws(StoreError) -> Void) {
        do throws(StoreError) { try body(&self) } catch { results[id] = .failure(error) }
    }

    private func path(_ file: SessionFile) -> String { "\(directory.path)/\(file.path)" }
}
