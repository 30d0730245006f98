import Cairn
import Dispatch
import Glibc
import Synchronization

/// An append-only file of events. Each event is on the disk before it is acknowledged. After the start, all blocking
/// calls run on a queue of their own, so no event loop waits for the disk.
final class EventLog: Sendable {
    /// The two calls that tests replace to simulate a full or broken disk.
    struct Disk: Sendable {
        var write: @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int = { pwrite($0, $1.baseAddress, $1.count, $2) }
        var synchronize: @Sendable (Int32) -> Int = { Int(fdatasync($0)) }
    }

    private struct File: Sendable {
        var descriptor: Int32
        /// The offset of the next record.
        var size: Int
        /// True if a failed write can have left bytes after `size`.
        var hasRemains = false
        /// The size above which the file is rewritten.
        var limit: Int
    }

    private let folder: SharedFolder
    private let path: String
    private let disk: Disk
    private let queue: DispatchQueue
    private let file: Mutex<File>
    private let waiting = Atomic(0)
    /// The maximum number of waiting and running changes. Others are refused: each holds a session's mutex.
    private static let maxWaiting = 256
    private static let minLimit = 1 << 20

    /// Opens or creates the file. Call ``rewrite(_:keepingOldAs:)`` before the first append if it is empty, torn or
    /// damaged.
    ///
    /// - Throws: ``FileError``.
    init(named name: String, in folder: SharedFolder, disk: Disk = Disk()) throws {
        self.folder = folder
        self.disk = disk
        let path = "\(folder.path)/\(name).events"
        self.path = path
        queue = DispatchQueue(label: "events of \(name)")
        let descriptor = Int32(
            try FileError.check("open", path) { Int(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)) })
        file = Mutex(File(descriptor: descriptor, size: 0, limit: Self.minLimit))
    }

    deinit { _ = file.withLock { close($0.descriptor) } }

    /// Reads the whole file.
    func read() throws -> EventFormat.Contents {
        let bytes = try file.withLock { file in
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = try FileError.check("read", path) {
                    chunk.withUnsafeMutableBytes { pread(file.descriptor, $0.baseAddress, $0.count, bytes.count) }
                }
                guard count > 0 else { break }
                bytes += chunk.prefix(count)
            }
            file.size = bytes.count
            return bytes
        }
        return EventFormat.contents(of: bytes)
    }

    /// Runs `body` on the queue, after all earlier work.
    ///
    /// - Throws: ``CannotKeep`` if too many changes are waiting, or the error that `body` throws.
    func perform(_ body: @escaping @Sendable () throws -> Void) async throws {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.maxWaiting else {
            waiting.subtract(1, ordering: .relaxed)
            throw CannotKeep()
        }
        defer { waiting.subtract(1, ordering: .relaxed) }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Appends a record and returns when it is on the disk. If it throws, the written bytes are removed, at the latest
    /// by the next append that succeeds.
    ///
    /// - Throws: ``FileError``, also for a payload longer than `EventFormat.maxPayload`.
    func append(_ payload: [UInt8]) throws {
        guard payload.count <= EventFormat.maxPayload else {
            throw FileError(operation: "append to", path: path, code: EFBIG)
        }
        try file.withLock { file in
            try cutRemains(of: &file)
            let record = EventFormat.encode(payload)
            file.hasRemains = true
            do {
                try write(record, to: file.descriptor, at: file.size)
                try FileError.check("synchronize", path) { disk.synchronize(file.descriptor) }
            } catch {
                try? cutRemains(of: &file)
                throw error
            }
            file.hasRemains = false
            file.size += record.count
        }
    }

    private func cutRemains(of file: inout File) throws {
        guard file.hasRemains else { return }
        let (descriptor, size) = (file.descriptor, file.size)
        try FileError.check("truncate", path) { Int(ftruncate(descriptor, size)) }
        file.hasRemains = false
    }

    /// True if the file has outgrown its limit and should be compacted with ``rewrite(_:keepingOldAs:)``.
    var isLong: Bool { file.withLock { $0.size > $0.limit } }

    /// Replaces the file atomically with one that contains these records.
    ///
    /// - Parameter suffix: appended to the name of the old file to keep it; `nil` deletes it.
    /// - Throws: ``FileError``. The old file then stays in use, unless only the folder could not be synchronized.
    func rewrite(_ payloads: [[UInt8]], keepingOldAs suffix: String? = nil) throws {
        let bytes = payloads.reduce(into: EventFormat.title) { $0 += EventFormat.encode($1) }
        try file.withLock { file in
            // Set the limit even if the rewrite fails; otherwise every change would retry it while the disk is full.
            file.limit = max(Self.minLimit, 2 * max(file.size, bytes.count))
            let temporary = path + ".new"
            let descriptor = Int32(
                try FileError.check("open", temporary) {
                    Int(open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600))
                })
            do {
                try write(bytes, to: descriptor, at: 0)
                try FileError.check("synchronize", temporary) { disk.synchronize(descriptor) }
                if let suffix {
                    let old = path + suffix
                    do {
                        try FileError.check("link", old) { Int(link(path, old)) }
                    } catch let error as FileError where error.code == EEXIST {
                        // A start that failed within the same second has linked it already.
                    }
                }
                try FileError.check("rename", temporary) { Int(rename(temporary, path)) }
            } catch {
                close(descriptor)
                unlink(temporary)
                throw error
            }
            close(file.descriptor)
            (file.descriptor, file.size, file.hasRemains) = (descriptor, bytes.count, false)
            file.limit = max(Self.minLimit, 2 * bytes.count)
        }
        try folder.synchronize()
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) throws {
        var written = 0
        while written < bytes.count {
            let count = try FileError.check("write", path) {
                bytes.withUnsafeBytes {
                    disk.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...]), offset + written)
                }
            }
            guard count > 0 else { throw FileError(operation: "write", path: path, code: ENOSPC) }
            written += count
        }
    }
}

/// A change cannot be stored, usually because the disk is full, broken or overloaded.
struct CannotKeep: PresentableError {
    var alert: Alert {
        Alert(title: "This cannot be kept now", message: "Nothing was changed. Please try again in a while.")
    }
}
