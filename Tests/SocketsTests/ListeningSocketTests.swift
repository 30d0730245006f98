import Dispatch
import Foundation
import Glibc
import Testing

@testable import Sockets

@Suite("Sockets shared between loops: unix(7), sd_listen_fds(3)", .timeLimit(.minutes(3)))
struct ListeningSocketTests {
    /// A unique path per test; the socket removes its file.
    private let path = NSTemporaryDirectory() + "cairn-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"

    @Test func `both loops accept clients of a Unix-domain socket`() throws {
        let shared = try ListeningSocket(path: path)
        #expect(shared.name == "unix:" + path)
        let loops = try (0..<2).map { _ in try EventLoop() }
        let recorder = { @Sendable () -> Recorder in
            let recorder = Recorder()
            recorder.onReceive = { $0.write($1) }
            return recorder
        }
        let seen = Shared<[SocketAddress]>([])
        let listeners = try loops.map { loop in
            try loop.listen(on: shared) { connection in
                seen.change { $0.append(connection.remoteAddress) }
                return recorder()
            }
        }
        for loop in loops { loop.start() }
        for _ in 0..<20 {
            let client = try connected(to: path)
            defer { close(client) }
            #expect(send(client, "hello", 5, 0) == 5)
            var answer = [UInt8](repeating: 0, count: 5)
            #expect(recv(client, &answer, 5, Int32(MSG_WAITALL)) == 5)
            #expect(answer == Array("hello".utf8))
        }
        #expect(seen.value == Array(repeating: .local, count: 20))
        for listener in listeners { listener.close() }
        for loop in loops { loop.stop() }
        for loop in loops { loop.join() }
        #expect(access(path, F_OK) == 0)
        withExtendedLifetime(shared) {}
    }

    @Test func `a client of a socket that a loop no longer accepts from does not keep the loop busy`() throws {
        final class Turns: EventLoopDelegate {
            let count = Shared(0)
            func eventLoopDidReadSockets(_ loop: EventLoop) { count.change { $0 += 1 } }
            func eventLoopWillWait(_ loop: EventLoop) {}
        }
        let shared = try ListeningSocket(path: path)
        let (loop, turns) = (try EventLoop(), Turns())
        loop.delegate = turns
        let listener = try loop.listen(on: shared) { _ in nil }
        loop.start()
        listener.close()
        _ = try loop.ask { 0 }
        let client = try connected(to: path)
        defer { close(client) }
        let before = turns.count.value
        let end = DispatchSemaphore(value: 0)
        loop.schedule(after: .milliseconds(50)) { end.signal() }
        try end.waitBriefly()
        #expect(turns.count.value - before < 10)
        loop.stop()
        loop.join()
        withExtendedLifetime((shared, turns)) {}
    }

    @Test func `the socket file of a dead server is replaced, and removed at the end`() throws {
        try leaveDeadSocket(at: path)
        #expect(access(path, F_OK) == 0)
        try useOnce()
        #expect(access(path, F_OK) != 0)
    }

    private func leaveDeadSocket(at path: String) throws {
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = try UnixPath.systemAddress(of: path)
        let bound = withUnsafePointer(to: &address) {
            bind(
                dead, UnsafeRawPointer($0).assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_un>.size))
        }
        #expect(bound == 0)
        close(dead)
    }

    private func useOnce() throws {
        let socket = try ListeningSocket(path: path)
        close(try connected(to: path))
        withExtendedLifetime(socket) {}
    }

    @Test func `the path of a listening server or of another file is kept`() throws {
        let first = try ListeningSocket(path: path)
        let error = #expect(throws: SocketError.self) { try ListeningSocket(path: path) }
        #expect(error?.code == .addressInUse)
        #expect(error?.description.contains("stop that server or choose another path") == true)
        close(try connected(to: path))
        withExtendedLifetime(first) {}
        let file = path + ".txt"
        #expect(FileManager.default.createFile(atPath: file, contents: Data("kept".utf8)))
        defer { unlink(file) }
        #expect(throws: SocketError.self) { try ListeningSocket(path: file) }
        #expect(FileManager.default.contents(atPath: file) == Data("kept".utf8))
    }

    @Test func `of several servers that start on a dead server's path at the same time, exactly one listens`() throws {
        // In a separate folder, whose lock no other process takes.
        let folder = path + ".d"
        #expect(mkdir(folder, 0o700) == 0)
        defer { rmdir(folder) }
        let path = folder + "/s"
        for _ in 0..<200 {
            try leaveDeadSocket(at: path)
            let tries = Shared<[ListeningSocket?]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let socket = try? ListeningSocket(path: path)
                tries.change { $0.append(socket) }
            }
            let listening = tries.value.compactMap(\.self)
            #expect(listening.count == 1)
            close(try connected(to: path))
        }
    }

    @Test(arguments: ["", String(repeating: "p", count: 108), "a\0b"])
    func `a path that is not a valid socket address is refused`(path: String) {
        let error = #expect(throws: SocketError.self) { try ListeningSocket(path: path) }
        #expect(error?.code == .invalidAddress)
    }

    @Test func `the error for a missing folder contains the path`() {
        let error = #expect(throws: SocketError.self) { try ListeningSocket(path: "/nowhere/at/all.sock") }
        #expect(error?.errno == ENOENT)
        #expect(error?.description.contains("unix:/nowhere/at/all.sock") == true)
    }

    // MARK: - Passed by a supervisor

    @Test func `a passed listening descriptor is used, and made non-blocking`() throws {
        let address = try SocketAddress(host: "127.0.0.1", port: 0)
        let given = try address.openSocket()
        _ = fcntl(given, F_SETFL, 0)
        try address.bindSocket(given)
        #expect(listen(given, 8) == 0)
        let sockets = try ListeningSocket.inherited(process: "\(getpid())", count: "1", from: given)
        let socket = try #require(sockets.first)
        #expect(sockets.count == 1)
        #expect(socket.address.port != 0)
        #expect(fcntl(given, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(given, F_GETFD) & FD_CLOEXEC != 0)
        let accepted = DispatchSemaphore(value: 0)
        let loop = try EventLoop()
        _ = try loop.listen(on: socket) { _ in
            accepted.signal()
            return Recorder()
        }
        loop.start()
        let client = try Client(socket.address)
        try accepted.waitBriefly()
        client.close()
        loop.stop()
        loop.join()
    }

    @Test func `descriptors for another process are ignored`() throws {
        #expect(try ListeningSocket.inherited(process: nil, count: "1", from: 3).isEmpty)
        #expect(try ListeningSocket.inherited(process: "1", count: "1", from: 3).isEmpty)
        #expect(try ListeningSocket.inherited(process: "\(getpid())", count: nil, from: 3).isEmpty)
        #expect(try ListeningSocket.inherited(process: "\(getpid())", count: "0", from: 3).isEmpty)
    }

    @Test(arguments: ["-1", "257", "99999999999", "many", ""])
    func `an invalid number of passed descriptors is refused`(count: String) throws {
        let error = #expect(throws: SocketError.self) {
            try ListeningSocket.inherited(process: "\(getpid())", count: count, from: 3)
        }
        #expect(error?.code == .invalidCount)
        #expect(error?.description.contains("LISTEN_FDS=\(count): not a number from 0 to 256") == true)
    }

    @Test func `a passed descriptor that does not listen is refused with its number`() throws {
        let connected = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(connected) }
        let error = #expect(throws: SocketError.self) {
            try ListeningSocket.inherited(process: "\(getpid())", count: "1", from: connected)
        }
        #expect(error?.code == .notListening)
        #expect(error?.description.contains("descriptor \(connected)") == true)
    }

    private func connected(to path: String) throws -> Int32 {
        try #require(BlockingConnection.connect(toPath: path))
    }
}
