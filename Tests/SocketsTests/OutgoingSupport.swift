import Dispatch
import Foundation
import Glibc
import Testing

@testable import Sockets

/// The host of the servers to which tests connect. Tests of listeners expect that a port of 127.0.0.1 stays free after
/// its listener is closed.
let serverHost = "127.0.0.2"

/// A loop for outgoing connections.
func startedLoop() throws -> EventLoop {
    let loop = try EventLoop()
    loop.start()
    return loop
}

/// Expects that the loop has no connection and no descriptor left, and stops it.
func stopEmpty(_ loop: EventLoop) throws {
    let left = try loop.ask { (loop.connectionCount, loop.slots.count { $0.source != nil }) }
    #expect(left == (0, 0))
    loop.stop()
    loop.join()
}

/// An echo server on a loop of its own.
func echoServer(maximumConnections: Int = .max) throws -> Server {
    try Server(host: serverHost, maximumConnections: maximumConnections) { _ in echo() }
}

func echo() -> Recorder {
    let recorder = Recorder()
    recorder.onReceive = { $0.write($1) }
    recorder.onEnd = { $0.close() }
    return recorder
}

/// A bound socket that does not listen. Its port refuses connections, and no other test gets the port.
final class RefusingPort: Sendable {
    let address: SocketAddress
    private let descriptor: Int32

    init() throws {
        // Without SO_REUSEADDR, so that no other socket can bind the port.
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try SocketAddress(host: serverHost, port: 0).bindSocket(descriptor)
        address = try SocketAddress(localAddressOf: descriptor)
    }

    deinit { close(descriptor) }
}

/// A listening TCP socket that does not accept and whose backlog is full, so that further attempts stay in progress.
final class FullServer: Sendable {
    let address: SocketAddress
    private let descriptor: Int32
    private let waiting: Int32

    init() throws {
        let any = try SocketAddress(host: serverHost, port: 0)
        descriptor = try any.openSocket()
        try any.bindSocket(descriptor)
        try #require(listen(descriptor, 0) == 0)
        address = try SocketAddress(localAddressOf: descriptor)
        waiting = try Client(address).descriptor
    }

    deinit {
        close(waiting)
        close(descriptor)
    }
}

/// The sockets of this process, by `socket:` and inode, which no other socket has. A test can compare them although
/// other tests open sockets at the same time.
func openSockets() throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return Set(names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") })
        .filter { $0.hasPrefix("socket:") }
}

extension EventLoop {
    /// The sockets of the loop, as ``openSockets()`` names them. For the loop's thread only.
    var sockets: [String] {
        slots.indices.filter { slots[$0].source != nil }.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
    }

    /// Returns the sockets of the loop as soon as it has at least one; none after half a minute without one.
    func waitForSockets() async throws -> [String] {
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            let found = try ask { self.sockets }
            if !found.isEmpty { return found }
            await Task.yield()
        }
        return []
    }
}
