import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import Cairn

@Suite("Streams and files of routes", .timeLimit(.minutes(3))) struct RouteStreamTests {
    private static let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 65_536)

    @Test func `a stream arrives in chunks, and the connection continues`() async throws {
        let app = Office.hosted().get("export.csv", behind: nil) { (office: Office, _) in
            let count = office.count
            return .stream("text/csv; charset=utf-8") { writer in
                for row in 0..<1_000 { try await writer.write("\(row),\(count)\n") }
            }
        }
        try await Visitor.each(apps: { [app] }) { visitor in
            let reply = try await visitor.get("/office/export.csv")
            #expect(reply.text.hasPrefix("0,0\n1,0\n") && reply.text.hasSuffix("999,0\n"))
            #expect(reply["content-type"] == "text/csv; charset=utf-8" && reply["content-length"] == nil)
            #expect(try await visitor.get("/office/export.csv").status == 200)
            let head = try await visitor.send(Call("HEAD", "/office/export.csv"))
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }

    @Test func `a client that does not read suspends the writer`() async throws {
        let written = Atomic(0)
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let app = Office.hosted().get("large", behind: nil) { (_: Office, _) in
            .stream("application/octet-stream") { writer in
                defer { end.finish() }
                for _ in 0..<16_384 {
                    try await writer.write(Self.piece)
                    written.add(1, ordering: .relaxed)
                }
            }
        }
        try await Transport.socket.serve([app]) { wire in
            guard case .socket(let port) = wire.kind else { return }
            do {
                let client = try await SocketClient(port: port)
                try await client.send("GET /office/large HTTP/1.1\r\nHost: a\r\n\r\n")
                // Another client is answered meanwhile.
                #expect(try await Visitor(wire).get("/healthz").status == 200)
                _ = try await client.receive(atLeast: 1)
            }
            // The client is gone, so the writer ends before it has written its gigabyte.
            for await _ in ended {}
        }
        #expect(written.load(ordering: .relaxed) < 2_048)
    }

    @Test func `a stream that fails ends without the last chunk, and is logged`() async throws {
        let lines = LogLines()
        let app = Office.hosted().get("broken", behind: nil) { (_: Office, _) in
            .stream("text/plain") { writer in
                try await writer.write("begin")
                throw Failure()
            }
        }
        try await Transport.socket.serve([app], log: lines.log()) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            try await client.send("GET /office/broken HTTP/1.1\r\nHost: a\r\n\r\n")
            let bytes = try await client.receiveUntilEnd()
            #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("5\r\nbegin\r\n"))
        }
        #expect(
            lines.diagnostics.contains { $0.contains("GET /office/broken: the content of the response is incomplete") })
    }

    @Test func `a file has a type, an entity tag and ranges`() async throws {
        let folder = try UploadTests.Folder()
        let path = folder.path + "/a.csv"
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try #require(FileManager.default.createFile(atPath: path, contents: Data(content)))
        let folderPath = folder.path
        let app = {
            [
                Office.hosted()
                    .get("file", behind: nil) { (_: Office, _) in .file(path).download(as: "b.csv") }
                    .get("none", behind: nil) { (_: Office, _) in .file(folderPath + "/none") }
                    .get("folder", behind: nil) { (_: Office, _) in .file(folderPath) }
            ]
        }
        try await Visitor.each(apps: app) { visitor in
            let whole = try await visitor.get("/office/file")
            #expect(whole.body == content && whole["content-type"] == "text/csv; charset=utf-8")
            #expect(whole["content-disposition"] == "attachment; filename=\"b.csv\"")
            let tag = try #require(whole["etag"])
            let same = try await visitor.get("/office/file", [("If-None-Match", tag)])
            #expect(same.status == 304 && same.body.isEmpty)
            let part = try await visitor.get("/office/file", [("Range", "bytes=100000-199999")])
            #expect(part.status == 206 && part.body == Array(content[100_000..<200_000]))
            #expect(part["content-range"] == "bytes 100000-199999/300000")
            #expect(try await visitor.get("/office/file", [("Range", "bytes=300000-")]).status == 416)
            #expect(try await visitor.get("/office/file", [("If-Match", "\"x\"")]).status == 412)
            #expect(try await visitor.get("/office/none").status == 404)
            #expect(try await visitor.get("/office/folder").status == 404)
        }
    }
}
