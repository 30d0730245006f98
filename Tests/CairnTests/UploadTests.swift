import Foundation
import Glibc
import HTTPProtocol
import NavigationKit
import Sessions
import Synchronization
import Testing

@testable import Cairn
@testable import CairnTesting

@Suite("RFC 7578: uploaded files", .timeLimit(.minutes(3))) struct UploadTests {
    // MARK: - An app with a file field

    final class Album: Application {
        /// The titles and files that the handler received.
        let seen: Seen
        init(_ seen: Seen) {
            self.seen = seen
            super.init()
        }
        override func makeRootViewController() -> ViewController { Picture().titled("Picture") }
        override class var actions: [Handler] { [.on(hang)] }

        func hang(_ action: HangPicture) throws {
            guard action.title != "wrong" else { throw InvalidInput(field: "title", "Choose another title.") }
            let content = action.picture.flatMap { FileManager.default.contents(atPath: $0.path) }
            seen.note(
                Seen.File(
                    title: action.title, name: action.picture?.name, type: action.picture?.contentType,
                    byteCount: action.picture?.byteCount, content: content))
        }
    }

    struct HangPicture: Action {
        var title = ""
        var picture: UploadedFile?
    }

    final class Picture: ViewController {
        @ViewBuilder override var view: any View {
            TextField("Title", name: "title", isRequired: true)
            FileField("Picture", name: "picture", isRequired: true, accept: "image/*")
            Button("Hang", role: .primary, action: HangPicture())
        }
    }

    final class Seen: Sendable {
        struct File: Equatable {
            var title: String
            var name: String?
            var type: String?
            var byteCount: Int?
            var content: Data?
        }
        private let files = Mutex<[File]>([])
        func note(_ file: File) { files.withLock { $0.append(file) } }
        var all: [File] { files.withLock(\.self) }
    }

    /// A folder for one test, to detect leftover files.
    final class Folder {
        let path: String
        init() throws {
            var template = Array((NSTemporaryDirectory() + "cairn-test-XXXXXX").utf8CString)
            path = String(cString: try #require(mkdtemp(&template)))
        }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        var files: [String] {
            let folders = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: path + "/" + $0)) ?? [] }
        }

        /// Waits until no uploaded file is left. Other threads remove files, possibly after the response is sent; if
        /// one is never removed, the time limit of the suite fails the test.
        func waitUntilEmpty() async {
            while !Task.isCancelled, files.contains(where: { $0 != "lock" }) { await Task.yield() }
        }
    }

    func serve(
        _ transport: Transport, in folder: Folder, _ body: (Visitor, Seen, Wire) async throws -> Void
    ) async throws {
        try await configured(transport, in: folder, { _ in }, body)
    }

    func configured(
        _ transport: Transport, in folder: Folder, _ change: (inout Configuration) -> Void,
        time: any TimeSource = SystemTime(), _ body: (Visitor, Seen, Wire) async throws -> Void
    ) async throws {
        var configuration = Transport.configuration
        configuration.uploadFolder = folder.path
        change(&configuration)
        let seen = Seen()
        let hosted = HostedApplication("album", title: "Album") { Album(seen) }
        try await transport.serve([hosted], configuration: configuration, time: time) { wire in
            try await body(Visitor(wire), seen, wire)
        }
    }

    static let type = "multipart/form-data; boundary=b-1"

    /// A multipart body as browsers write it.
    func body(_ texts: [(String, String)], file: (name: String, content: [UInt8])?) -> [UInt8] {
        var body = texts.map { "--b-1\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }.joined()
        body +=
            "--b-1\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"\((file?.name ?? "").replacing("\"", with: "%22"))\"\r\n"
        body += "Content-Type: \(file == nil ? "application/octet-stream" : "image/png")\r\n\r\n"
        return Array(body.utf8) + (file?.content ?? []) + Array("\r\n--b-1--\r\n".utf8)
    }

    func hang(
        _ title: String, file: (name: String, content: [UInt8])?, kept: String? = nil, accept: String = "text/html"
    ) -> Call {
        var texts = [("action", "hang-picture"), ("title", title)]
        if let kept { texts.append(("picture", kept)) }
        return Call(
            "POST", "/album", fields: [("Content-Type", Self.type), ("Accept", accept)], body: body(texts, file: file))
    }

    /// The value of the hidden field `picture` in the page's form.
    func kept(in reply: Reply) throws -> String {
        let page = String(decoding: reply.body, as: UTF8.self)
        let found = try #require(page.firstMatch(of: #/type="hidden" name="picture" value="([0-9a-f]{32}/[^"]*)"/#))
        return String(found.1)
    }

    let content = [UInt8](0...255) + Array("\r\n--b-\r\n".utf8)

    // MARK: - Forms

    @Test(arguments: Transport.allCases)
    func `a file reaches its handler with its name, type and content`(transport: Transport) async throws {
        let folder = try Folder()
        try await serve(transport, in: folder) { visitor, seen, _ in
            let page = try await visitor.get("/album", accept: "text/html")
            let html = String(decoding: page.body, as: UTF8.self)
            #expect(html.contains("enctype=\"multipart/form-data\""))
            #expect(
                html.contains("<input type=\"file\" id=\"field-picture\" name=\"picture\" required accept=\"image/*\""))
            #expect(try await visitor.send(hang("Dawn", file: ("a/b\\dawn.png", content))).status == 303)
            #expect(
                seen.all == [
                    Seen.File(
                        title: "Dawn", name: "dawn.png", type: "image/png", byteCount: content.count,
                        content: Data(content))
                ])
        }
        await folder.waitUntilEmpty()
    }

    @Test(arguments: Transport.allCases)
    func `RFC 9110 §15.5.21: a form with 422 keeps its file, which need not be sent again`(
        transport: Transport
    ) async throws {
        let folder = try Folder()
        try await serve(transport, in: folder) { visitor, seen, _ in
            let reply = try await visitor.send(hang("wrong", file: ("dawn & \"dusk\".png", content)))
            #expect(reply.status == 422)
            let html = String(decoding: reply.body, as: UTF8.self)
            #expect(html.contains("dawn &amp; \"dusk\".png is kept."))
            #expect(!html.contains("name=\"picture\" required"))
            #expect(seen.all.isEmpty)
            let kept = try kept(in: reply).replacing("&amp;", with: "&").replacing("&quot;", with: "\"")
            #expect(try await visitor.send(hang("Dawn", file: nil, kept: kept)).status == 303)
            #expect(seen.all.map(\.content) == [Data(content)])
            #expect(seen.all.map(\.name) == ["dawn & \"dusk\".png"])
        }
    }

    @Test func `a newly chosen file replaces the kept one`() async throws {
        try await serve(.memory, in: try Folder()) { visitor, seen, _ in
            let kept = try kept(in: try await visitor.send(hang("wrong", file: ("old.png", [1]))))
            #expect(try await visitor.send(hang("Dawn", file: ("new.png", [2, 3]), kept: kept)).status == 303)
            #expect(seen.all.map(\.name) == ["new.png"])
            #expect(seen.all.map(\.byteCount) == [2])
        }
    }

    @Test func `scripts get the body's media type, and can refer to a kept file in a plain form`() async throws {
        try await serve(.memory, in: try Folder()) { visitor, seen, _ in
            let entity = try await visitor.get("/album", accept: "application/vnd.siren+json")
            let siren = String(decoding: entity.body, as: UTF8.self)
            #expect(siren.contains(#""type":"multipart/form-data""#))
            let start = #"{"name":"picture","type":"file","title":"Picture","value":"","#
            #expect(siren.contains(start + #""required":true,"accept":"image/*"}"#))
            let kept = try kept(in: try await visitor.send(hang("wrong", file: ("a.png", [7]))))
            let reply = try await visitor.post("/album", "action=hang-picture&title=Dawn&picture=\(kept)")
            #expect(reply.status == 303)
            #expect(seen.all.map(\.content) == [Data([7])])
        }
    }

    @Test func `a visitor performs a Siren action with a file field`() async throws {
        try await serve(.memory, in: try Folder()) { visitor, seen, _ in
            let entity = try await visitor.siren("/album")
            let error = await #expect(throws: VisitorError.self) {
                try await visitor.perform("hang-picture", of: entity, fields: ["title": "Dawn"])
            }
            #expect(error?.description.contains("422") == true, "\(error.debugDescription)")
            let kept = try kept(in: try await visitor.send(hang("wrong", file: ("a.png", [7]))))
            try await visitor.perform("hang-picture", of: entity, fields: ["title": "Dawn", "picture": kept])
            #expect(seen.all.map(\.content) == [Data([7])])
        }
    }

    @Test func `scripts get the kept files in a 422 and need not send them again`() async throws {
        try await serve(.memory, in: try Folder()) { visitor, seen, _ in
            let refused = try await visitor.send(hang("wrong", file: ("a b.png", [7]), accept: "application/json"))
            #expect(refused.status == 422)
            let problem = try JSON.decode(Refusal.self, from: refused.body)
            let kept = try #require(problem.kept)
            #expect(kept.map(\.name) == ["picture"])
            #expect(try await visitor.send(hang("Dawn", file: nil, kept: kept[0].value)).status == 303)
            #expect(seen.all.map(\.name) == ["a b.png"])
            let missing = try await visitor.send(hang("wrong", file: nil, accept: "application/json"))
            #expect(missing.status == 422)
            #expect(try JSON.decode(Refusal.self, from: missing.body).kept == nil)
        }
    }

    @Test func `a 409 for a script names the kept file`() async throws {
        try await serve(.memory, in: try Folder()) { visitor, seen, _ in
            let texts = [("action", "hang-picture"), ("title", "Dawn"), ("_at", "99")]
            let call = Call(
                "POST", "/album", fields: [("Content-Type", Self.type), ("Accept", "application/json")],
                body: body(texts, file: ("a.png", [7])))
            let stale = try await visitor.send(call)
            #expect(stale.status == 409)
            let kept = try #require(try JSON.decode(Refusal.self, from: stale.body).kept)
            #expect(try await visitor.send(hang("Dawn", file: nil, kept: kept[0].value)).status == 303)
            #expect(seen.all.map(\.name) == ["a.png"])
        }
    }

    private struct Refusal: Decodable {
        struct Kept: Decodable {
            var name: String
            var value: String
        }

        var kept: [Kept]?
    }

    @Test(arguments: [nil, "x", "0123456789abcdef0123456789abcdef", "../../etc/passwd", ""])
    func `an invalid reference to a file is ignored, and a file is required`(token: String?) async throws {
        try await serve(.memory, in: try Folder()) { visitor, seen, _ in
            let reply = try await visitor.send(hang("Dawn", file: nil, kept: token))
            #expect(reply.status == 422)
            let html = String(decoding: reply.body, as: UTF8.self)
            #expect(html.contains("Please choose a file for “Picture”."))
            #expect(!html.contains("is kept"))
            #expect(seen.all.isEmpty)
        }
    }

    @Test func `an uploaded file can be empty`() async throws {
        try await serve(.memory, in: try Folder()) { visitor, seen, _ in
            let reply = try await visitor.send(hang("Dawn", file: ("empty.png", [])))
            #expect(reply.status == 303)
            #expect(seen.all.map(\.byteCount) == [0])
        }
    }
}
