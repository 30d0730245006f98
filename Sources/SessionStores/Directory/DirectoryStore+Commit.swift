import SystemCalls

extension DirectoryStore {
    package func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        let commit: KnownSessions.Commit
        switch known.begin(change, under: lease, now: SystemClock.wall) {
        case .begun(let begun): commit = begun
        case .overtaken(let revision): return .overtaken(by: try await present(change, else: revision))
        case .unknown: return .overtaken(by: try await presentUnknown(change, of: lease.id))
        }
        let (known, newFile) = (known, change.newID.map { SessionFile($0) })
        let content: FileChange.Content
        do { content = try self.content(of: commit, newFile) } catch {
            return try known.finish(commit, with: .failed(error, nil), newFile: newFile).get()
        }
        let queue = writeQueue(of: commit.file)
        let result: Result<CommitResult, StoreError> = await withCheckedContinuation { continuation in
            queue.add(
                .change(
                    FileChange(
                        content, of: commit.file, in: commit.state, from: change.network,
                        admission: Self.admission(of: change)
                    ) { outcome in
                        continuation.resume(returning: known.finish(commit, with: outcome, newFile: newFile))
                    }))
        }
        return try result.get()
    }

    /// Returns the change of the file, if it is within the limits.
    private func content(
        of commit: KnownSessions.Commit, _ newFile: SessionFile?
    ) throws(StoreError) -> FileChange.Content {
        if commit.isRepeated { return .rewrite }
        switch commit.change.content {
        case .append(let element):
            guard newFile == nil else {
                throw StoreError(
                    .system, operation: "append", path: directory.path(of: commit.file),
                    detail: "a session with a new id needs a checkpoint")
            }
            let end = (commit.state.log?.byteCount ?? 0) + LogElementFormat.overhead + element.bytes.count
            try check(end, directory.fileLimit, "append", commit.file)
            return .append(element)
        case .replace(let element):
            try check(element.bytes.count, directory.limit, "commit", commit.file)
            return newFile.map { .rekey(element, to: $0) } ?? .replace(element)
        }
    }

    private func check(
        _ count: Int, _ limit: Int, _ operation: String, _ file: SessionFile
    ) throws(StoreError) {
        guard count > limit else { return }
        throw StoreError(
            .tooLarge, operation: operation, path: directory.path(of: file),
            detail: "\(count) bytes exceed the limit of \(limit)")
    }

    private static func admission(of change: SessionChange) -> StoreSpace.Admission {
        if change.isAlwaysAdmitted { return .always }
        return change.expected == nil ? .new : .saved
    }

    /// Returns the revision that overtook a change. A change of the id that was made already is found under the new id.
    private func present(_ change: SessionChange, else revision: Revision?) async throws -> Revision? {
        guard let newID = change.newID, revision == nil else { return revision }
        if let moved = known.revision(of: newID) { return moved }
        return try await presentUnknown(newID)
    }

    private func presentUnknown(_ change: SessionChange, of id: SessionID) async throws -> Revision? {
        try await present(change, else: try await presentUnknown(id))
    }

    /// Returns the revision in a session's file.
    private func presentUnknown(_ id: SessionID) async throws -> Revision? {
        switch try await load(id, since: nil) {
        case .whole(let elements), .tail(let elements): elements.last?.revision
        case .missing, .unchanged: nil
        }
    }
}
