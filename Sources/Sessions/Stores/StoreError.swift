import Glibc

/// A failed operation on a store: what was tried, on which path, what the system said, and what would help.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure; each means one thing.
    public enum Code: Sendable, Equatable {
        /// The disk, or the share of it that the user may have, is full.
        case noSpace
        /// The room for saved sessions, or the part of it that the session's network may have, is used up.
        case overQuota
        /// The process may not do this.
        case permissionDenied
        /// The file system is mounted for reading only.
        case readOnly
        /// The path, or the folder above it, does not exist.
        case missing
        /// Something else than a directory has the path.
        case notADirectory
        /// Another process keeps its sessions in the directory.
        case inUse
        /// The limit of open descriptors is reached.
        case outOfDescriptors
        /// A session's bytes are more than the store takes.
        case tooLarge
        /// What is kept for one session is not what was saved; the others are not affected.
        case damaged
        /// The pool of threads did not take the work; nothing was done.
        case refused
        /// The store is closed.
        case closed
        /// Any other failure; `errno` says which.
        case system
    }

    /// The kind of failure.
    public let code: Code
    /// What was tried, such as `rename`.
    public let operation: String
    /// What it was tried on. Names of sessions are secrets and errors are logged, so it shows only their beginning.
    public let path: String
    /// The system's number for it; 0 if the system was not asked.
    public let errno: Int32
    /// What is known beyond that.
    public let detail: String?

    /// An error of a known kind.
    public init(_ code: Code, operation: String, path: String, errno: Int32 = 0, detail: String? = nil) {
        self.code = code
        self.operation = operation
        self.path = path
        self.errno = errno
        self.detail = detail
    }

    init(errno: Int32, operation: String, path: String) {
        self.init(Code(errno: errno), operation: operation, path: path, errno: errno)
    }

    /// What was tried, and what would have worked.
    public var description: String {
        let reason = [errno == 0 ? nil : "\(String(cString: strerror(errno))) (errno \(errno))", detail]
        let failure = reason.compactMap { $0 }.joined(separator: ", ")
        let start = failure.isEmpty ? "\(operation) \(path)" : "\(operation) \(path): \(failure)"
        return advice.map { "\(start); \($0)" } ?? start
    }

    private var advice: String? {
        switch code {
        case .noSpace: "make room on the disk, or give a directory on another one"
        case .overQuota: "raise --state-space, or wait until sessions expire"
        case .permissionDenied: "let the user \(geteuid()) own the directory and all that is in it"
        case .readOnly: "mount the file system for writing, or give another directory"
        case .missing: "make the directory above it, or correct the path"
        case .notADirectory: "give the path of a directory, or move away what is there"
        case .inUse: "stop the other process, or give each its own directory"
        case .outOfDescriptors: "raise the limit with ulimit -n"
        case .tooLarge: "keep less in the session"
        case .damaged: "this session is lost, the others are not; the file may be deleted"
        case .refused: "the pool of threads took no more work; try again later or give it more threads"
        case .closed: "the store is closed; use it before close()"
        case .system: nil
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

/// Sees the calls of the system that the current task makes: their order is what makes a save durable, and nothing but
/// them shows it.
enum SystemCallObserver {
    @TaskLocal static var current: (@Sendable (_ operation: String, _ path: String) -> Void)?
}

/// Makes a call of the system that is expected to succeed: the one place where `errno` is read, right after the call;
/// an interrupted call is made again.
@discardableResult
func systemCall(
    _ operation: String, on path: @autoclosure () -> String, _ call: () -> Int
) throws(StoreError) -> Int {
    while true {
        let result = call()
        if result >= 0 {
            if let observer = SystemCallObserver.current { observer(operation, path()) }
            return result
        }
        let code = errno
        if code != EINTR { throw StoreError(errno: code, operation: operation, path: path()) }
    }
}
