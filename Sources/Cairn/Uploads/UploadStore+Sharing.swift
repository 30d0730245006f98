import NavigationKit
import SessionStores
import Synchronization

/// Files that forms refer to on several nodes.
extension UploadStore {
    /// Lets the forms of `session` refer to kept files, on all nodes that share the folder.
    func offer(_ files: [UploadedFile], to session: SessionID?, from network: UInt64?) async throws(Failure) {
        guard !files.isEmpty else { return }
        state.withLock { state in
            for file in files {
                state.files[file.token]?.session = session
                state.files[file.token]?.isRecorded = isShared
            }
        }
        guard let shared else { return }
        try await perform(from: network) { for file in files { try shared.record(file, for: session) } }
    }

    /// Returns the files in the shared folder that forms of `session` refer to by these tokens, and restarts their idle
    /// time.
    ///
    /// - Throws: ``Failure`` if the folder cannot be read now.
    func find(
        _ tokens: [String], for session: SessionID?, from network: UInt64?
    ) async throws(Failure) -> [String: UploadedFile] {
        guard let shared else { return [:] }
        return try await perform(from: network) {
            var found: [String: UploadedFile] = [:]
            for token in tokens { found[token] = try shared.find(token, for: session) }
            return found
        }
    }

    /// Removes old files from a shared folder, and counts the others: those of other nodes, and of this one before it
    /// was restarted, take space too. Blocks on the disk.
    func count() {
        guard let shared else { return }
        let recorded = state.withLock { $0.files.values.filter(\.isRecorded) }
        // If the folder cannot be read, the last count stays.
        guard let sizes = try? shared.removeOld(idle: idle, orphaned: orphaned) else { return }
        state.withLock { state in
            for kept in recorded where sizes[kept.id] == nil && state.files.removeValue(forKey: kept.file.token) != nil
            {
                state.own.remove(kept.id)
                Self.release(kept.file.byteCount + Self.costOfFile, to: kept.network, in: &state)
            }
            state.foreignBytes = sizes.reduce(0) { state.own.contains($1.key) ? $0 : $0 + $1.value + Self.costOfFile }
        }
    }
}
