import Cairn
import CairnTesting
import Foundation
import Testing

@Suite("RFC 9112 §6.2: long responses are streamed at the client's pace", .timeLimit(.minutes(3)))
struct LongAnswerTests {
    private static let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }

    /// Serves a folder with one large file, and passes the port and the file's URL to `body`.
    private func withLargeFile(_ body: (_ port: UInt16, _ file: URL) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        let file = root.appending(path: "large.bin")
        try Data(Self.content).write(to: file)
        var configuration = Transport.configuration
        configuration.publicFolder = root.path
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration) { wire in
            guard case .socket(let port) = wire.kind else { return }
            try await body(port, file)
        }
    }

    private static let request = "GET /large.bin HTTP/1.1\r\nHost: a\r\n"

    @Test func `requests that are pipelined behind a long response are answered after it`() async throws {
        try await withLargeFile { port, _ in
            let client = try await SocketClient(port: port)
            let part = Self.request + "Range: bytes=1000000-2999998\r\n\r\n"
            try await client.send(Self.request + "\r\n" + part + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            let whole = try await client.reply()
            #expect(whole.status == 200 && whole.body == Self.content)
            let range = try await client.reply()
            #expect(range.status == 206 && range.body == Array(Self.content[1_000_000..<2_999_999]))
            #expect(try await client.reply().text == "ok\n")
        }
    }

    @Test(arguments: ["HTTP/1.0", "HTTP/1.1"])
    func `a long response is complete when the connection closes after it`(version: String) async throws {
        try await withLargeFile { port, _ in
            let client = try await SocketClient(port: port)
            try await client.send("GET /large.bin \(version)\r\nHost: a\r\nConnection: close\r\n\r\n")
            let bytes = try await client.receiveUntilEnd()
            #expect(bytes.suffix(Self.content.count) == Self.content[...])
            #expect(bytes.count < Self.content.count + 1_000)
        }
    }

    @Test func `RFC 9110 §9.3.2: HEAD has the Content-Length of a large file but no content`() async throws {
        try await withLargeFile { port, _ in
            let client = try await SocketClient(port: port)
            try await client.send("HEAD /large.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let text = String(decoding: try await client.receiveUntilEnd(), as: UTF8.self)
            #expect(text.contains("\r\nContent-Length: 3000000\r\n") && text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func `a file that is replaced while it is sent is sent in its old version`() async throws {
        try await withLargeFile { port, file in
            try grow(file)
            let client = try await SocketClient(port: port)
            try await client.send(Self.request + "Connection: close\r\n\r\n")
            let head = try await client.receive(atLeast: 1_000)
            let other = file.deletingLastPathComponent().appending(path: "other")
            try Data("short".utf8).write(to: other)
            #expect(rename(other.path, file.path) == 0)
            let rest = try await client.receiveUntilEnd()
            #expect(head.count + rest.count > Self.long && rest.last == 7)
        }
    }

    @Test func `a file that is modified while it is sent causes a reset`() async throws {
        try await withLargeFile { port, file in
            try grow(file)
            let client = try await SocketClient(port: port)
            try await client.send(Self.request + "Connection: close\r\n\r\n")
            _ = try await client.receive(atLeast: 1_000)
            #expect(truncate(file.path, off_t(Self.long / 2)) == 0)
            await #expect(throws: SocketClient.Failure.self) { try await client.receiveUntilEnd() }
        }
    }

    /// A file size, in bytes, that exceeds the kernel's buffers on both ends.
    private static let long = 64_000_000

    private func grow(_ file: URL) throws {
        #expect(truncate(file.path, off_t(Self.long)) == 0)
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([7]))
        try handle.close()
    }
}
