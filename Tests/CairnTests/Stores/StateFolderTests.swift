import Cairn
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite("Sessions in the state folder of a server", .timeLimit(.minutes(3))) struct StateFolderTests {
    /// Serves the desk with the state folder while `body` runs, and returns the lines of the log.
    private func serve(_ folder: URL, _ body: (Wire) async throws -> Void) async throws -> String {
        var configuration = Transport.configuration
        configuration.host = "127.0.0.1"
        configuration.port = 0
        configuration.stateFolder = folder.path
        let lines = Mutex("")
        let log = Log { bytes, _ in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
        let server = try Server(configuration, apps: [Desk.hosted()], log: log)
        let running = Task { try await server.run() }
        let port = try #require(await server.waitUntilListening()?.port)
        try await body(.socket(port: port))
        server.stop()
        try await running.value
        return lines.withLock(\.self)
    }

    @Test func `an incomplete last change is logged, and the actions before it are kept`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-state-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        var cookies = ""
        _ = try await serve(folder) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/desk")
            for _ in 1...3 { try await visitor.click("Count") }
            cookies = visitor.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        let desk = folder.appending(path: "desk")
        let names = try FileManager.default.subpathsOfDirectory(atPath: desk.path).filter { $0.count > 60 }
        let path = desk.appending(path: try #require(names.first)).path
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: try handle.seekToEnd() - 1)
        try handle.close()
        let lines = try await serve(folder) { wire in
            let fields = [("Cookie", cookies), ("Accept", "text/html")]
            let reply = try await Visitor(wire).send(Call("GET", "/desk", fields: fields))
            #expect(reply.text.contains("Counted to 2"))
        }
        #expect(lines.contains("desk: load "))
        #expect(lines.contains("are not a complete change"))
        #expect(names.count == 1)
    }
}
