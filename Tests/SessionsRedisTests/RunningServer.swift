import Dispatch
import Foundation
import Testing

/// A Redis or Valkey server of a test, on a Unix-domain socket in a folder of its own.
final class RunningServer: Sendable {
    /// The program: `REDIS_SERVER`, or `redis-server` on the path; `nil` if it is not installed.
    static let program: String? = {
        let environment = ProcessInfo.processInfo.environment
        if let program = environment["REDIS_SERVER"] { return program }
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/bin"]
        return folders.map { $0 + "/redis-server" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()
    static let isInstalled = program != nil
    static let advice: Comment = "redis-server is not installed (apt-get install redis-server)"

    let folder: URL
    private let process: Process

    struct CannotStart: Error { let output: String }

    /// Starts a server and waits until it accepts connections.
    convenience init(_ arguments: [String] = [], in folder: URL? = nil) throws {
        let folder = try folder ?? Self.makeFolder()
        try self.init(
            ["--port", "0", "--unixsocket", folder.path + "/socket", "--dir", folder.path, "--save", ""]
                + ["--daemonize", "no", "--logfile", ""] + arguments,
            in: folder, until: "ready to accept connections")
    }

    /// Starts the program and waits for a text in its output.
    init(_ arguments: [String], in folder: URL, until ready: String) throws {
        self.folder = folder
        process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program ?? "/nonexistent")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        // Otherwise a server that outlives the tests keeps their output open.
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        while !text.lowercased().contains(ready) {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CannotStart(output: text) }
            text += String(decoding: data, as: UTF8.self)
        }
        // Otherwise the server stops when the pipe is full. A readability handler would watch the descriptor with
        // libdispatch, which crashes in its event loop if the descriptor is closed first.
        let reader = output.fileHandleForReading
        Thread.detachNewThread { while !reader.availableData.isEmpty {} }
    }

    /// Starts a server on a thread of its own, since tasks that block their threads would delay other tests.
    static func start(_ arguments: [String] = [], in folder: URL? = nil) async throws -> RunningServer {
        try await onThread { try RunningServer(arguments, in: folder) }
    }

    static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
        }
    }

    static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-redis-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        return folder
    }

    var socket: String { folder.path + "/socket" }
    var url: String { "unix:" + socket }

    /// Kills the server and waits for its end.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Stops the server's process; it keeps its connections and answers nothing.
    func pause() { Foundation.kill(process.processIdentifier, SIGSTOP) }
    func resume() { Foundation.kill(process.processIdentifier, SIGCONT) }

    /// Ends the server and removes its folder.
    func stop() {
        resume()
        kill()
        try? FileManager.default.removeItem(at: folder)
    }
}
