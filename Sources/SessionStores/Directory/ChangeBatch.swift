import Glibc
import SystemCalls

extension SessionDirectory {
    /// Makes changes durable and reports the outcome of each, in their order.
    func make(_ changes: [FileChange]) {
        var batch = ChangeBatch(in: self)
        var files: Set<SessionFile> = []
        for change in changes {
            // Two changes of one file are made one after the other.
            if changes.count > 1, !files.insert(change.file).inserted {
                batch.end()
                batch = ChangeBatch(in: self)
                files = [change.file]
            }
            batch.begin(change)
        }
        batch.end()
    }
}

/// A group commit: all files are written before the first of them is synchronized, and each folder is synchronized
/// once. The file system then commits its journal, the main cost of a change, once for many changes.
struct ChangeBatch {
    /// A change that was begun.
    struct Item {
        let change: FileChange
        var writing: Writing?
        /// The state of the file after the change, whose space is reserved.
        var planned = FileState.missing
        /// The space of the file that a new file replaces.
        var replacedCost = 0
        var outcome: FileChange.Outcome?
    }

    /// A file whose bytes are written and not synchronized yet.
    enum Writing {
        case append(FileDescriptor)
        case replacement(TemporaryFile, for: SessionFile)

        fileprivate func beginSynchronizing() {
            switch self {
            case .append(let file): file.beginSynchronizing()
            case .replacement(let temporary, _): temporary.beginSynchronizing()
            }
        }
    }

    let directory: SessionDirectory
    var items: [Item] = []
    /// True if a change creates, renames or removes a file.
    private var changesNames = false

    init(in directory: SessionDirectory) { self.directory = directory }

    /// Writes the bytes of a change; they are not durable yet.
    mutating func begin(_ change: FileChange) {
        var item = Item(change: change)
        do throws(StoreError) {
            switch change.content {
            case .append(let element):
                if change.state.log?.condition == .needsRewrite {
                    try rewrite(element, &item)
                } else {
                    try append(element, &item)
                }
            case .replace(let element): try replace([element], change.file, &item)
            case .rekey(let element, let newFile):
                try checkIsNew(newFile)
                try replace([element], newFile, &item)
            case .rewrite: try rewrite(nil, &item)
            case .remove: changesNames = true
            }
        } catch {
            if item.outcome == nil { item.outcome = .failed(error, nil) }
        }
        items.append(item)
    }

    /// Makes the changes durable and reports their outcomes.
    mutating func end() {
        if items.count > 1 { for item in items { item.writing?.beginSynchronizing() } }
        // Synchronize all files before the first rename, so that the renames share the journal's next transaction.
        for index in items.indices where items[index].outcome == nil { synchronize(&items[index]) }
        if changesNames { changeNames() }
        let answers = items.map { item in (item.change, item.outcome ?? .made(item.planned, nil)) }
        // Closes the files before anyone learns that the changes are made.
        items = []
        for (change, outcome) in answers { change.answer(outcome) }
    }

    // MARK: - Writing

    /// Appends an element to the file.
    private func append(_ element: LogElement, _ item: inout Item) throws(StoreError) {
        let change = item.change
        guard let log = change.state.log, let (file, status) = try directory.open(change.file, flags: O_WRONLY) else {
            item.outcome = .missing
            return
        }
        guard status.byteCount >= log.byteCount else {
            throw directory.damage(of: change.file, "another program has made it shorter")
        }
        let bytes = LogElementFormat.encode(element)
        let end = log.byteCount + bytes.count
        let cost = StoreSpace.cost(ofFileWith: end)
        item.planned = FileState(
            log: FileState.Log(revision: element.revision, byteCount: end, condition: .complete), cost: cost,
            network: change.state.network)
        if cost > change.state.cost {
            guard
                directory.space.reserve(
                    cost - change.state.cost, of: change.state.network, replacing: 0, change.admission)
            else { throw StoreError(.overQuota, operation: "append", path: directory.path(of: change.file)) }
        }
        item.writing = .append(file)
        do throws(StoreError) {
            if log.condition == .torn {
                try file.truncate(to: log.byteCount, path: directory.path(of: change.file))
            }
            try file.write(bytes, at: log.byteCount, path: directory.path(of: change.file))
        } catch {
            undoAppend(to: file, because: error, &item)
        }
    }

    /// Cuts the file to its length before a failed append. Even if that succeeds, the next change writes it as a whole.
    private func undoAppend(to file: FileDescriptor, because error: StoreError, _ item: inout Item) {
        var state = item.change.state
        try? file.truncate(to: state.log?.byteCount ?? 0, path: directory.path(of: item.change.file))
        let size = (try? file.status(path: ""))?.byteCount
        let cost = size.map { StoreSpace.cost(ofFileWith: $0) } ?? item.planned.cost
        directory.space.release(max(item.planned.cost, state.cost) - cost, of: state.network)
        state.cost = cost
        state.log?.condition = .needsRewrite
        item.outcome = .failed(error, state)
    }

    /// Writes the present elements of a file and another one to a new file.
    private mutating func rewrite(_ element: LogElement?, _ item: inout Item) throws(StoreError) {
        let change = item.change
        let stored = try directory.read(change.file, now: 0, synchronizes: false)
        guard !stored.elements.isEmpty else {
            item.outcome = .missing
            return
        }
        guard let last = stored.elements.lastIndex(where: { $0.revision == change.state.log?.revision }) else {
            throw directory.damage(of: change.file, "its last change is missing")
        }
        try replace(stored.elements[...last] + (element.map { [$0] } ?? []), change.file, &item)
    }

    private func checkIsNew(_ file: SessionFile) throws(StoreError) {
        guard try directory.folder(file.folderNumber)?.status(of: file.name) == nil else {
            throw StoreError(
                .system, operation: "rename", path: directory.path(of: file), detail: "a session has the new id")
        }
    }

    /// Writes a whole file under a temporary name.
    private mutating func replace(
        _ elements: some Collection<LogElement>, _ file: SessionFile, _ item: inout Item
    ) throws(StoreError) {
        let change = item.change
        changesNames = true
        let path = directory.path(of: file)
        let replaced = file == change.file ? nil : change.file
        let bytes = SessionFileFormat.encode(Array(elements), for: file, from: change.network, replacing: replaced)
        let cost = StoreSpace.cost(ofFileWith: bytes.count)
        let folder = try directory.folder(creating: file.folderNumber)
        // The table can name the space of a file that has expired since.
        item.replacedCost = try directory.folder(change.file.folderNumber)?.cost(of: change.file) ?? 0
        guard directory.space.reserve(cost, of: change.network, replacing: item.replacedCost, change.admission) else {
            throw StoreError(.overQuota, operation: "commit", path: path)
        }
        do throws(StoreError) {
            let temporary = try TemporaryFile(bytes, number: directory.nextTemporary(), in: folder, path: path)
            item.writing = .replacement(temporary, for: file)
        } catch {
            directory.space.release(cost, of: change.network)
            throw error
        }
        let log = elements.reversed().first.map {
            FileState.Log(revision: $0.revision, byteCount: bytes.count, condition: .complete)
        }
        item.planned = FileState(log: log, cost: cost, network: change.network)
    }

    // MARK: - Synchronizing

    private func synchronize(_ item: inout Item) {
        do throws(StoreError) {
            switch item.writing {
            case .append(let file):
                do throws(StoreError) {
                    try file.synchronizeData(path: directory.path(of: item.change.file))
                    let saved = item.change.state.cost - item.planned.cost
                    if saved > 0 { directory.space.release(saved, of: item.planned.network) }
                } catch {
                    undoAppend(to: file, because: error, &item)
                }
            case .replacement(let temporary, _): try temporary.synchronize()
            case nil: break
            }
        } catch {
            discard(&item, because: error)
        }
    }

    /// Removes the new file of a replacement that failed, and releases its space.
    func discard(_ item: inout Item, because error: StoreError) {
        guard case .replacement(let temporary, _) = item.writing else { return }
        temporary.remove()
        directory.space.release(item.planned.cost, of: item.planned.network)
        item.outcome = .failed(error, nil)
    }
}
