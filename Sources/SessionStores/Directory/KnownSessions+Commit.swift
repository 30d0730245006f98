import Synchronization

extension KnownSessions {
    /// The first step of a commit.
    enum CommitStart {
        /// The commit can be made. The session is marked until ``finish(_:of:with:)``.
        case begun(Commit)
        /// Nothing is to be done.
        case overtaken(by: Revision?)
        /// The lease is not known.
        case unknown
    }

    /// A commit in progress.
    struct Commit: Sendable {
        let lease: Lease
        let change: SessionChange
        let file: SessionFile
        let state: FileState
        /// True if the change was made already, but is perhaps not durable.
        let isRepeated: Bool
        let version: UInt64
        let time: UInt64
    }

    /// Checks a commit, and marks the session if it can be made.
    func begin(_ change: SessionChange, under lease: Lease, now: UInt64) -> CommitStart {
        state.withLock { state in
            guard let entry = state.entries[lease.id], !isOver(entry, now) else { return .unknown }
            if let pending = entry.pending { return .overtaken(by: pending) }
            let (log, revision) = (entry.state.log, change.element.revision)
            let isRepeated = log?.condition == .needsRewrite && log?.revision == revision && change.newID == nil
            guard entry.token == lease.token, log?.revision == change.expected || isRepeated else {
                return .overtaken(by: log?.revision)
            }
            if log == nil, case .append = change.content { return .overtaken(by: nil) }
            let version = state.next()
            state.entries[lease.id]?.version = version
            state.entries[lease.id]?.pending = revision
            return .begun(
                Commit(
                    lease: lease, change: change, file: entry.file, state: entry.state, isRepeated: isRepeated,
                    version: version, time: now))
        }
    }

    /// Notes the outcome of a commit, and returns its result.
    func finish(
        _ commit: Commit, with outcome: FileChange.Outcome, newFile: SessionFile?
    ) -> Result<CommitResult, StoreError> {
        let failure = outcome.error
        state.withLock { state in
            // The entry can have been replaced by a removal that waits for the commit.
            if state.entries[commit.lease.id]?.version == commit.version {
                note(outcome, of: commit, newFile, &state)
            } else if case .made(let fileState, _) = outcome, let newFile, let newID = commit.change.newID {
                insert(newEntry(fileState, newFile, commit, &state), for: newID, &state)
            }
        }
        if let failure { return .failure(failure) }
        if case .missing = outcome { return .success(.overtaken(by: nil)) }
        return .success(commit.isRepeated ? .overtaken(by: commit.change.element.revision) : .done)
    }

    private func note(
        _ outcome: FileChange.Outcome, of commit: Commit, _ newFile: SessionFile?, _ state: inout State
    ) {
        guard var entry = state.entries[commit.lease.id] else { return }
        entry.pending = nil
        entry.version = state.next()
        switch outcome {
        case .made(let fileState, let error):
            entry.lastUse = commit.time
            let keepsLease = commit.change.keepsLease || commit.isRepeated || error != nil
            if let newFile, let newID = commit.change.newID {
                insert(newEntry(fileState, newFile, commit, &state), for: newID, &state)
                entry.state = .missing
                entry.token = 0
            } else {
                entry.state = fileState
                if !keepsLease, entry.token == commit.lease.token { entry.token = 0 }
            }
        case .failed(_, let fileState):
            if let fileState { entry.state = fileState }
        case .missing:
            entry.state = .missing
            entry.token = 0
        }
        state.entries[commit.lease.id] = entry
    }

    /// Returns the entry of a re-keyed session.
    private func newEntry(
        _ fileState: FileState, _ file: SessionFile, _ commit: Commit, _ state: inout State
    ) -> Entry {
        Entry(file: file, state: fileState, lastUse: commit.time, version: state.next())
    }

    /// Returns the revision of a known session.
    func revision(of id: SessionID) -> Revision? { state.withLock { $0.entries[id]?.state.log?.revision } }

    // MARK: - Removing

    /// Marks a session as missing before its file is removed.
    func beginRemoving(_ id: SessionID) {
        state.withLock { state in
            guard state.entries[id] != nil else { return }
            setMissing(id, &state)
        }
    }

    /// Notes the end of a removal. If it failed, the file decides.
    func finishRemoving(_ id: SessionID, with error: StoreError?) {
        state.withLock { state in
            // A file that was read in between is not valid any more.
            state.lastDrop = state.next()
            guard let entry = state.entries[id], entry.pending == nil else { return }
            if error == nil { setMissing(id, &state) } else { state.entries[id] = nil }
        }
    }

    private func setMissing(_ id: SessionID, _ state: inout State) {
        let version = state.next()
        state.entries[id]?.state = .missing
        state.entries[id]?.pending = nil
        state.entries[id]?.token = 0
        state.entries[id]?.version = version
    }
}
