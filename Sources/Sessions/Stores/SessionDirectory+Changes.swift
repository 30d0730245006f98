import Glibc

/// A change of one session's file, and the callback for its result.
struct Change: Sendable {
    /// The new content of the file.
    struct Content: Sendable {
        let bytes: [UInt8]
        let network: UInt64?
        let admission: StoreSpace.Admission
    }

    /// The new content; `nil` removes the session.
    let content: Content?
    let file: SessionFile
    let answer: @Sendable (Result<Void, StoreError>) -> Void
}

extension SessionDirectory {
    /// Makes changes durable and reports the result of each. Of several changes of one session only the last is made:
    /// no reader could have observed an earlier one.
    func make(_ changes: [Change]) {
        var last: [SessionFile: Int] = [:]
        for (index, change) in changes.enumerated() { last[change.file] = index }
        var batch = Batch(directory: self)
        for (index, change) in changes.enumerated() where last[change.file] == index { batch.begin(change) }
        let results = batch.end()
        for change in changes { change.answer(results[change.file] ?? .success(())) }
    }
}

/// A group commit: all files are written before the first of them is synchronized, and each folder is synchronized
/// once. The file system then commits its journal, the main cost of a save, once for many saves.
private struct Batch {
    private struct Save {
        let file: SessionFile
        let temporary: TemporaryFile
        let network: UInt64?
        let cost: Int
        /// The space of the file that this save replaces.
        let replaced: Int
    }

    private let directory: SessionDirectory
    private var folders: [String: FileDescriptor] = [:]
    private var saves: [Save] = []
    private var removed: [SessionFile] = []
    private var results: [SessionFile: Result<Void, StoreError>] = [:]

    init(directory: SessionDirectory) { self.directory = directory }

    mutating func begin(_ change: Change) {
        let file = change.file
        guard let content = change.content else { return removed.append(file) }
        attempt(file) { (batch) throws(StoreError) in
            let folder = try batch.folder(of: file)
            let bytes = SessionFileFormat.encode(content.bytes, for: file, from: content.network)
            let (space, cost) = (batch.directory.space, StoreSpace.cost(ofFileWith: bytes.count))
            let replaced = folder.cost(of: file)
            let owned = replaced + batch.earlier(content)
            guard space.reserve(cost, of: content.network, replacing: owned, content.admission) else {
                throw StoreError(.overQuota, operation: "save", path: batch.path(file))
            }
            do throws(StoreError) {
                let temporary = try TemporaryFile(
                    bytes, number: batch.directory.nextTemporary(), in: folder, path: batch.path(file))
                batch.saves.append(
                    Save(
                        file: file, temporary: temporary, network: content.network, cost: cost, replaced: replaced))
            } catch {
                space.release(cost, of: content.network)
                throw error
            }
        }
    }

    /// The space of the file of the session's old id, which is removed after the save.
    private func earlier(_ content: Change.Content) -> Int {
        guard case .saved(let id?) = content.admission else { return 0 }
        let file = SessionFile(id)
        guard let folder = try? directory.folder(file.folder) else { return 0 }
        return folder.cost(of: file)
    }

    mutating func end() -> [SessionFile: Result<Void, StoreError>] {
        var changed: [String: [SessionFile]] = [:]
        if saves.count > 1 { for save in saves { save.temporary.beginSynchronizing() } }
        // Synchronize all files before the first rename, so that the renames share the journal's next transaction.
        for save in saves {
            attempt(save.file) { (_) throws(StoreError) in try save.temporary.synchronize() }
        }
        for save in saves {
            if results[save.file] == nil {
                attempt(save.file) { (_) throws(StoreError) in try save.temporary.rename(to: save.file.name) }
            }
            if results[save.file] == nil {
                changed[save.file.folder, default: []].append(save.file)
                if save.replaced > 0 { directory.space.release(save.replaced, of: save.network) }
            } else {
                save.temporary.remove()
                directory.space.release(save.cost, of: save.network)
            }
        }
        for file in removed {
            attempt(file) { (batch) throws(StoreError) in try batch.remove(file) }
            changed[file.folder, default: []].append(file)
        }
        for (name, files) in changed {
            do throws(StoreError) {
                try folders[name]?.synchronizeNames(path: "\(directory.path)/\(name)")
            } catch {
                for file in files { results[file] = .failure(error) }
            }
        }
        return results
    }

    /// Removes a file. A missing file is not an error; its folder is synchronized all the same, because an earlier
    /// removal can have failed to reach the disk.
    private mutating func remove(_ file: SessionFile) throws(StoreError) {
        let folder = try folder(of: file)
        do {
            try directory.remove(file, from: folder)
        } catch {
            guard error.code == .missing else { throw error }
        }
    }

    private mutating func folder(of file: SessionFile) throws(StoreError) -> FileDescriptor {
        if let folder = folders[file.folder] { return folder }
        let folder = try directory.folder(creating: file.folder)
        folders[file.folder] = folder
        return folder
    }

    private mutating func attempt(_ file: SessionFile, _ body: (inout Batch) throws(StoreError) -> Void) {
        do throws(StoreError) { try body(&self) } catch { results[file] = .failure(error) }
    }

    private func path(_ file: SessionFile) -> String { "\(directory.path)/\(file.path)" }
}

extension FileDescriptor {
    /// The space of a session's file in this folder; 0 if there is none.
    func cost(of file: SessionFile) -> Int {
        var status = stat()
        guard fstatat(number, file.name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.isFile else { return 0 }
        return StoreSpace.cost(ofFileWith: Int(status.st_size))
    }
}
