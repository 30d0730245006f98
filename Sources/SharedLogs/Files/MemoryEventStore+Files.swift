import Glibc
package import SessionStores

extension MemoryEventStore {
    /// Creates a store with copies of logs that a ``FileEventStore`` keeps. It takes no lock and changes no file, so a
    /// server can use the directory at the same time.
    ///
    /// - Parameters:
    ///   - names: the names of the logs; one without a file is empty.
    ///   - path: the directory, which need not exist.
    /// - Throws: ``StoreError``, with the code `damaged` if a file is damaged.
    package convenience init(copying names: some Sequence<String>, from path: String) throws(StoreError) {
        var logs: [String: EventRecords] = [:]
        for name in names where EventLimits.isName(name) {
            if let log = try Self.log(name, in: path) { logs[name] = log }
        }
        self.init(logs)
    }

    /// Larger than any file that a store writes.
    private static let maxSize = 1 << 28

    private static func log(_ log: String, in path: String) throws(StoreError) -> EventRecords? {
        let name = EventFile.name(of: log)
        let place = "\(path)/\(name)"
        let file: FileDescriptor
        do {
            file = try FileDescriptor(
                name, in: FileDescriptor(directoryAt: path), flags: O_RDONLY | O_NONBLOCK, path: place)
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
        let size = try file.size(path: place)
        guard size <= maxSize else {
            throw StoreError(.damaged, operation: "load", path: place, detail: "it is larger than \(maxSize) bytes")
        }
        let contents = EventFileFormat.contents(of: try file.read(atMost: size, path: place))
        if case .damaged(let damage) = contents.condition {
            throw StoreError(.damaged, operation: "load", path: place, detail: damage)
        }
        return contents.log
    }
}
