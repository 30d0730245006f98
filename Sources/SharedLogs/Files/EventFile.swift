import Glibc
import SessionStores
import Synchronization

/// The file of one log. Its methods block on the disk, except ``isCurrent(_:)``.
final class EventFile: Sendable {
    private struct State: Sendable {
        var file: FileDescriptor?
        /// The offset of the next record.
        var size = 0
        var last: Revision?
        /// True if a failed write can have left bytes after `size`.
        var hasRemains = false
    }

    /// The last revision, for readers that must not wait for the disk.
    private enum Known: Equatable {
        case nothing, closed
        case last(Revision?)
    }

    private let directory: LockedDirectory
    private let name: String
    private let report: @Sendable (String) -> Void
    /// Locked while a method uses the disk.
    private let state = Mutex(State())
    private let known = Mutex(Known.nothing)
    /// The maximum size of a file, far above that of a compacted log.
    private static let maxSize = 1 << 30

    init(_ log: String, in directory: LockedDirectory, report: @escaping @Sendable (String) -> Void) {
        self.directory = directory
        name = Self.name(of: log)
        self.report = { report("\(log): \($0)") }
    }

    /// Returns the name of a log's file.
    static func name(of log: String) -> String { log + ".events" }

    private var path: String { "\(directory.path)/\(name)" }

    /// Returns true if `revision` is known to be the last one.
    func isCurrent(_ revision: Revision?) -> Bool { known.withLock { $0 == .last(revision) } }

    func read(after revision: Revision?) throws(StoreError) -> StoredEvents {
        try use { state, file throws(StoreError) in
            if state.last == revision { return .unchanged }
            return EventFileFormat.contents(of: try file.read(atMost: state.size, at: 0, path: path)).log
                .since(revision)
        }
    }

    func append(_ record: LogElement, after expected: Revision?) throws(StoreError) -> CommitResult {
        try use { state, file throws(StoreError) in
            guard state.last == expected else { return .overtaken(by: state.last) }
            guard record.bytes.count <= EventLimits.record else {
                throw StoreError(.tooLarge, operation: "append to", path: path)
            }
            try cutRemains(&state, file)
            let bytes = LogElementFormat.encode(record)
            state.hasRemains = true
            do throws(StoreError) {
                try file.write(bytes, at: state.size, path: path)
                try file.synchronizeData(path: path)
            } catch {
                try? cutRemains(&state, file)
                throw error
            }
            state.hasRemains = false
            state.size += bytes.count
            note(record.revision, in: &state)
            return .done
        }
    }

    func compact(to checkpoint: LogElement) throws(StoreError) {
        try use { state, file throws(StoreError) in
            guard checkpoint.bytes.count <= EventLimits.checkpoint else {
                throw StoreError(.tooLarge, operation: "compact", path: path)
            }
            let log = EventFileFormat.contents(of: try file.read(atMost: state.size, at: 0, path: path)).log
            if let compacted = log.compacted(to: checkpoint) { try replace(&state, by: compacted) }
        }
    }

    /// Waits for the calls that use the file, and refuses later ones.
    func close() {
        state.withLock { state in
            state.file = nil
            known.withLock { $0 = .closed }
        }
    }

    // MARK: - The disk

    private func use<Result: Sendable>(
        _ body: (inout State, FileDescriptor) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try state.withLock { state throws(StoreError) in
            guard known.withLock({ $0 != .closed }) else { throw StoreError(.closed, operation: "use", path: path) }
            if state.file == nil { try open(&state) }
            guard let file = state.file else { throw StoreError(.missing, operation: "open", path: path) }
            return try body(&state, file)
        }
    }

    /// Opens the file and repairs it: cuts an incomplete record, writes a file in an earlier format anew, and sets a
    /// damaged one aside.
    private func open(_ state: inout State) throws(StoreError) {
        // O_NONBLOCK: opening a pipe in place of the file must not block.
        let file = try FileDescriptor(
            name, in: directory.root, flags: O_RDWR | O_CREAT | O_NONBLOCK, path: path)
        let size = try file.size(path: path)
        guard size <= Self.maxSize else { throw StoreError(.tooLarge, operation: "open", path: path) }
        let contents = EventFileFormat.contents(of: try file.read(atMost: size, at: 0, path: path))
        switch contents.condition {
        case .sound: break
        case .torn:
            try file.truncate(to: contents.end, path: path)
            report("\(size - contents.end) bytes of an incomplete record are removed; it was never acknowledged.")
        case .mustBeWritten: return try replace(&state, by: contents.log)
        case .damaged(let damage):
            let aside = "\(name).damaged-\(time(nil))"
            try keep(as: aside)
            try replace(&state, by: contents.log)
            return report("\(damage). The readable records are kept; the old file is saved as \(aside).")
        }
        // A killed process can leave a record that can be read but is not on the disk yet.
        try file.synchronizeData(path: path)
        (state.file, state.size, state.hasRemains) = (file, contents.end, false)
        note(contents.log.last, in: &state)
    }

    private func keep(as other: String) throws(StoreError) {
        let folder = directory.root.number
        do {
            try systemCall("link", on: "\(directory.path)/\(other)") { Int(linkat(folder, name, folder, other, 0)) }
        } catch {
            // A start that failed within the same second has linked it already.
            guard error.errno == EEXIST else { throw error }
        }
    }

    /// Replaces the file atomically. If it throws, the old file stays in use.
    private func replace(_ state: inout State, by log: EventRecords) throws(StoreError) {
        let bytes = EventFileFormat.encode(log)
        // The name of the log makes the name of the temporary file unique in the directory.
        let temporary = try TemporaryFile(bytes, suffix: name, in: directory.root, path: path)
        do {
            try temporary.synchronize()
            try temporary.rename(to: name)
        } catch {
            temporary.remove()
            throw error
        }
        state.file = nil
        let file = try FileDescriptor(name, in: directory.root, flags: O_RDWR | O_NONBLOCK, path: path)
        (state.file, state.size, state.hasRemains) = (file, bytes.count, false)
        note(log.last, in: &state)
        try directory.root.synchronizeNames(path: directory.path)
    }

    private func cutRemains(_ state: inout State, _ file: FileDescriptor) throws(StoreError) {
        guard state.hasRemains else { return }
        try file.truncate(to: state.size, path: path)
        state.hasRemains = false
    }

    private func note(_ revision: Revision?, in state: inout State) {
        state.last = revision
        known.withLock { if $0 != .closed { $0 = .last(revision) } }
    }
}
