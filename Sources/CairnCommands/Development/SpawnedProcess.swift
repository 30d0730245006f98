import Cairn
import Glibc
import SystemCalls

/// A process of this program, in a process group of its own, so that Ctrl-C in the terminal reaches this program alone.
final class SpawnedProcess {
    let id: pid_t
    /// The end of the process; `nil` while it runs.
    private var end: End?

    private enum End {
        /// The result of `waitpid`.
        case status(Int32)
        /// `waitpid` has failed: another part of the program has read the status.
        case unknown
    }

    /// Starts a program, with the standard descriptors of this one.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is searched in `PATH`.
    ///   - environment: the environment variables that are added.
    ///   - descriptors: the numbers that descriptors of this process get in the new one.
    /// - Throws: ``ConfigurationError`` if the program cannot be started.
    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        descriptors: [(own: Int32, new: Int32)] = []
    ) throws(ConfigurationError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (own, new) in descriptors { posix_spawn_file_actions_adddup2(&actions, own, new) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGHUP, SIGINT, SIGTERM, SIGCHLD] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        let variables = ProcessEnvironment.current.merging(environment) { $1 }.map { "\($0)=\($1)" }
        var process = pid_t()
        let result = Self.withPointers(to: [program] + arguments) { arguments in
            Self.withPointers(to: variables) { variables in
                posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
            }
        }
        guard result == 0 else {
            throw ConfigurationError(
                description: "dev: \(program) cannot be started: \(String(cString: strerror(result))).")
        }
        id = process
    }

    private static func withPointers<Result>(
        to texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { buffer in
            // An array with at least one element has an address.
            withExtendedLifetime(buffer) { body(buffer.baseAddress.unsafelyUnwrapped) }
        }
    }

    /// True if the process has ended. Reads its status.
    var hasEnded: Bool {
        guard end == nil else { return true }
        var status: Int32 = 0
        guard case .success(let process) = retryingInterrupts({ Int(waitpid(id, &status, WNOHANG)) }) else {
            end = .unknown
            return true
        }
        if process == id { end = .status(status) }
        return process == id
    }

    /// True if the process has ended with the exit status 0; false if the status is unknown.
    var hasSucceeded: Bool { if case .status(0) = end { true } else { false } }

    /// Sends a signal to the process and to those that it has started.
    func signal(_ number: Int32) { if end == nil { kill(-id, number) } }

    /// How the process has ended, such as `with the exit status 2` or `by signal 5 (Trace/breakpoint trap)`.
    var ending: String {
        guard let end else { return "not yet" }
        guard case .status(let status) = end else { return "with an unknown status" }
        let number = status & 0x7f
        guard number != 0 else { return "with the exit status \(status >> 8 & 0xff)" }
        return "by signal \(number) (\(String(cString: strsignal(number))))"
    }
}
