import Glibc

/// The folder for shared data, beside the sessions. A lock file gives it to one process at a time; the kernel releases
/// the lock when the process ends.
final class SharedFolder: Sendable {
    let path: String
    /// Reports a line to the operator.
    let report: @Sendable (String) -> Void
    private let lock: Int32

    /// - Parameters:
    ///   - state: the folder of the sessions. It is created if it is missing, but its parent is not.
    ///   - report: receives a line for the operator.
    /// - Throws: ``FileError``.
    init(in state: String, report: @escaping @Sendable (String) -> Void) throws {
        self.report = report
        path = state + "/shared"
        for folder in [state, path] {
            do {
                try FileError.check("make", folder) { Int(mkdir(folder, 0o700)) }
            } catch let error as FileError where error.code == EEXIST {}
        }
        let name = path + "/lock"
        lock = Int32(
            try FileError.check("open", name) { Int(open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)) })
        // If this throws, `deinit` closes the file, because all properties are set.
        try FileError.check("lock", name) { Int(flock(lock, LOCK_EX | LOCK_NB)) }
    }

    deinit { close(lock) }

    /// Makes new directory entries durable.
    func synchronize() throws {
        let folder = Int32(try FileError.check("open", path) { Int(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) })
        defer { close(folder) }
        try FileError.check("synchronize", path) { Int(fsync(folder)) }
    }
}

/// A failed file operation.
struct FileError: Error, CustomStringConvertible {
    let operation: String
    let path: String
    let code: Int32

    var description: String {
        if code == EWOULDBLOCK { return "\(operation) \(path): another process uses it. Use another --state folder." }
        return "\(operation) \(path): \(String(cString: strerror(code))) (errno \(code))"
    }

    /// Runs a call that returns a negative number on failure, and retries it on `EINTR`.
    @discardableResult
    static func check(_ operation: String, _ path: String, _ call: () -> Int) throws -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            let code = errno
            if code != EINTR { throw FileError(operation: operation, path: path, code: code) }
        }
    }
}
