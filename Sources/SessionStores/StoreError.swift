import Glibc
import SystemCalls

/// A failed operation of a store: the operation, the path, the system's error, and advice.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure. Later versions can add cases, so a `switch` needs an `@unknown default`.
    public enum Code: Sendable, Equatable {
        /// The disk is full, or the user's disk quota is used up.
        case noSpace
        /// The space for saved sessions, or the share of the session's network, is used up.
        case overQuota
        /// The process lacks the permission.
        case permissionDenied
        /// The file system is mounted for reading only.
        case readOnly
        /// The path, or the folder above it, does not exist.
        case missing
        /// The path is not a directory.
        case notADirectory
        /// Another process uses the directory.
        case inUse
        /// The limit of open file descriptors is reached.
        case outOfDescriptors
        /// The session exceeds the store's size limit.
        case tooLarge
        /// The file of one session is damaged; other sessions are not affected.
        case damaged
        /// The thread pool dropped the work; nothing was done.
        case refused
        /// The store cannot be reached, or does not accept the operation now. Nothing was done.
        case unavailable
        /// The store did not confirm the operation in time: it was done or not.
        case outcomeUnknown
        /// The store is closed.
        case closed
        /// Any other failure; see `errno`.
        case system
    }

    /// The kind of failure.
    public let code: Code
    /// The operation that failed, such as `rename`.
    public let operation: String
    /// The path of the operation, or words such as `the store` if it is unknown. Errors are logged, so it contains only
    /// the beginning of a session's file name.
    public let path: String
    /// The system's error number; 0 if no system call failed.
    public let errno: Int32
    /// More about the cause, such as the process that uses the directory; `nil` if there is nothing to add.
    public let detail: String?

    /// Creates an error of the kind `code`.
    public init(_ code: Code, operation: String, path: String, errno: Int32 = 0, detail: String? = nil) {
        self.code = code
        self.operation = operation
        self.path = path
        self.errno = errno
        self.detail = detail
    }

    /// True if an append was refused, and a checkpoint, which can be shorter than the log, is perhaps possible.
    package var refusesAppend: Bool { code == .overQuota || code == .tooLarge || code == .damaged }

    /// True if the store cannot be reached now, and can be later.
    package var isAbsence: Bool { code == .unavailable || code == .outcomeUnknown }

    init(errno: Int32, operation: String, path: String) {
        self.init(Code(errno: errno), operation: operation, path: path, errno: errno)
    }

    /// The failure, and usually advice on how to correct it.
    public var description: String {
        let reason = [errno == 0 ? nil : "\(String(cString: strerror(errno))) (errno \(errno))", detail]
        let failure = reason.compactMap { $0 }.joined(separator: ", ")
        let start = failure.isEmpty ? "\(operation) \(path)" : "\(operation) \(path): \(failure)"
        return advice.map { "\(start); \($0)" } ?? start
    }

    private var advice: String? {
        switch code {
        case .noSpace: "free space on the disk, or use a directory on another disk"
        case .overQuota: "raise --state-space, or wait until sessions expire"
        case .permissionDenied where errno == 0: nil
        case .permissionDenied: "make user \(geteuid()) the owner of the directory and its content"
        case .readOnly: "mount the file system for writing, or use another directory"
        case .missing: "create the parent directory, or correct the path"
        case .notADirectory: "give the path of a directory, or remove the file at this path"
        case .inUse: "stop the other process, or use another directory"
        case .outOfDescriptors: "raise the limit with ulimit -n"
        case .tooLarge: "store less data in the session"
        case .damaged: "only this session is lost; its stored bytes can be deleted"
        case .refused: "the thread pool is full; try again later, or add threads"
        case .closed: "the store is closed; do not use it after close()"
        case .unavailable, .outcomeUnknown, .system: nil
        }
    }
}

extension StoreError.Code {
    init(errno: Int32) {
        self =
            switch errno {
            case ENOSPC, EDQUOT: .noSpace
            case EACCES, EPERM: .permissionDenied
            case EROFS: .readOnly
            case ENOENT: .missing
            case ENOTDIR, ELOOP: .notADirectory
            case EMFILE, ENFILE: .outOfDescriptors
            default: .system
            }
    }
}

/// Observes the system calls of the current task, for tests: durability depends on their order and on what follows a
/// failure, and neither has another visible effect.
package enum SystemCallObserver {
    /// Called after each successful system call.
    @TaskLocal package static var current: (@Sendable (_ operation: String, _ path: String) -> Void)?
    /// Called before each system call; the call fails with the returned error number and is not made.
    @TaskLocal package static var failure: (@Sendable (_ operation: String, _ path: String) -> Int32?)?
}

/// Makes a system call and throws its error, with the operation and the path.
@discardableResult
package func systemCall(
    _ operation: String, on path: @autoclosure () -> String, _ call: () -> Int
) throws(StoreError) -> Int {
    if let failure = SystemCallObserver.failure, let code = failure(operation, path()) {
        throw StoreError(errno: code, operation: operation, path: path())
    }
    switch retryingInterrupts(call) {
    case .success(let result):
        if let observer = SystemCallObserver.current { observer(operation, path()) }
        return result
    case .failure(let code): throw StoreError(errno: code, operation: operation, path: path())
    }
}
