import Foundation
import HTTPProtocol
import Hypermedia
import Sockets
import Testing

@testable import Cairn
@testable import CairnTesting

@Suite("RFC 9110 §8, §12 to §14, §17.3: static files") struct StaticFileTests {
    /// Serves a folder with public files, hidden files, and links to targets outside the folder.
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
            ("/public/type.html", "?"), ("/public/type.json", "?"), ("/public/type.svg", "?"),
            ("/public/TYPE.PNG", "?"),
            ("/public/type.jpg", "?"), ("/public/type.jpeg", "?"), ("/public/type.webp", "?"),
            ("/public/type.ico", "?"),
            ("/public/type.woff2", "?"), ("/public/type.exe", "?"),
            ("/public/y.js", "plain"), ("/public/y.js.br", "brotli"), ("/public/y.js.gz", "gzip"),
        ] {
            try content.write(toFile: root + path, atomically: true, encoding: .utf8)
            // A date within the current second cannot distinguish two contents (§8.8.2.2).
            let past = Date(timeIntervalSinceNow: -60)
            try files.setAttributes([.modificationDate: past], ofItemAtPath: root + path)
        }
        try files.createSymbolicLink(atPath: folder + "/link.txt", withDestinationPath: root + "/secret.txt")
        try files.createSymbolicLink(atPath: folder + "/up", withDestinationPath: root)
        var configuration = Transport.configuration
        configuration.publicFolder = folder
        try await Transport.memory.serve([Desk.hosted()], configuration: configuration) { wire in
            try await body(Visitor(wire), folder)
        }
    }

    @Test func `§8.3, RFC 3986 §2.1: a file is served with its type, and names can be percent-encoded`() async throws {
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
        ("/type.html", "text/html; charset=utf-8"), ("/sub/x.css", "text/css; charset=utf-8"),
        ("/y.js", "text/javascript; charset=utf-8"), ("/type.json", "application/json"), ("/type.svg", "image/svg+xml"),
        ("/TYPE.PNG", "image/png"), ("/type.jpg", "image/jpeg"), ("/type.jpeg", "image/jpeg"),
        ("/type.webp", "image/webp"), ("/type.ico", "image/x-icon"), ("/type.woff2", "font/woff2"),
        ("/type.exe", "application/octet-stream"),
    ])
    func `§8.3.1, §8.3.2: the type depends on the extension, and text has a charset`(
        path: String, type: String
    ) async throws {
        try await withFolder { visitor, _ in
            let reply = try await visitor.get(path)
            #expect(reply["Content-Type"] == type)
        }
    }

    @Test(arguments: [
        "/../secret.txt", "/%2e%2e/secret.txt", "/sub/../../secret.txt", "/sub/..%2f..%2fsecret.txt", "/up/secret.txt",
        "/link.txt", "/.secret", "/%2Esecret", "/.git/config", "/a.txt/", "/a.txt%00", "//a.txt", "/./a.txt", "/sub",
        "/sub/", "/A.TXT", "/a.txt%", "/%ff", "/sub%2Fx.css/..", "/%252e%252e/secret.txt", "\\a.txt",
    ])
    func `§17.3: only files of the folder can be requested`(path: String) async throws {
        try await withFolder { visitor, _ in
            let reply = try await visitor.get(path, accept: "application/json")
            #expect(reply.status == 404)
            #expect(!reply.text.contains("outside") && !reply.text.contains("hidden"))
        }
    }

    @Test func `§13.1.2, §13.1.3: a cached copy is confirmed with 304 by tag or by date`() async throws {
        try await withFolder { visitor, _ in
            let reply = try await visitor.get("/a.txt")
            let tag = try #require(reply["ETag"])
            let date = try #require(reply["Last-Modified"])
            for (fields, status) in [
                ([("If-None-Match", tag)], 304), ([("If-None-Match", "\"x\", W/\(tag)")], 304),
                ([("If-None-Match", "*")], 304), ([("If-None-Match", "\"x\"")], 200),
                ([("If-Modified-Since", date)], 304), ([("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT")], 200),
                ([("If-Modified-Since", "soon")], 200),
                // §13.2.2: the date is ignored if there is a tag.
                ([("If-None-Match", "\"x\""), ("If-Modified-Since", date)], 200),
            ] {
                let reply = try await visitor.get("/a.txt", fields)
                #expect(reply.status == status, "\(fields)")
                #expect(reply["ETag"] == tag, "\(fields)")
                #expect(reply.body.isEmpty == (status == 304), "\(fields)")
            }
        }
    }

    @Test func `§13.2.2: conditions are evaluated in order`() async throws {
        try await withFolder { visitor, _ in
            let reply = try await visitor.get("/a.txt")
            let tag = try #require(reply["ETag"])
            let date = try #require(reply["Last-Modified"])
            let past = "Thu, 01 Jan 1970 00:00:00 GMT"
            for (fields, status) in [
                ([("If-Match", tag)], 200), ([("If-Match", "*")], 200), ([("If-Match", "\"x\", \(tag)")], 200),
                ([("If-Match", "\"x\"")], 412), ([("If-Match", "W/\(tag)")], 412),
                ([("If-Unmodified-Since", date)], 200), ([("If-Unmodified-Since", past)], 412),
                ([("If-Unmodified-Since", "soon")], 200), ([("If-Match", tag), ("If-Unmodified-Since", past)], 200),
                ([("If-Match", "\"x\""), ("If-None-Match", tag)], 412),
                ([("If-Match", tag), ("If-None-Match", tag)], 304),
                ([("If-Unmodified-Since", date), ("If-None-Match", "\"x\"")], 200),
            ] {
                let reply = try await visitor.get("/a.txt", fields)
                #expect(reply.status == status, "\(fields)")
                #expect(reply.body.isEmpty == (status != 200), "\(fields)")
            }
        }
    }

    @Test func `§14.2, §13.1.5, §15.5.17: a range of the current content is sent`() async throws {
        try await withFolder { visitor, _ in
            let whole = try await visitor.get("/a.txt")
            let tag = try #require(whole["ETag"])
            let date = try #require(whole["Last-Modified"])
            #expect(whole["Accept-Ranges"] == "bytes")
            for (fields, status, text) in [
                ([("Range", "bytes=1-2")], 206, "ir"), ([("Range", "bytes=-2")], 206, "st"),
                ([("Range", "bytes=3-")], 206, "st"), ([("Range", "bytes=5-")], 416, ""),
                ([("Range", "bytes=0-0,2-3")], 200, "first"), ([("Range", "words=1-2")], 200, "first"),
                ([("Range", "bytes=1-2"), ("If-Range", tag)], 206, "ir"),
                ([("Range", "bytes=1-2"), ("If-Range", "W/\(tag)")], 200, "first"),
                ([("Range", "bytes=1-2"), ("If-Range", "\"x\"")], 200, "first"),
                ([("Range", "bytes=1-2"), ("If-Range", date)], 206, "ir"),
                ([("Range", "bytes=1-2"), ("If-Range", "Thu, 01 Jan 1970 00:00:00 GMT")], 200, "first"),
                ([("Range", "bytes=1-2"), ("If-None-Match", tag)], 304, ""),
                ([("Range", "bytes=9-"), ("If-Match", "\"x\"")], 412, ""),
            ] {
                let reply = try await visitor.get("/a.txt", fields)
                #expect(reply.status == status && reply.text == text, "\(fields)")
                let range =
                    status == 416 ? "bytes */5" : status == 206 ? (text == "ir" ? "bytes 1-2/5" : "bytes 3-4/5") : nil
                #expect(reply["Content-Range"] == range, "\(fields)")
            }
            // Several lines of a field that is not a list (§5.3) are ignored.
            for lines in [["bytes=1-2", "bytes=3-4"], ["bytes=1-2", "bytes=1-2"], ["bytes=9-", "bytes=1-2"]] {
                let reply = try await visitor.get("/a.txt", lines.map { ("Range", $0) })
                #expect(reply.status == 200 && reply.text == "first", "\(lines)")
            }
            // §14.2: ranges apply only to GET.
            let head = try await visitor.send(Call("HEAD", "/a.txt", fields: [("Range", "bytes=1-2")]))
            #expect(head.status == 200 && head["Content-Range"] == nil)
        }
    }

    @Test(arguments: [
        ("gzip, br", "brotli", "br"), ("gzip", "gzip", "gzip"), ("br;q=0.1, gzip;q=0.9", "gzip", "gzip"),
        ("x-gzip", "gzip", "gzip"), ("*", "brotli", "br"), ("*, br;q=0", "gzip", "gzip"), ("GZIP", "gzip", "gzip"),
        ("identity", "plain", nil), ("", "plain", nil), ("deflate", "plain", nil),
        ("br;q=0, gzip;q=0.000", "plain", nil),
        ("identity;q=1, gzip;q=0.5", "plain", nil), ("br;q=2", "plain", nil),
    ])
    func `§12.5.3, §8.4: a precompressed version of a file is sent if accepted`(
        accepted: String, text: String, coding: String?
    ) async throws {
        try await withFolder { visitor, _ in
            let reply = try await visitor.get("/y.js", [("Accept-Encoding", accepted)])
            #expect(reply.status == 200 && reply.text == text)
            #expect(reply["Content-Encoding"] == coding)
            #expect(reply["Vary"] == "Accept-Encoding" && reply["Content-Type"] == "text/javascript; charset=utf-8")
            let lines = accepted.split(separator: ",").map { ("Accept-Encoding", String($0)) }
            #expect(
                try await visitor.get("/y.js", lines)["Content-Encoding"] == coding, "§5.3: a list over several lines")
            #expect(try await visitor.get("/y.js", [("Accept-Encoding", "identity;q=0")]).status == 406)
            #expect(try await visitor.get("/a.txt", [("Accept-Encoding", accepted)])["Vary"] == nil)
        }
    }

    @Test(arguments: ["br", "gzip", "identity"])
    func `RFC 8246 §2: only the uncompressed file is cached for a year`(coding: String) async throws {
        try await withFolder { visitor, _ in
            let url = try versionedURL(of: "/y.js", visitor)
            let reply = try await visitor.get(url, [("Accept-Encoding", coding)])
            #expect(reply["Content-Encoding"] ?? "identity" == coding)
            let isNamed = coding == "identity"
            #expect(reply["Cache-Control"] == (isNamed ? "public, max-age=31536000, immutable" : "no-cache"))
        }
    }

    @Test(arguments: [("Range", "bytes=99999999-", 416), ("If-Match", "\"other\"", 412)])
    func `RFC 9111 §3: an error for a versioned URL is not stored`(
        name: String, value: String, status: Int
    ) async throws {
        try await withFolder { visitor, _ in
            let reply = try await visitor.get(try versionedURL(of: "/a.txt", visitor), [(name, value)])
            #expect(reply.status == status && reply["Cache-Control"] == "no-store")
        }
    }

    private func versionedURL(of path: String, _ visitor: Visitor) throws -> String {
        guard case .memory(let site) = visitor.line.wire.kind else { throw VisitorError("not in memory") }
        let url = site.files.assets[path]
        try #require(url.contains("?v="))
        return url
    }

    @Test func `§8.8.3.3: each coding has its own tag`() async throws {
        try await withFolder { visitor, _ in
            let plain = try #require(try await visitor.get("/y.js")["ETag"])
            let brotli = try #require(try await visitor.get("/y.js", [("Accept-Encoding", "br")])["ETag"])
            #expect(plain != brotli)
            let reply = try await visitor.get("/y.js", [("Accept-Encoding", "br"), ("If-None-Match", plain)])
            #expect(reply.status == 200 && reply.text == "brotli")
            let same = try await visitor.get("/y.js", [("Accept-Encoding", "br"), ("If-None-Match", brotli)])
            #expect(same.status == 304 && same["Vary"] == "Accept-Encoding" && same["ETag"] == brotli, "§15.4.5")
        }
    }

    @Test func `§8.8.3: different files have different tags`() async throws {
        try await withFolder { visitor, folder in
            let first = try await visitor.get("/sub/x.css")["ETag"]
            #expect(first != (try await visitor.get("/a.txt"))["ETag"])
            #expect(folder.hasSuffix("/public"))
        }
    }

    @Test(arguments: [("cairn.site.css", "text/css; charset=utf-8"), ("favicon.svg", "image/svg+xml")])
    func `RFC 8246 §2, RFC 9111 §5.2.2: a page's files have versioned URLs and are cached for a year`(
        name: String, type: String
    ) async throws {
        try await Visitor.atDesk { visitor in
            let page = try await visitor.visit("/desk")
            let link = try #require(
                page.source.firstMatch(of: try Regex("href=\"(/\(name)\\?v=[^\"]+)\"", as: (Substring, Substring).self))
            )
            let reply = try await visitor.get(String(link.output.1))
            #expect(reply.status == 200)
            #expect(reply["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(reply["Content-Type"] == type)
            let other = try await visitor.get(String(link.output.1) + "0")
            #expect(other.status == 200 && other["Cache-Control"] == "no-cache")
        }
    }

    @Test func `§14.2: a large file is sent whole or as a range, and a change is seen at once`() async throws {
        let large = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
        try await withFolder { visitor, folder in
            try Data(large).write(to: URL(filePath: folder + "/sub/x.css"))
            let whole = try await visitor.get("/sub/x.css")
            #expect(whole.status == 200 && whole.body == large)
            let tag = try #require(whole["ETag"])
            let part = try await visitor.get("/sub/x.css", [("Range", "bytes=1000000-1000009"), ("If-Range", tag)])
            #expect(part.status == 206 && part.body == Array(large[1_000_000..<1_000_010]))
            #expect(part["Content-Range"] == "bytes 1000000-1000009/2500000")
            #expect(try await visitor.get("/sub/x.css", [("If-None-Match", tag)]).status == 304)
            #expect(try await visitor.get("/sub/x.css", [("Range", "bytes=2500000-")]).status == 416)
            try Data(large.reversed()).write(to: URL(filePath: folder + "/sub/x.css"))
            let changed = try await visitor.get("/sub/x.css")
            #expect(changed.status == 200 && changed.body == large.reversed() && changed["ETag"] != tag)
        }
    }

    @Test func `§9.3.2: HEAD of a large file has its Content-Length`() async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        try Data(count: 2_500_000).write(to: root.appending(path: "large.bin"))
        var configuration = Transport.configuration
        configuration.publicFolder = root.path
        try await Transport.socket.serve([Desk.hosted()], configuration: configuration) { wire in
            let reply = try await Visitor(wire).send(Call("HEAD", "/large.bin"))
            #expect(reply["Content-Length"] == "2500000")
            #expect(reply.body.isEmpty)
        }
    }

    @Test func `§15.6.4, §10.2.3: if no thread is free to read a file, the response is 503 with Retry-After`()
        async throws
    {
        try await withFolder { _, folder in
            let pool = BlockingPool(threads: 1)
            // Too large for the cache.
            try Data(count: 2_500_000).write(to: URL(filePath: folder + "/large.bin"))
            let files = StaticFiles(folder: folder, pool: pool)
            // A stopped pool behaves like one with a full queue.
            pool.shutdown()
            let response = try #require(await files.respond(to: Request(target: "/large.bin")))
            #expect(response.status == .serviceUnavailable)
            #expect(response.fields[.retryAfter].flatMap { Int($0) } != nil)
            // Cached content is still served.
            #expect(try #require(await files.respond(to: Request(target: "/a.txt"))).status == .ok)
            // Without a thread, the existence of a new file is unknown.
            let unknown = try #require(await files.respond(to: Request(target: "/new.txt")))
            #expect(unknown.status == .serviceUnavailable)
        }
    }
}
