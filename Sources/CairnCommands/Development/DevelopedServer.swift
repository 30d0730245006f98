import Cairn
import Glibc
import Sockets
import SystemCalls

/// The server that the command `dev` starts again after each build, always on the same socket.
final class DevelopedServer: EndableServer {
    private let package: DevelopedPackage
    private let arguments: [String]
    private let socket: ListeningSocket
    private var process: SpawnedProcess?
    /// The writing end of the pipe to the process.
    private var channel: MessageWriter?
    private var startTime = ContinuousClock.now
    /// The executable that runs, or ran last.
    private var executable: SourceTree.Stamp?

    /// The first descriptor that a supervisor passes (sd_listen_fds(3)), and the next one.
    private static let (socketNumber, channelNumber): (Int32, Int32) = (3, 4)
    /// Own descriptors get higher numbers, so that none is overwritten before it is passed.
    private static let firstOwnNumber: Int32 = 10
    /// A server that ends sooner is not started again before a change: it cannot serve.
    private static let shortLife = Duration.seconds(2)

    init(_ package: DevelopedPackage, arguments: [String], on socket: ListeningSocket) {
        self.package = package
        self.arguments = arguments
        self.socket = socket
    }

    var isRunning: Bool { process != nil }

    /// True if the executable is not the one that runs.
    var isOutdated: Bool { executable != SourceTree.Stamp(of: package.executable.text) }

    /// Starts the server, which first learns the result of the last build.
    ///
    /// - Throws: ``ConfigurationError`` if it cannot be started.
    func start(_ result: BuildMessage) throws(ConfigurationError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.failure("make a pipe") }
        defer { for end in ends { close(end) } }
        let passed = [ends[0], socket.descriptor].map { fcntl($0, F_DUPFD_CLOEXEC, Self.firstOwnNumber) }
        defer { for descriptor in passed { close(descriptor) } }
        let channel = fcntl(ends[1], F_DUPFD_CLOEXEC, Self.firstOwnNumber)
        guard passed.allSatisfy({ $0 >= 0 }), channel >= 0 else { throw Self.failure("pass the socket") }
        let writer = MessageWriter(to: channel)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        executable = SourceTree.Stamp(of: package.executable.text)
        startTime = .now
        // The number of the process is known only in it, so a shell sets LISTEN_PID and becomes the server.
        process = try SpawnedProcess(
            "/bin/sh", ["-c", "LISTEN_PID=$$ exec \"$0\" \"$@\"", package.executable.text] + arguments,
            environment: ["LISTEN_FDS": "1", Development.channelVariable: "\(Self.channelNumber)"],
            descriptors: [(passed[1], Self.socketNumber), (passed[0], Self.channelNumber)])
        self.channel = writer
        send(result)
    }

    private static func failure(_ task: String) -> ConfigurationError {
        let reason = String(cString: strerror(errno))
        return ConfigurationError(description: "dev: cannot \(task): \(reason).")
    }

    /// Sends the result of a build to the server.
    func send(_ result: BuildMessage) { channel?.send(result) }

    /// Sends what the pipe had no room for.
    func flush() { channel?.flush() }

    /// Sends SIGTERM to the server, with which it finishes its requests.
    func terminate() { process?.signal(SIGTERM) }

    func kill() { process?.signal(SIGKILL) }

    func takeEnding() -> (text: String, isRestartable: Bool)? {
        guard let process, process.hasEnded else { return nil }
        self.process = nil
        channel = nil
        return (process.ending, .now - startTime >= Self.shortLife)
    }

    /// True if a client waits to be accepted.
    var hasWaitingClient: Bool {
        var ready = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, 0) > 0
    }
}
