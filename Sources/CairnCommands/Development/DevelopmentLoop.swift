import Cairn
import Glibc
import Sockets
import SystemCalls

/// The command `dev`: builds the program when its sources change, and serves the newest edition that builds.
final class DevelopmentLoop {
    private let package: DevelopedPackage
    private let watched: [LexicalPath]
    private let server: DevelopedServer
    private let ending: ServerEnding
    private let print: (String) -> Void
    private let signals: SignalSource

    private var tree: SourceTree
    private var changes: SourceChanges
    private var build: ProgramBuild?
    private var result = BuildMessage.passed
    /// True if a request starts the server again.
    private var startsForRequest = false

    /// The time between two looks at the sources: without a change, and while one waits for its end. A look at 600 files
    /// takes 7 ms in a debug build. inotify(7) would cost nothing while idle, but reports nothing of folders that another
    /// machine or the host of a container changes, and needs a watch for each folder.
    private static let (interval, shortInterval) = (Duration.milliseconds(300), Duration.milliseconds(50))

    /// Opens the socket.
    ///
    /// - Parameter print: prints a line in the terminal.
    /// - Throws: ``SocketError``, ``ConfigurationError``.
    init(_ settings: DevelopmentSettings, of package: DevelopedPackage, print: @escaping (String) -> Void) throws {
        let configuration = settings.configuration
        self.package = package
        self.print = print
        watched = settings.watched.map { LexicalPath($0, in: .current) }
        let socket =
            if let path = configuration.unixSocket {
                try ListeningSocket(path: path)
            } else {
                try ListeningSocket(on: SocketAddress(host: configuration.host, port: configuration.port))
            }
        server = DevelopedServer(package, arguments: settings.arguments, on: socket)
        tree = SourceTree(of: package.folder, and: watched)
        changes = SourceChanges(since: tree.snapshot())
        let signals = try SignalSource(signals: [SIGINT, SIGTERM, SIGHUP, SIGCHLD])
        self.signals = signals
        ending = ServerEnding(grace: configuration.gracePeriod + ServerEnding.killTime) { signals.next(within: $0) }
    }

    /// Serves and builds until SIGINT, SIGTERM or SIGHUP.
    ///
    /// - Returns: the exit status.
    func run() throws -> Int32 {
        try server.start(result)
        // The sources can be newer than the program.
        try startBuild()
        var nextLook = ContinuousClock.now
        while true {
            waitForEvents(until: nextLook)
            while let signal = signals.next(within: 0) {
                if signal != SIGCHLD { return stop() }
            }
            if let build, build.read(), try finish(build) { return stop() }
            server.flush()
            if let ending = server.takeEnding() { noteEnd(ending) }
            if startsForRequest, build == nil, server.hasWaitingClient {
                startsForRequest = false
                try server.start(result)
            }
            guard .now >= nextLook else { continue }
            let files = changes.look(at: tree.snapshot(), now: .now)
            nextLook = .now + (changes.isWaiting ? Self.shortInterval : Self.interval)
            if build == nil, !files.isEmpty {
                say("\(name(of: files)) changed; building.")
                try startBuild()
            }
        }
    }

    private func waitForEvents(until time: ContinuousClock.Instant) {
        var descriptors = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
        if let build { descriptors.append(pollfd(fd: build.output, events: Int16(POLLIN), revents: 0)) }
        let milliseconds = max(.zero, time - .now) / Duration.milliseconds(1)
        _ = poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds.rounded(.up)))
    }

    // MARK: - Building

    private func startBuild() throws {
        // A new dependency in the manifest has sources too.
        tree = SourceTree(of: package.folder, and: watched)
        changes.beginBuild(of: tree.snapshot())
        build = try ProgramBuild(package)
    }

    /// Starts the server again if the build has made another executable.
    ///
    /// - Returns: true if this program has to end.
    private func finish(_ build: ProgramBuild) throws -> Bool {
        self.build = nil
        let wasBroken = result != .passed
        result = build.hasSucceeded ? .passed : .failed(build.errors(in: package.folder))
        guard result == .passed else {
            say("the build failed. The pages show the errors; the last edition goes on.")
            server.send(result)
            return false
        }
        guard server.isOutdated || !server.isRunning else {
            if wasBroken { say("the sources build again.") }
            server.send(result)
            return false
        }
        guard !ending.end(server) else { return true }
        startsForRequest = false
        try server.start(result)
        say("restarted \(Int(build.age / .milliseconds(1))) ms after the build began.")
        return false
    }

    // MARK: - The server

    private func noteEnd(_ ending: (text: String, isRestartable: Bool)) {
        startsForRequest = ending.isRestartable
        say(
            "the server ended \(ending.text); it starts again at the next change of the sources"
                + (startsForRequest ? " or the next request." : "."))
    }

    /// Ends the server and the build.
    private func stop() -> Int32 {
        build?.stop()
        _ = ending.end(server)
        return 0
    }

    private func say(_ text: String) { print("\(package.name) dev: \(text)") }

    private func name(of files: [String]) -> String {
        let first = LexicalPath(files[0], in: package.folder).relative(to: package.folder)
        return files.count == 1 ? "\(first) has" : "\(first) and \(files.count - 1) more files have"
    }
}
