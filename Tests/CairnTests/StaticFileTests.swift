import Cairn
import CairnTesting
import Foundation
import Testing

@Suite("Static files") struct StaticFileTests {
    /// A folder with something to serve, something to hide, and a way out of it.
    private func withFolder(_ body: (Visitor, String) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path
        let folder = root + "/public"
        let files = FileManager.default
        try files.createDirectory(atPath: folder + "/sub", withIntermediateDirectories: true)
        defer { try? files.removeItem(atPath: root) }
        try files.createDirectory(atPath: folder + "/.git", withIntermediateDirectories: true)
        for (path, content) in [
            ("/public/a.txt", "first"), ("/public/b c.txt", "second"), ("/public/sub/x.css", "p{}"),
            ("/public/naïve.txt", "third"), ("/public/.secret", "hidden"), ("/public/.git/config", "hidden"),
            ("/secret.txt", "outside"), ("/public/noname", "?"), ("/public/100%.txt", "all"),
        ] {
            try content.write(toFile: root + path, atomically: true, encoding: .utf8)
        }
        try files.createSymbolicLink(atPath: folder + "/link.txt", withDestinationPath: root + "/secret.txt")
        try files.createSymbolicLink(atPath: folder + "/up", withDestinationPath: root)
        var configuration = Transport.configuration
        configuration.publicFolder = folder
        try await Transport.memory.serve([Desk.hosted()], configuration: configuration) { wire in
            try await body(Visitor(wire), folder)
        }
    }

    @Test func `a file comes with its type, and names may be percent-encoded`() async throws {
        try await withFolder { visitor, _ in
            for (path, content, type) in [
                ("/a.txt", "first", "text/plain; charset=utf-8"), ("/%61.txt", "first", "text/plain; charset=utf-8"),
                ("/b%20c.txt", "second", "text/plain; charset=utf-8"), ("/sub/x.css", "p{}", "text/css; charset=utf-8"),
                ("/na%C3%AFve.txt", "third", "text/plain; charset=utf-8"),
                ("/noname", "?", "application/octet-stream"), ("/100%25.txt", "all", "text/plain; charset=utf-8"),
                ("/a.txt?x=1", "first", "text/plain; charset=utf-8"),
            ] {
                let reply = try await visitor.get(path)
                #expect(reply.status == 200 && reply.text == content, "\(path)")
                #expect(reply["Content-Type"] == type, "\(path)")
                #expect(reply["Cache-Control"] == "no-cache", "\(path)")
            }
        }
    }

    @Test(arguments: [
        "/../secret.txt", "/%2e%2e/secret.txt", "/sub/../../secret.txt", "/sub/..%2f..%2fsecret.txt", "/up/secret.txt",
        "/link.txt", "/.secret", "/%2Esecret", "/.git/config", "/a.txt/", "/a.txt%00", "//a.txt", "/./a.txt", "/sub",
        "/sub/", "/A.TXT", "/a.txt%", "/%ff", "/sub%2Fx.css/..", "/%252e%252e/secret.txt", "\\a.txt",
    ])
    func `nothing but the files of the folder can be named`(path: String) async throws {
        try await withFolder { visitor, _ in
            let reply = try await visitor.get(path, accept: "application/json")
            #expect(reply.status == 404)
            #expect(!reply.text.contains("outside") && !reply.text.contains("hidden"))
        }
    }

    @Test func `RFC 9110 §13: a kept copy is confirmed with 304 by tag or by date`() async throws {
        try await withFolder { visitor, _ in
            let reply = try await visitor.get("/a.txt")
            let tag = try #require(reply["ETag"])
            let date = try #require(reply["Last-Modified"])
            for (fields, status) in [
                ([("If-None-Match", tag)], 304), ([("If-None-Match", "\"x\", W/\(tag)")], 304),
                ([("If-None-Match", "*")], 304), ([("If-None-Match", "\"x\"")], 200),
                ([("If-Modified-Since", date)], 304), ([("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT")], 200),
                ([("If-Modified-Since", "soon")], 200),
                // §13.2.2: the date does not count beside a tag.
                ([("If-None-Match", "\"x\""), ("If-Modified-Since", date)], 200),
            ] {
                let reply = try await visitor.get("/a.txt", fields)
                #expect(reply.status == status, "\(fields)")
                #expect(reply["ETag"] == tag, "\(fields)")
                #expect(reply.body.isEmpty == (status == 304), "\(fields)")
            }
        }
    }

    @Test func `a changed file has another tag`() async throws {
        try await withFolder { visitor, folder in
            let first = try await visitor.get("/sub/x.css")["ETag"]
            #expect(first != (try await visitor.get("/a.txt"))["ETag"])
            #expect(folder.hasSuffix("/public"))
        }
    }

    @Test func `the style sheet's URL changes with its content and may be kept for good`() async throws {
        try await Visitor.atDesk { visitor in
            let page = try await visitor.visit("/desk")
            let link = try #require(page.source.firstMatch(of: /href="(\/cairn\.css\?v=[^"]+)"/))
            let reply = try await visitor.get(String(link.1))
            #expect(reply.status == 200)
            #expect(reply["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(reply["Content-Type"] == "text/css; charset=utf-8")
        }
    }
}
