import Dispatch
import Glibc

/// A TCP client for tests and crawls that sends exactly the given bytes. Each wait for the peer without a given time
/// ends after thirty seconds, so that a fault fails a test instead of hanging it.
package final class SocketClient: @unchecked Sendable {  // ok: all mutable state is used on its own queue only
    // Blocking calls must not occupy threads of the concurrency pool, which the server's own tasks need.
    private let queue = DispatchQueue(label: "cairn.testing.client")
    private let descriptor: Int32
    private var received: [UInt8] = []
    /// True while the content of a response is read.
    private var isInContent = false

    /// A failed system call, an early end of the connection, or an invalid response.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        /// True if the peer closed the connection before it sent any byte of a response.
        package var isClosedBeforeReply = false
    }

    package convenience init(port: UInt16) async throws {
        self.init(descriptor: try Self.makeSocket(AF_INET))
        try await connect(to: port)
    }

    /// Connects to `host`, a name or an address.
    package convenience init(host: String, port: UInt16) async throws {
        self.init(descriptor: try await ResolvedHost.connect(to: host, port: port, with: Self.makeSocket))
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    private static func makeSocket(_ family: Int32) throws -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(description: "cannot create a socket: errno \(errno)") }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return descriptor
    }

    deinit { close(descriptor) }

    private func connect(to port: UInt16) async throws {
        try await run { client in
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(client.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard result == 0 else { throw Failure(description: "cannot connect to port \(port): errno \(errno)") }
        }
    }

    private func run<Result: Sendable>(
        _ body: @escaping @Sendable (SocketClient) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try body(self) }) }
        }
    }

    // MARK: - Bytes

    /// Sends `bytes` repeatedly until the socket accepts none for 300 ms or has accepted at least `limit`, or the peer
    /// resets the connection.
    ///
    /// - Returns: the number of accepted bytes.
    package func sendRepeatedly(_ bytes: [UInt8], limit: Int) async throws -> Int {
        try await run { client in
            var total = 0
            while total < limit {
                let start = total % bytes.count
                let count = bytes[start...].withUnsafeBytes {
                    Glibc.send(client.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                }
                if count > 0 {
                    total += count
                    continue
                }
                if errno == ECONNRESET || errno == EPIPE { break }
                guard errno == EAGAIN else { throw Failure(description: "cannot send: errno \(errno)") }
                var readiness = pollfd(fd: client.descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&readiness, 1, 300) <= 0 { break }
            }
            return total
        }
    }

    /// True if data or the end of the connection has arrived, or arrives within this time.
    package func isReadable(within milliseconds: Int32) async throws -> Bool {
        try await run { client in
            var readiness = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            return !client.received.isEmpty || poll(&readiness, 1, milliseconds) > 0
        }
    }

    /// True if the connection was reset or closed on both sides, or is so within this time. Polls instead of reading
    /// `SO_ERROR`, because reading clears it.
    package func isReset(within milliseconds: Int32) async throws -> Bool {
        try await run { client in
            var readiness = pollfd(fd: client.descriptor, events: 0, revents: 0)
            return poll(&readiness, 1, milliseconds) > 0 && readiness.revents & Int16(POLLERR | POLLHUP) != 0
        }
    }

    package func send(_ bytes: [UInt8]) async throws {
        try await run { client in
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(client.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else {
                    let isClosed = [ECONNRESET, EPIPE].contains(errno) && client.received.isEmpty
                    throw Failure(description: "cannot send: errno \(errno)", isClosedBeforeReply: isClosed)
                }
                sent += count
            }
        }
    }

    package func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Receives everything until the end of the connection.
    package func receiveUntilEnd() async throws -> [UInt8] {
        try await run { client in
            while try client.receiveMore() {}
            defer { client.received = [] }
            return client.received
        }
    }

    /// Receives until `count` bytes have arrived, and returns all that have.
    package func receive(atLeast count: Int) async throws -> [UInt8] {
        try await run { client in
            while client.received.count < count {
                guard try client.receiveMore() else {
                    throw Failure(description: "the connection ended before \(count) bytes")
                }
            }
            defer { client.received = [] }
            return client.received
        }
    }

    /// Closes the sending side.
    package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes the connection end with a reset when this client is freed.
    package func breakOff() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    private func receiveMore() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else {
            throw Failure(
                description: "cannot receive: errno \(errno)",
                isClosedBeforeReply: errno == ECONNRESET && received.isEmpty && !isInContent)
        }
        received += buffer[..<count]
        return count > 0
    }

    // MARK: - Messages

    package func reply(to call: Call) async throws -> Reply {
        try await send(call.bytes)
        return try await reply(toHead: call.method == "HEAD")
    }

    /// Reads the next response (RFC 9112 §6.3). A response to HEAD has no content. Interim responses are skipped unless
    /// `orInterim` is true.
    package func reply(toHead isHead: Bool = false, orInterim: Bool = false) async throws -> Reply {
        try await run { client in
            while true {
                let reply = try client.readReply(toHead: isHead)
                if reply.status >= 200 || orInterim { return reply }
            }
        }
    }

    private static let maxHeadLength = 1 << 20
    private static let maxBodyLength = 1 << 28

    /// Reads the lines of the next response's head.
    private func readHead() throws -> [Substring] {
        let ending = Array("\r\n\r\n".utf8)
        var end = received.firstRange(of: ending)
        while end == nil {
            guard received.count < Self.maxHeadLength else {
                throw Failure(description: "the response head is too long")
            }
            guard try receiveMore() else {
                throw Failure(
                    description: "the connection ended after \(received.count) bytes of the response head",
                    isClosedBeforeReply: received.isEmpty)
            }
            end = received.firstRange(of: ending)
        }
        guard let end else { throw Failure(description: "the response has no head") }
        defer { received.removeSubrange(..<end.upperBound) }
        return String(decoding: received[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    }

    /// Reads the head of a response whose content has no end. ``nextChunk()`` reads its content.
    package func beginReply(to call: Call) async throws -> Reply {
        try await send(call.bytes)
        return try await run { client in try client.readReplyHead().reply }
    }

    /// Reads the next chunk of a response; empty at its end.
    package func nextChunk() async throws -> [UInt8] { try await run { client in try client.readChunk() } }

    private func readReplyHead() throws -> (reply: Reply, lines: [Substring]) {
        let lines = try readHead()
        let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Failure(description: "invalid status line: \(lines.first ?? "")")
        }
        var reply = Reply(status: status, fields: [], body: [])
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { throw Failure(description: "invalid field line: \(line)") }
            reply.fields.append((String(sides[0]), sides[1].drop { $0 == " " }.description))
        }
        return (reply, lines)
    }

    private func readReply(toHead isHead: Bool) throws -> Reply {
        var (reply, lines) = try readReplyHead()
        guard !isHead, reply.status >= 200, reply.status != 204, reply.status != 304 else { return reply }
        isInContent = true
        defer { isInContent = false }
        if reply["transfer-encoding"] == "chunked" {
            reply.body = try readChunks()
            return reply
        }
        guard let length = reply["content-length"].flatMap({ Int($0) }) else {
            throw Failure(description: "the response has no Content-Length: \(lines)")
        }
        guard length <= Self.maxBodyLength else { throw Failure(description: "the response has \(length) bytes") }
        reply.body = try take(length)
        return reply
    }

    /// Reads the chunks of a response without trailer fields (RFC 9112 §7.1).
    private func readChunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let chunk = try readChunk()
            if chunk.isEmpty { return body }
            body += chunk
            guard body.count <= Self.maxBodyLength else {
                throw Failure(description: "the response has more than \(Self.maxBodyLength) bytes")
            }
        }
    }

    private func readChunk() throws -> [UInt8] {
        var line: [UInt8] = []
        while !line.suffix(2).elementsEqual([13, 10]) { line += try take(1) }
        guard let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16), size >= 0,
            size <= Self.maxBodyLength
        else { throw Failure(description: "invalid chunk size: \(line)") }
        let chunk = try take(size)
        guard try take(2) == [13, 10] else { throw Failure(description: "a chunk of \(size) bytes has no end") }
        return chunk
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while received.count < count {
            guard try receiveMore() else {
                throw Failure(description: "the connection ended after \(received.count) of \(count) bytes")
            }
        }
        defer { received.removeSubrange(..<count) }
        return Array(received[..<count])
    }
}
