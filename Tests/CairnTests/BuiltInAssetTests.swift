import CairnTesting
import Foundation
import Testing

@testable import Cairn

@Suite("Built-in style sheet and icon") struct BuiltInAssetTests {
    /// Serves the desk with a folder that contains only `files`.
    private func serve(_ files: [String: String] = [:], _ body: (Visitor) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in files {
            try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
        }
        var configuration = Transport.configuration
        configuration.publicFolder = folder
        try await Transport.memory.serve([Desk.hosted()], configuration: configuration) { try await body(Visitor($0)) }
    }

    @Test(arguments: [("/cairn.css", "text/css; charset=utf-8"), ("/favicon.svg", "image/svg+xml")])
    func `the built-in style sheet and icon are served like files`(
        path: String, type: String
    ) async throws {
        try await serve { visitor in
            let page = try await visitor.visit("/desk")
            let url = try #require(
                page.source.firstMatch(of: try Regex("href=\"(\(path)\\?v=[^\"]+)\"", as: (Substring, Substring).self)))
            let reply = try await visitor.get(String(url.output.1))
            #expect(reply.status == 200 && reply["Content-Type"] == type && reply.body.count > 500)
            #expect(reply["Cache-Control"] == "public, max-age=31536000, immutable")
            let (tag, modified) = (try #require(reply["ETag"]), try #require(reply["Last-Modified"]))
            #expect(try await visitor.get(path)["Cache-Control"] == "no-cache")
            #expect(try await visitor.get(path, [("If-None-Match", tag)]).status == 304)
            #expect(try await visitor.get(path, [("If-Modified-Since", modified)]).status == 304)
            let part = try await visitor.get(path, [("Range", "bytes=1-3")])
            #expect(part.status == 206 && part.body == Array(reply.body[1...3]))
            let head = try await visitor.send(Call("HEAD", path))
            #expect(head.status == 200 && head["ETag"] == tag)
            #expect(try await visitor.send(Call("POST", path)).status == 405)
        }
    }

    @Test func `a file in the folder replaces the built-in one of the same name`() async throws {
        try await serve(["cairn.css": "p{}"]) { visitor in
            #expect(try await visitor.get("/cairn.css").body == Array("p{}".utf8))
            #expect(try await visitor.get("/favicon.svg").status == 200)
            let url = try #require(
                try await visitor.visit("/desk").source.firstMatch(of: /"(\/cairn\.css\?v=[0-9a-z]{9})"/)?.output.1)
            let reply = try await visitor.get(String(url))
            #expect(reply.body == Array("p{}".utf8) && reply["Cache-Control"]?.contains("immutable") == true)
        }
    }

    @Test func `the style sheet is sent compressed to a client that accepts gzip, and is as immutable`() async throws {
        try await serve { visitor in
            let source = try await visitor.visit("/desk").source
            let url = try #require(source.firstMatch(of: /href="(\/cairn\.css\?v=[^"]+)"/)?.output.1)
            let plain = try await visitor.get(String(url))
            let gzip = try await visitor.get(String(url), [("Accept-Encoding", "br;q=0.5, gzip")])
            #expect(gzip["Content-Encoding"] == "gzip" && plain["Content-Encoding"] == nil)
            #expect(gzip["Vary"] == "Accept-Encoding" && plain["Vary"] == "Accept-Encoding")
            #expect(gzip["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(gzip["ETag"] != plain["ETag"] && gzip.body.count * 3 < plain.body.count)
            #expect(try Expanded.bytes(gzip.body) == plain.body)
            #expect(
                try await visitor.get("/cairn.css?v=0", [("Accept-Encoding", "gzip")])["Cache-Control"] == "no-cache")
        }
    }

    @Test func `a file in the folder is never answered with the compressed built-in one`() async throws {
        try await serve(["cairn.css": "p{}"]) { visitor in
            let reply = try await visitor.get("/cairn.css", [("Accept-Encoding", "gzip")])
            #expect(reply.body == Array("p{}".utf8) && reply["Content-Encoding"] == nil)
        }
    }
}
