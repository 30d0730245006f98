import Glibc
import Synchronization

extension SessionDirectory {
    /// Migrates the files of earlier releases, which are named by session id, to the current names and headers. A
    /// damaged file stays as it is until it expires.
    func renameEarlier(in folder: String) throws(StoreError) {
        let names = try names(in: folder).filter { SessionFile(named: $0) == nil }
        guard !names.isEmpty, let descriptor = try self.folder(folder) else { return }
        for start in stride(from: 0, to: names.count, by: Self.batchLimit) {
            let batch = names[start..<min(start + Self.batchLimit, names.count)]
            var earlier: [(name: String, file: SessionFile, time: UInt64)] = []
            var changes: [Change] = []
            let failure = Mutex<StoreError?>(nil)
            for name in batch {
                guard let id = SessionID(name), let (bytes, time) = earlierBytes(name, in: descriptor) else { continue }
                let file = SessionFile(id)
                earlier.append((name, file, time))
                changes.append(
                    Change(
                        content: Change.Content(bytes: bytes, network: nil, admission: .always), file: file
                    ) { result in
                        if case .failure(let error) = result { failure.withLock { $0 = error } }
                    })
            }
            make(changes)
            if let error = failure.withLock(\.self) { throw error }
            for (name, file, time) in earlier {
                try self.folder(file.folder)?.setTime(of: file.name, to: time)
                try remove(name, from: descriptor)
            }
        }
    }

    private static let batchLimit = 64

    /// Reads a file of an earlier release, and its modification time.
    private func earlierBytes(_ name: String, in folder: FileDescriptor) -> (bytes: [UInt8], time: UInt64)? {
        guard let file = try? FileDescriptor(name, in: folder, flags: O_RDONLY | O_NONBLOCK, path: name),
            let status = try? file.status(path: name), status.isFile,
            status.st_size <= limit + SessionFileFormat.headerCount,
            let content = try? file.read(atMost: Int(status.st_size), path: name),
            let bytes = try? SessionFileFormat.decodeEarlier(content).get()
        else { return nil }
        return (bytes, status.modified)
    }
}
