import CairnTesting
import Foundation
import HTTPProtocol
import Hypermedia
import Sockets
import Synchronization
import Testing

@testable import Cairn

/// A folder of files that change, and a clock that the test controls.
private final class ChangingFolder: Sendable {
    let root = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path
    var path: String { root + "/public" }
    private let seconds = Mutex(2_000_000_000)
    private let pool = BlockingPool(threads: 1)

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        pool.shutdown()
        try? FileManager.default.removeItem(atPath: root)
    }

    func write(_ content: String, to name: String) throws {
        let path = self.path + "/" + name
        let folder = path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try content.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Creates or replaces the link `name`.
    func link(_ name: String, to target: String) throws {
        let (new, path) = (self.path + "/.new-link", self.path + "/" + name)
        guard symlink(target, new) == 0, rename(new, path) == 0 else { throw Failure() }
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

    func files(below prefix: String = "", bundles: [StyleSheetBundle] = []) -> StaticFiles {
        StaticFiles(
            folder: path, below: prefix, pool: pool, clock: { self.seconds.withLock(\.self) }, bundles: bundles)
    }

    /// Advances the clock by a second, after which cached files are compared with the disk again.
    func wait() { seconds.withLock { $0 += 1 } }
}

extension StaticFiles {
    fileprivate func text(_ path: String, _ fields: [(String, String)] = []) async throws -> String? {
        guard let response = await respond(to: Request(target: path, fields: fields)) else { return nil }
        return response.status == .ok ? String(decoding: response.body.bytes, as: UTF8.self) : "\(response.status.code)"
    }
}

@Suite("RFC 9110 §8.8: files that change while they are served") struct FileChangeTests {
    @Test func `replaced, added and removed files are seen without a restart`() async throws {
        let folder = try ChangingFolder()
        try folder.write("old", to: "a.txt")
        let files = folder.files()
        #expect(try await files.text("/a.txt") == "old")
        #expect(try await files.text("/sub/b.txt") == nil)
        try folder.write("new", to: "a.txt")
        try folder.write("added", to: "sub/b.txt")
        #expect(try await files.text("/a.txt") == "old", "within its second")
        #expect(try await files.text("/sub/b.txt") == "added", "a miss is not remembered")
        folder.wait()
        #expect(try await files.text("/a.txt") == "new")
        try folder.remove("a.txt")
        folder.wait()
        #expect(try await files.text("/a.txt") == nil)
        #expect(!files.has("/a.txt") && files.has("/sub/b.txt"))
    }

    @Test func `a folder that is replaced as a whole is seen too`() async throws {
        let folder = try ChangingFolder()
        try folder.write("old", to: "a.txt")
        let files = folder.files()
        #expect(try await files.text("/a.txt") == "old")
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-old")
        try folder.write("new", to: "a.txt")
        folder.wait()
        #expect(try await files.text("/a.txt") == "new")
    }

    @Test func `missing files are not cached, even after many requests`() async throws {
        let folder = try ChangingFolder()
        try folder.write("a", to: "a.txt")
        let files = folder.files()
        let before = files.knownCount
        for number in 0..<200 { #expect(try await files.text("/missing-\(number)") == nil) }
        #expect(files.knownCount == before)
    }

    @Test func `RFC 8246 §2: pages get a new URL for new content, even without a request for the file`() throws {
        let folder = try ChangingFolder()
        try folder.write("old", to: "cairn.css")
        let files = folder.files(below: "/static")
        let old = files.assets["/cairn.css"]
        #expect(old.hasPrefix("/static/cairn.css?v=") && files.assets["/cairn.css"] == old)
        try folder.write("new", to: "cairn.css")
        folder.wait()
        files.refresh()
        #expect(files.assets["/cairn.css"] != old && files.assets["/cairn.css"] == files.assets["/cairn.css"])
    }

    @Test func `style sheets that are joined are joined again when one changes`() async throws {
        let folder = try ChangingFolder()
        try folder.write("a{}", to: "cairn.css")
        try folder.write("b{}", to: "site.css")
        let bundle = StyleSheetBundle(path: "/all.css", parts: ["/cairn.css", "/missing.css", "/site.css"])
        let files = folder.files(below: "/static", bundles: [bundle])
        func change(_ content: String, to name: String) throws {
            try folder.write(content, to: name)
            folder.wait()
            files.refresh()
        }
        let old = files.assets["/all.css"]
        #expect(old.hasPrefix("/static/all.css?v="))
        #expect(try await files.text("/static/all.css") == "a{}b{}")
        files.refresh()
        #expect(files.assets["/all.css"] == old)
        try change("c{}", to: "site.css")
        #expect(try await files.text("/static/all.css") == "a{}c{}")
        let new = files.assets["/all.css"]
        #expect(new != old)
        let accepted = try #require(
            await files.respond(to: Request(target: new, fields: [("Accept-Encoding", "gzip")])))
        #expect(try Expanded.bytes(accepted.body.bytes) == Array("a{}c{}".utf8))
        #expect(accepted.fields[.cacheControl] == "public, max-age=31536000, immutable")
        // A rule that would lose its effect keeps the files separate, and its removal joins them again.
        try change("@IMPORT 'd.css';", to: "site.css")
        #expect(files.assets["/all.css"] == "/all.css")
        #expect(try await files.text("/static/all.css") == nil)
        try change("d{}", to: "site.css")
        #expect(try await files.text("/static/all.css") == "a{}d{}")
    }

    @Test func `RFC 9110 §8.4: a precompressed file that is older than the original is not sent`()
        async throws
    {
        let folder = try ChangingFolder()
        try folder.write("plain", to: "y.js")
        try folder.write("gzip", to: "y.js.gz")
        let files = folder.files()
        let accepts = [("Accept-Encoding", "gzip")]
        #expect(try await files.text("/y.js", accepts) == "gzip")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: folder.path + "/y.js.gz")
        folder.wait()
        #expect(try await files.text("/y.js", accepts) == "plain")
        try folder.write("better", to: "y.js.gz")
        folder.wait()
        #expect(try await files.text("/y.js", accepts) == "better")
        try folder.remove("y.js.gz")
        folder.wait()
        #expect(try await files.text("/y.js", accepts) == "plain")
    }

    @Test func `an app at the root serves new files where it has no screens`() async throws {
        let folder = try ChangingFolder()
        var configuration = Transport.configuration
        configuration.publicFolder = folder.path
        try await Transport.memory.serve([Desk.hosted()], mountsAtRoot: true, configuration: configuration) { wire in
            let visitor = Visitor(wire)
            #expect(try await visitor.get("/new.txt", accept: "text/html").status == 404)
            try folder.write("new", to: "new.txt")
            #expect(try await visitor.get("/new.txt").text == "new")
            try folder.write("no screen", to: "drawer:1")
            #expect(try await visitor.visit("/drawer:1").heading == "Drawer 1")
        }
    }
}

@Suite("RFC 9110 §4.2.3, §17.3: names of files") struct FileNameTests {
    @Test func `file names in different Unicode normalizations are different files`() async throws {
        let folder = try ChangingFolder()
        try folder.write("composed", to: "\u{E9}.txt")
        try folder.write("decomposed", to: "e\u{301}.txt")
        let files = folder.files()
        #expect(try await files.text("/%C3%A9.txt") == "composed")
        #expect(try await files.text("/e%CC%81.txt") == "decomposed")
        try folder.remove("\u{E9}.txt")
        folder.wait()
        #expect(try await files.text("/%C3%A9.txt") == nil)
    }

    @Test func `a name can be invalid UTF-8`() async throws {
        let folder = try ChangingFolder()
        let path = Array((folder.path + "/").utf8) + [0xFF, 0]
        let file = open(path.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o600)
        #expect(file >= 0 && Glibc.write(file, "odd", 3) == 3 && close(file) == 0)
        #expect(try await folder.files().text("/%FF") == "odd")
        #expect(try await folder.files().text("/%EF%BF%BD") == nil)
    }

    @Test(arguments: [
        "/a%2Fb.txt", "/a/%2e%2e/a/b.txt", "/a//b.txt", "/a/b.txt%00", "/a/b.txt/", "/%2Fa/b.txt", "/a/%",
    ])
    func `RFC 3986 §2.2: an encoded slash does not separate names; empty and hidden names fail`(path: String)
        async throws
    {
        let folder = try ChangingFolder()
        try folder.write("b", to: "a/b.txt")
        #expect(try await folder.files().text("/a/b.txt") == "b")
        #expect(try await folder.files().text("/%61/%62.txt") == "b")
        #expect(try await folder.files().text(path) == nil)
    }

    @Test func `§15.4.9: a folder is served as its index.html, at its path with a slash`() async throws {
        let folder = try ChangingFolder()
        try folder.write("index", to: "s b/index.html")
        try folder.write("no index", to: "other/a.txt")
        try folder.write("root", to: "index.html")
        let files = folder.files()
        #expect(try await files.text("/s%20b/") == "index")
        #expect(try await files.text("/other/") == nil)
        #expect(try await files.text("/other") == nil)
        // The root belongs to an app or to the list of apps.
        #expect(try await files.text("/") == nil)
        let redirect = try #require(await files.respond(to: Request(target: "/s%20b?a=/b&c")))
        #expect(redirect.status == .permanentRedirect && redirect.fields[.location] == "/s%20b/?a=/b&c")
        let post = try #require(await files.respond(to: Request(method: .post, target: "/s%20b")))
        #expect(post.status == .methodNotAllowed)
        let below = folder.files(below: "/static")
        #expect(try await below.text("/static/") == "root")
        #expect(try await below.text("/s%20b/") == nil)
        let redirectBelow = try #require(await below.respond(to: Request(target: "/static/s%20b")))
        #expect(redirectBelow.fields[.location] == "/static/s%20b/")
    }

    @Test(arguments: [
        ("a.mjs", "text/javascript; charset=utf-8"), ("a.csv", "text/csv; charset=utf-8"), ("a.pdf", "application/pdf"),
        ("a.mp4", "video/mp4"), ("a.WASM", "application/wasm"), ("a.webmanifest", "application/manifest+json"),
        ("a.tar.gz", "application/gzip"), ("b.avif", "image/avif"), ("html", "application/octet-stream"),
        ("a.", "application/octet-stream"), ("c.d/noname", "application/octet-stream"),
    ])
    func `§8.3.1: the media type depends on the extension`(name: String, type: String) async throws {
        let folder = try ChangingFolder()
        try folder.write("?", to: name)
        let response = try #require(await folder.files().respond(to: Request(target: "/" + name)))
        #expect(response.fields[.contentType] == type)
    }
}

@Suite("RFC 9110 §17.3: links in a served folder") struct FileLinkTests {
    @Test func `a link that stays in the folder is followed, even to a hidden name`() async throws {
        let folder = try ChangingFolder()
        try folder.write("a", to: "a.txt")
        try folder.write("hidden", to: ".hidden/b.txt")
        try folder.link("relative.txt", to: "a.txt")
        try folder.link("absolute.txt", to: folder.path + "/a.txt")
        try folder.link("sub", to: ".hidden")
        try folder.link("twice.txt", to: "relative.txt")
        let files = folder.files()
        for (path, text) in [
            ("/relative.txt", "a"), ("/absolute.txt", "a"), ("/sub/b.txt", "hidden"), ("/twice.txt", "a"),
        ] {
            #expect(try await files.text(path) == text, "\(path)")
        }
        for path in ["/.hidden/b.txt", "/sub/../a.txt", "/sub/.b"] {
            #expect(try await files.text(path) == nil, "\(path)")
        }
    }

    @Test func `a link out of the folder, to itself or to no file is not served`() async throws {
        let folder = try ChangingFolder()
        let secret = folder.root + "/secret.txt"
        try "secret".write(toFile: secret, atomically: true, encoding: .utf8)
        // A folder whose name begins with the name of the served folder.
        try FileManager.default.createDirectory(atPath: folder.path + "-2", withIntermediateDirectories: true)
        try "secret".write(toFile: folder.path + "-2/x.txt", atomically: true, encoding: .utf8)
        for (name, target) in [
            ("absolute", secret), ("relative", "../secret.txt"), ("top", "/"), ("up", ".."), ("self", "self"),
            ("device", "/dev/zero"), ("beside", folder.path + "-2/x.txt"), ("own", folder.path + "/../secret.txt"),
            ("process", "/proc/self/environ"), ("missing", "nothing"),
        ] {
            try folder.link(name, to: target)
        }
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let files = folder.files()
        // `knownCount` includes the built-in files.
        let before = files.knownCount
        for path in [
            "/absolute", "/relative", "/top/etc/passwd", "/up/secret.txt", "/up/public-2/x.txt", "/self", "/device",
            "/beside", "/own", "/process", "/missing", "/pipe", "/up", "/up/",
        ] {
            #expect(try await files.text(path) == nil, "\(path)")
        }
        #expect(files.knownCount == before)
    }

    @Test func `a Kubernetes volume, with links into a dated folder, is served and updated`()
        async throws
    {
        let folder = try ChangingFolder()
        try folder.write("old", to: "..2026_11_21/cairn.css")
        try folder.link("..data", to: "..2026_11_21")
        try folder.link("cairn.css", to: "..data/cairn.css")
        let files = folder.files()
        let url = files.assets["/cairn.css"]
        #expect(url.contains("?v="))
        #expect(try await files.text("/cairn.css") == "old")
        #expect(try await files.text("/..data/cairn.css") == nil)
        try folder.write("new", to: "..2026_11_22/cairn.css")
        try folder.link("..data", to: "..2026_11_22")
        folder.wait()
        files.refresh()
        #expect(try await files.text("/cairn.css") == "new")
        #expect(files.assets["/cairn.css"] != url)
    }

    @Test func `none of three paths that are equal as strings gets a versioned URL`() throws {
        let versions = AssetVersions(below: "")
        // "ắ": one scalar, with one combining mark, and with two.
        let names = ["\u{1EAF}.css", "\u{103}\u{301}.css", "a\u{306}\u{301}.css"]
        for name in names { versions.add(FilePath(Array(name.utf8)), "1") }
        versions.publish()
        for name in names { #expect(versions.assets["/" + name] == "/" + name) }
    }
}
