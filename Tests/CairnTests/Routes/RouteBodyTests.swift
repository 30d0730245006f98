import Foundation
import Synchronization
import Testing

@testable import Cairn
@testable import CairnTesting

@Suite("Bodies of requests to routes", .timeLimit(.minutes(3))) struct RouteBodyTests {
    private static func app() -> [HostedApplication] {
        [
            Office.hosted()
                .post("import", behind: nil, maxBytes: 100) { (_: Office, request) in
                    let file = request.file("file").flatMap { FileManager.default.contents(atPath: $0.path) }
                    let content = file.map { String(decoding: $0, as: UTF8.self) } ?? "no file"
                    return .text("\(request.formValue("name") ?? "no name"), \(content), \(request.body.count)")
                }
                .webhook("github", maxBytes: 20) { request in
                    let signature = request.request.fields["X-Signature"] ?? ""
                    return .text(signature + " " + String(decoding: request.body, as: UTF8.self))
                }
        ]
    }

    private static func multipart(_ values: [(String, String)], file: String? = nil) -> Call {
        var files: [(name: String, file: MultipartEncoding.File?)] = []
        if let file { files.append(("file", .init(name: "a.csv", type: "text/csv", content: Array(file.utf8)))) }
        return Call(
            "POST", "/office/import", fields: [("Content-Type", MultipartEncoding.type), ("Accept", "text/csv")],
            body: MultipartEncoding.bytes(of: values.map { (name: $0.0, value: $0.1) }, files: files))
    }

    @Test func `a form, a file and a raw body reach the handler`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            let form = try await visitor.post("/office/import", "name=Z%C3%B6e&name=b", accept: "text/csv")
            #expect(form.text == "Zöe, no file, 20")
            let raw = try await visitor.post("/office/import", "{}", [("Content-Type", "application/json")])
            #expect(raw.text == "no name, no file, 2")
            #expect(try await visitor.post("/office/import", "").text == "no name, no file, 0")
        }
    }

    @Test(arguments: [(10, 200), (120, 413)])
    func `the texts of a multipart body count for the limit, also without a declared length`(length: Int, status: Int)
        async throws
    {
        try await Transport.socket.serve(Self.app()) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            let body = Self.multipart([("name", String(repeating: "a", count: length))]).body
            try await client.send(
                "POST /office/import HTTP/1.1\r\nHost: a\r\nContent-Type: \(MultipartEncoding.type)\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n\(String(body.count, radix: 16))\r\n")
            try await client.send(body + Array("\r\n0\r\n\r\n".utf8))
            let reply = try await client.reply()
            #expect(reply.status == status, "\(reply.text)")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a file is received, and deleted after the handler`(transport: Transport) async throws {
        let kept = Atomic(-1)
        let app = Office.hosted().post("import", behind: nil) { (_: Office, request) in
            let content = request.file("file").flatMap { FileManager.default.contents(atPath: $0.path) }
            return .bytes(Array(content ?? Data()), type: "text/csv")
        }
        try await transport.serve([app]) { wire in
            let reply = try await Visitor(wire).send(Self.multipart([("name", "x")], file: "1,2\n"))
            #expect(reply.status == 200 && reply.text == "1,2\n", "\(reply.text)")
            guard case .memory(let site) = wire.kind else { return kept.store(0, ordering: .relaxed) }
            kept.store(site.uploads.state.withLock { $0.files.count }, ordering: .relaxed)
        }
        #expect(kept.load(ordering: .relaxed) == 0)
    }

    @Test func `RFC 9110 §15.5.14: a body above the route's limit gets 413`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            let long = "name=" + String(repeating: "a", count: 96)
            #expect(try await visitor.post("/office/import", long).status == 413)
            #expect(try await visitor.post("/office/import", String(long.dropLast())).status == 200)
            let hook = try await visitor.post("/office/github", String(repeating: "a", count: 21))
            #expect(hook.status == 413)
            #expect(try hook.problem.type == "urn:cairn:problem:too-large")
            #expect(try await visitor.send(Self.multipart([], file: String(repeating: "a", count: 200))).status == 413)
        }
    }

    @Test(arguments: ["name=%", "name=%FF", "%zz=1"])
    func `a malformed form gets 400`(body: String) async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            let reply = try await visitor.post("/office/import", body)
            #expect(reply.status == 400)
            #expect(try reply.problem.type == "urn:cairn:problem:invalid-request")
        }
    }

    @Test func `a malformed multipart body gets 400, and a coded body 415`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            let type = ("Content-Type", "multipart/form-data; boundary=x")
            #expect(try await visitor.post("/office/import", "--x\r\n\r\nno end", [type]).status == 400)
            let coded = try await visitor.post("/office/import", "a", [("Content-Encoding", "gzip")])
            #expect(coded.status == 415 && coded["accept-encoding"] == "identity")
        }
    }

    // MARK: - Other sites

    @Test(arguments: [
        ([("Sec-Fetch-Site", "same-origin")], 200), ([], 200), ([("Origin", "http://cairn.test")], 200),
        ([("Sec-Fetch-Site", "cross-site")], 403), ([("Sec-Fetch-Site", "same-site")], 403),
        ([("Origin", "https://evil.example")], 403), ([("Origin", "null")], 403),
    ])
    func `a POST of another site is refused, as it is for a screen`(fields: [(String, String)], status: Int)
        async throws
    {
        let calls = Atomic(0)
        let app = {
            [
                Office.hosted().post("import", behind: nil) { (_: Office, _) in
                    calls.add(1, ordering: .relaxed)
                    return .text("done")
                }
            ]
        }
        try await Visitor.each(apps: app) { visitor in
            let reply = try await visitor.post("/office/import", "name=a", fields)
            #expect(reply.status == status)
            var upload = Self.multipart([("name", "a")], file: "1")
            upload.fields += fields.map { (name: $0.0, value: $0.1) }
            #expect(try await visitor.send(upload).status == status)
        }
        #expect(calls.load(ordering: .relaxed) == (status == 200 ? 4 : 0))
    }

    @Test func `a webhook gets the raw body of any sender, and no session`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            let fields = [
                ("Origin", "https://github.com"), ("Sec-Fetch-Site", "cross-site"), ("X-Signature", "s"),
                ("Content-Type", "application/json"),
            ]
            let reply = try await visitor.post("/office/github", "{\"a\": %zz}", fields)
            #expect(reply.status == 200 && reply.text == "s {\"a\": %zz}")
            #expect(reply["vary"] == nil && reply["set-cookie"] == nil)
            let form = try await visitor.post("/office/github", "payload=%zz", [("X-Signature", "t")])
            #expect(form.text == "t payload=%zz")
        }
    }

    @Test func `a webhook takes no multipart body, because its octets are not kept`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            let type = ("Content-Type", "multipart/form-data; boundary=x")
            let reply = try await visitor.post("/office/github", "--x--", [type])
            #expect(reply.status == 415)
        }
    }
}
