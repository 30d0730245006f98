import Glibc
import Synchronization

extension SessionDirectory {
    /// Migrates the files of the first format, which are named by session id, to the present names and format. A
    /// damaged file stays as it is until it expires.
    func renameEarlier(inFolder number: Int) throws(StoreError) {
        let names = try names(inFolder: number).filter { SessionFile(named: $0) == nil }
        guard !names.isEmpty, let folder = try folder(number) else { return }
        for start in stride(from: 0, to: names.count, by: Self.batchLimit) {
            let batch = names[start..<min(start + Self.batchLimit, names.count)]
            var earlier: [(name: String, file: SessionFile, time: UInt64)] = []
            var changes: [FileChange] = []
            let failure = Mutex<StoreError?>(nil)
            for name in batch {
                guard let id = SessionID(name), let (element, time) = earlierSession(name, in: folder) else { continue }
                let file = SessionFile(id)
                earlier.append((name, file, time))
                changes.append(
                    FileChange(.replace(element), of: file, in: .missing, admission: .always) { outcome in
                        guard case .made(_, nil) = outcome else {
                            return failure.withLock { $0 = outcome.error }
                        }
                    })
            }
            make(changes)
            if let error = failure.withLock(\.self) { throw error }
            for (name, file, time) in earlier {
                try self.folder(file.folderNumber)?.setTime(of: file.name, to: time)
                try remove(name, from: folder)
            }
        }
    }

    private static let batchLimit = 64

    /// Reads a file of the first format, and its modification time.
    private func earlierSession(_ name: String, in folder: FileDescriptor) -> (element: LogElement, time: UInt64)? {
        guard let file = try? FileDescriptor(name, in: folder, flags: O_RDONLY | O_NONBLOCK, path: name),
            let status = try? file.status(path: name), status.isFile,
            status.byteCount <= limit + SessionFileFormat.secondHeaderCount,
            let bytes = try? file.read(atMost: status.byteCount, path: name),
            let element = try? SessionFileFormat.decodeFirst(bytes).get()
        else { return nil }
        return (element, status.modified)
    }
}
