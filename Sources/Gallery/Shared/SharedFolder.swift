import Glibc

/// The folder beside the sessions that keeps what they share. One process has it at a time; the lock ends with the process,
/// however that ends.
final class SharedFolder: Sendable {
    let path: String
    /// Takes a line for the operator.
    let report: @Sendable (String) -> Void
    private let lock: Int32

    /// - Parameters:
    ///   - state: the folder of the sessions; it is made if it is missing, but not the one above it.
    ///   - report: takes a line for the operator.
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
        do {
            try FileError.check("lock", name) { Int(flock(lock, LOCK_EX | LOCK_NB)) }
        } catch {
            close(lock)
            throw error
        }
    }

    deinit { close(lock) }

    /// Makes new names in the folder durable.
    func synchronize() throws {
        let folder = Int32(try FileError.check("open", path) { Int(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) })
        defer { close(folder) }
        try FileError.check("synchronize", path) { Int(fsync(folder)) }
    }
}

/// A call of the system that failed.
struct FileError: Error, CustomStringConvertible {
    let operation: String
    let path: String
    let code: Int32

    var description: String {
        if code == EWOULDBLOCK { return "\(operation) \(path): another process has it. Give each its own --state." }
        return "\(operation) \(path): \(String(cString: strerror(code))) (errno \(code))"
    }

    /// Makes a call that gives a negative number when it fails; an interrupted one is made again.
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
