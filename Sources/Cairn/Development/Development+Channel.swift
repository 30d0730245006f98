import CLinux
import Glibc
import Sockets
import SystemCalls

extension Development {
    /// The environment variable with the descriptor of the pipe from the command `dev`.
    package static let channelVariable = "CAIRN_DEVELOPMENT_PIPE"

    /// The development that the command `dev` has started this process for; `nil` without one. When the command ends, so
    /// does the process.
    package static func inherited(_ environment: [String: String]) -> Development? {
        var status = stat()
        guard let descriptor = environment[channelVariable].flatMap({ Int32($0) }), fstat(descriptor, &status) == 0,
            status.st_mode & S_IFMT == S_IFIFO
        else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let development = Development()
        do {
            try startThread(named: "development") {
                development.follow(descriptor)
                kill(getpid(), SIGTERM)
            }
        } catch {
            close(descriptor)
            return nil
        }
        return development
    }

    /// Notes the messages of a pipe until its end.
    func follow(_ descriptor: Int32) {
        defer { close(descriptor) }
        var reader = BuildMessageReader()
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case .success(let count) = retryingInterrupts({ read(descriptor, &buffer, buffer.count) }), count > 0 {
            for message in reader.read(buffer[..<count]) { note(message) }
        }
    }
}
