extension ChangeBatch {
    /// Renames the new files, and removes the files of removed and re-keyed sessions.
    mutating func changeNames() {
        var folders: Set<Int> = []
        for index in items.indices where items[index].outcome == nil { rename(&items[index], &folders) }
        let errors = synchronize(folders)
        if !errors.isEmpty {
            for index in items.indices where items[index].outcome == nil { fail(&items[index], errors) }
        }
        // The new file of a re-keyed session is durable before the old one is removed.
        folders = []
        for index in items.indices where items[index].outcome == nil { removeOld(&items[index], &folders) }
        let oldErrors = synchronize(folders)
        for index in items.indices where items[index].outcome == nil {
            guard case .rekey = items[index].change.content else { continue }
            guard let error = oldErrors[items[index].change.file.folderNumber] else { continue }
            items[index].outcome = .made(items[index].planned.needingRewrite, error)
        }
    }

    /// Renames the new file of a change, or removes the file, and adds the changed folder to `folders`.
    private func rename(_ item: inout Item, _ folders: inout Set<Int>) {
        let change = item.change
        do throws(StoreError) {
            switch item.writing {
            case .replacement(let temporary, let file):
                try temporary.rename(to: file.name)
                folders.insert(file.folderNumber)
                if file == change.file { directory.space.release(item.replacedCost, of: change.state.network) }
            case .append: break
            case nil:
                // A missing file is not an error. Its folder is synchronized all the same, because an earlier removal
                // can have failed to reach the disk.
                guard let folder = try directory.folder(change.file.folderNumber) else { return }
                folders.insert(change.file.folderNumber)
                try removeIfPresent(change.file, from: folder)
            }
        } catch {
            discard(&item, because: error)
            if item.outcome == nil { item.outcome = .failed(error, nil) }
        }
    }

    /// Sets the outcome of a change whose folder could not be synchronized after ``rename(_:_:)``.
    private func fail(_ item: inout Item, _ errors: [Int: StoreError]) {
        switch item.writing {
        case .append: break
        case .replacement(_, let file):
            guard let error = errors[file.folderNumber] else { return }
            if file == item.change.file {
                item.outcome = .made(item.planned.needingRewrite, error)
            } else {
                removeNew(file, &item, because: error)
            }
        case nil:
            if let error = errors[item.change.file.folderNumber] { item.outcome = .failed(error, nil) }
        }
    }

    /// Removes the old file of a re-keyed session.
    private func removeOld(_ item: inout Item, _ folders: inout Set<Int>) {
        guard case .rekey(_, let newFile) = item.change.content else { return }
        let file = item.change.file
        do throws(StoreError) {
            guard let folder = try directory.folder(file.folderNumber) else { return }
            try removeIfPresent(file, from: folder)
            folders.insert(file.folderNumber)
        } catch {
            removeNew(newFile, &item, because: error)
        }
    }

    /// Removes the new file of a session that could not be re-keyed. If this fails too, the next start removes the old
    /// file.
    private func removeNew(_ file: SessionFile, _ item: inout Item, because error: StoreError) {
        if let folder = try? directory.folder(file.folderNumber) {
            try? directory.remove(file.name, from: folder)
            try? folder.synchronizeNames(path: "\(directory.path)/\(file.folder)")
        }
        item.outcome = .failed(error, nil)
    }

    private func removeIfPresent(_ file: SessionFile, from folder: FileDescriptor) throws(StoreError) {
        do { try directory.remove(file.name, from: folder) } catch {
            guard error.code == .missing else { throw error }
        }
    }

    /// Synchronizes folders, and returns the errors by folder.
    private func synchronize(_ folders: Set<Int>) -> [Int: StoreError] {
        var errors: [Int: StoreError] = [:]
        for number in folders {
            do throws(StoreError) {
                try directory.folder(number)?.synchronizeNames(path: "\(directory.path)/\(SessionFile.folders[number])")
            } catch {
                errors[number] = error
            }
        }
        return errors
    }
}

extension FileState {
    /// The same state, whose next change writes the whole file.
    fileprivate var needingRewrite: FileState {
        var state = self
        state.log?.condition = .needsRewrite
        return state
    }
}
