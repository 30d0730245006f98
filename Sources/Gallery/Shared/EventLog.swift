import Cairn
import Dispatch
import Glibc
import Synchronization

/// A file to which events are appended, each on the disk before it is acknowledged. All that waits for the disk runs on a
/// queue of its own, so no event loop waits.
final class EventLog: Sendable {
    /// The two calls that fail when a disk is full or breaks; tests put others in their place.
    struct Disk: Sendable {
        var write: @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int = { pwrite($0, $1.baseAddress, $1.count, $2) }
        var synchronize: @Sendable (Int32) -> Int = { Int(fdatasync($0)) }
    }

    private struct File: Sendable {
        var descriptor: Int32
        /// Where the next record goes.
        var size: Int
        /// Whether a failed write may have left something behind `size`.
        var hasRemains = false
        /// At what size it is written anew.
        var limit: Int
    }

    private let folder: SharedFolder
    private let path: String
    private let disk: Disk
    private let queue: DispatchQueue
    private let file: Mutex<File>
    private let waiting = Atomic(0)
    /// Each waiting change holds a session's turn, so more than this are refused.
    private static let maxWaiting = 256
    private static let minLimit = 1 << 20

    /// Opens the file, or makes it. Call ``rewrite(_:keepingOld:)`` before the first append if it is torn or damaged.
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

    /// All that the file holds.
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

    /// Runs `body` on the queue, after all that was given to it before.
    ///
    /// - Throws: ``CannotKeep`` if too much waits already, or what `body` throws.
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

    /// Appends a record; once it returns the record is on the disk. If it throws nothing of it is left.
    ///
    /// - Throws: ``FileError``, also for a payload that is too long to be read again.
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

    /// Puts a file of these records in the place of the present one.
    ///
    /// - Parameter suffix: what the present file is called from then on, behind its name; `nil` lets it go.
    /// - Throws: ``FileError``; then the present file stands.
    func rewrite(_ payloads: [[UInt8]], keepingOldAs suffix: String? = nil) throws {
        let bytes = payloads.reduce(into: EventFormat.title) { $0 += EventFormat.encode($1) }
        try file.withLock { file in
            // Even if it fails, so that a disk that stays full is not asked at each change.
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
                        // A start that failed within the same second has done so.
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

/// The disk is full or broken, or has too much to do.
struct CannotKeep: PresentableError {
    var alert: Alert {
        Alert(title: "This cannot be kept now", message: "Nothing was changed. Please try again in a while.")
    }
}
