import Glibc
import Testing

@testable import Sockets

/// A blocking TCP client. It times out after a minute, so that a fault fails the test instead of hanging it.
final class Client: Sendable {
    let descriptor: Int32

    init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws {
        descriptor = try address.openSocket()
        _ = fcntl(descriptor, F_SETFL, 0)
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        if let receiveBuffer { try address.setOption(SO_RCVBUF, at: SOL_SOCKET, to: receiveBuffer, of: descriptor) }
        try address.withSystemAddress { pointer, length throws(SocketError) in
            try require("connect", on: address) { Glibc.connect(descriptor, pointer, length) }
        }
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            try #require(count > 0)
            sent += count
        }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Returns at most `limit` bytes; an empty array at the end; `nil` after a reset or a time-out.
    func receive(atMost limit: Int = 65_536) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &buffer, limit, 0)
        return count < 0 ? nil : Array(buffer[..<count])
    }

    func receive(exactly number: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < number {
            let part = try #require(receive(atMost: min(65_536, number - all.count)))
            try #require(!part.isEmpty)
            all += part
        }
        return all
    }

    func receiveText(_ number: Int) throws -> String { String(decoding: try receive(exactly: number), as: UTF8.self) }

    func receiveUntilEnd() throws -> [UInt8] {
        var all: [UInt8] = []
        while let part = receive(), !part.isEmpty { all += part }
        return all
    }

    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() { Glibc.close(descriptor) }

    /// Closes with a TCP reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        Glibc.close(descriptor)
    }
}
