import Cairn
import CairnTesting
import Foundation
import HTTPProtocol
import Testing

@Suite("Refused changes of a stack") struct StackRefusalTests {
    private static let shelf = "/books/shelf/~stack"

    /// The problem's type without its prefix, and its index.
    private func refusal(_ reply: Reply) throws -> (status: Int, name: String?, index: Int?) {
        let problem = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        let type = problem?["type"] as? String
        #expect(reply["Content-Type"] == "application/problem+json" && reply["Cache-Control"] == "no-store")
        return (reply.status, type.map { String($0.dropFirst("urn:cairn:problem:".count)) }, problem?["index"] as? Int)
    }

    private func link(_ relation: String, in reply: Reply) throws -> String? {
        struct Links: Decodable { var links: [Siren.Link] }
        return try JSONDecoder().decode(Links.self, from: Data(reply.body)).links
            .first { $0.rel == ["urn:cairn:" + relation] }?.href
    }

    // MARK: - The body

    @Test(arguments: [
        ("application/x-www-form-urlencoded", 415), ("text/plain", 415), (nil, 415), ("multipart/form-data", 415),
        ("application/jsonx", 415), ("application/json; charset=utf-8", 303), ("Application/JSON", 303),
        ("application/vnd.siren+json", 303),
    ])
    func `RFC 9110 §15.5.16: only JSON is read, and other media types get 415 with Accept`(
        type: String?, status: Int
    ) async throws {
        try await Visitor.ofBooks { visitor in
            let reply = try await visitor.put(Self.shelf, stackBody(["list", "book:1"]), type: type)
            #expect(reply.status == status)
            guard status == 415 else { return }
            #expect(reply["Accept"] == "application/json, application/vnd.siren+json")
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test func `RFC 9110 §8.4: a content coding gets 415`() async throws {
        try await Visitor.ofBooks { visitor in
            let reply = try await visitor.put(Self.shelf, stackBody(["list"]), [("Content-Encoding", "gzip")])
            #expect(reply.status == 415 && reply["Accept-Encoding"] == "identity")
        }
    }

    @Test(arguments: [
        "", "null", "[]", "[\"list\"]", "{}", "{\"routes\":\"list\"}", "{\"routes\":[1]}", "{\"routes\":[null]}",
        "{\"routes\":{}}", "{\"routes\":[\"list\",]}", "{\"routes\":[\"list\"]", "{\"routes\":[\"list\"]}x",
        "{\"routes\":[\"list\"],\"routes\":[\"list\"]}", "{\"routes\":[\"list\"],\"entities\":[]}",
        "{\"entities\":[{}]}", "{\"entities\":[\"list\"]}", "{\"entities\":[{\"properties\":{\"index\":1}}]}",
        "{\"entities\":[{\"properties\":{\"route\":\"list\",\"route\":\"list\"}}]}",
        "{\"entities\":[{\"properties\":{\"route\":7}}]}", "{\"routes\":[\"a\\u0000\nb\"]}",
        "{\"routes\":[\"\\ud800\"]}",
    ])
    func `a body that is not such a document gets 400 and changes nothing`(body: String) async throws {
        try await Visitor.ofBooks { visitor in
            let (status, name, _) = try refusal(try await visitor.put(Self.shelf, body))
            #expect(status == 400 && name == "malformed-body")
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test func `a body that is not UTF-8, or nested very deep, gets 400`() async throws {
        try await Visitor.ofBooks { visitor in
            let bodies: [[UInt8]] = [
                Array("{\"routes\":[\"".utf8) + [0xFF] + Array("\"]}".utf8),
                Array(("{\"x\":" + String(repeating: "[", count: 500_000)).utf8),
                Array(("{\"x\":" + String(repeating: "{\"x\":", count: 100_000)).utf8),
            ]
            for body in bodies {
                let reply = try await visitor.send(
                    Call("PUT", Self.shelf, fields: [("Content-Type", "application/json")], body: body))
                #expect(try refusal(reply).status == 400)
            }
        }
    }

    @Test func `a body of 10 MB gets 413`() async throws {
        try await Transport.socket.serve([Books.hosted()]) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let client = try await SocketClient(port: port)
            try await client.send(
                "PUT \(Self.shelf) HTTP/1.1\r\nHost: cairn.test\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 10000000\r\n\r\n{\"routes\":[\"")
            #expect(try await client.reply().status == 413)
        }
    }

    // MARK: - The routes

    @Test(arguments: [
        ([], 422, "empty-stack", nil), (["list", "shelf:1"], 422, "no-such-route", 2), ([""], 422, "no-such-route", 1),
        (["list", "book:1", "book:x"], 422, "no-such-route", 3), (["list", "note"], 422, "no-such-route", 2),
        (["list", "~note"], 422, "no-such-route", 2), (["=list"], 422, "no-such-route", 1),
        (["list", "book:1/book:2"], 422, "no-such-route", 2), (["list", "named:a%2Fb"], 422, "no-such-route", 2),
        (["list", "named:a%0Ab"], 422, "no-such-route", 2), (["list", "named:a\\u0007"], 422, "no-such-route", 2),
        (["list", ".."], 422, "no-such-route", 2), (["list", "!_"], 422, "no-such-route", 2),
        (["list", "!w", "book:1"], 422, "no-such-route", 2), (["list", "named:%"], 422, "no-such-route", 2),
        (["list", "book:1", "book:5000"], 422, "no-such-route", 3), (["list", "book:900"], 422, "no-such-route", 2),
        (["list", "vault"], 403, "refused-route", 2), (["list", "vault", "shelf:1"], 403, "refused-route", 2),
        (["vault"], 403, "refused-route", 1),
    ])
    func `a list of routes that cannot be shown is refused with the first wrong index`(
        routes: [String], status: Int, name: String, index: Int?
    ) async throws {
        try await Visitor.ofBooks { visitor in
            let refused = try refusal(try await visitor.put(Self.shelf, stackBody(routes)))
            #expect(refused.status == status && refused.name == name && refused.index == index)
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test(arguments: [257, 10_000, 60_000]) func `more routes than a stack can hold get 422`(count: Int) async throws {
        try await Visitor.ofBooks { visitor in
            let routes = ["list"] + Array(repeating: "book:1", count: count - 1)
            let refused = try refusal(try await visitor.put(Self.shelf, stackBody(routes)))
            #expect(refused.status == 422 && refused.name == "too-deep")
            #expect(visitor.cookies.isEmpty)
            let most = try await visitor.put(Self.shelf, stackBody(Array(routes.prefix(256))))
            #expect(most.status == 303)
        }
    }

    @Test func `a refused route has a link to the screen that its guard shows instead`() async throws {
        try await Visitor.ofBooks { visitor in
            let reply = try await visitor.put(Self.shelf, stackBody(["list", "vault"]))
            let href = try link("instead", in: reply)
            #expect(href == "http://cairn.test/books/shelf/vault")
            #expect(try await visitor.visit("/books/shelf/vault").heading == "Log in")
            #expect(try await visitor.click("Log in").heading == "Vault")
            let allowed = try await visitor.put(Self.shelf, stackBody(["list", "book:1", "vault"]))
            #expect(allowed["Location"] == "/books/shelf/book:1/vault/~stack")
        }
    }

    // MARK: - The state

    @Test func `routes with typed text are removed only on demand`() async throws {
        try await Visitor.ofBooks { visitor in
            let reply = try await visitor.post("/books/shelf/form", "action=describe&text=Once")
            #expect(reply["Location"] == "/books/shelf/form/book:1")
            let url = "/books/shelf/form/book:1/~stack"
            let listed = try await visitor.siren(url).entities ?? []
            #expect(listed.map { $0.properties?.unsaved } == [false, true, false])
            #expect(try await visitor.delete(url + "/3-").status == 303)
            for call in [
                Call("DELETE", url + "/2-"),
                Call("PUT", url, fields: [("Content-Type", "application/json")], body: Array(stackBody(["list"]).utf8)),
            ] {
                let reply = try await visitor.send(call)
                #expect(try refusal(reply).name == "unsaved-changes" && reply.status == 409)
                #expect(reply.text.contains("\"indices\":[2]"))
                let anyway = try link("discard", in: reply)
                #expect(anyway == "http://cairn.test\(call.target)?discard=true")
                var again = call
                again.target += "?discard=true"
                #expect(try await visitor.send(again)["Location"] == Self.shelf)
            }
            // The page with the text is a version that Back leads to.
            #expect(try await visitor.visit("/books/shelf/form").fields.map(\.value) == ["Once"])
        }
    }

    @Test func `while an alert is shown the stack can only be read`() async throws {
        try await Visitor.ofBooks { visitor in
            _ = try await visitor.post("/books/shelf/book:1", "action=write-note")
            let shouted = try await visitor.post("/books/shelf", "action=shout", accept: "text/html")
            let page = try #require(shouted["Content-Location"] ?? shouted["Location"])
            let url = page.replacing("?", with: "/~stack?")
            #expect(url.hasPrefix(Self.shelf + "?at="))
            let stack = try await visitor.siren(url)
            #expect(stack.entities?.count == 1 && stack.actions?.isEmpty == true)
            let refused = try refusal(try await visitor.put(url, stackBody(["list", "book:1"])))
            #expect(refused.status == 409 && refused.name == "alert-shown")
        }
    }

    @Test func `a version that is not kept gets 409, and GET shows the address instead`() async throws {
        try await Visitor.ofBooks { visitor in
            _ = try await visitor.put(Self.shelf, stackBody(["list", "book:1"]))
            for url in [Self.shelf + "?at=77", Self.shelf + "?at=2"] {
                let refused = try refusal(try await visitor.put(url, stackBody(["list", "book:2"])))
                #expect(refused.status == 409 && refused.name == "stale-stack")
                #expect(try await visitor.siren(url).properties?.notice != nil)
            }
        }
    }

    @Test func `a session that is not known gets 409 and its cookie is deleted`() async throws {
        var id: String?
        try await Visitor.ofBooks { visitor in
            _ = try await visitor.put(Self.shelf, stackBody(["list", "book:1"]))
            id = visitor.cookies["cairn-books"]
        }
        let cookie = ("Cookie", "cairn-books=" + (try #require(id)))
        try await Visitor.ofBooks { visitor in
            let reply = try await visitor.put(Self.shelf, stackBody(["list", "book:2"]), [cookie])
            #expect(try refusal(reply).name == "stale-stack" && reply.status == 409)
            #expect(reply["Set-Cookie"]?.hasPrefix("cairn-books=; Max-Age=0") == true)
            let shown = try await visitor.get(Self.shelf, [cookie])
            #expect(shown["Set-Cookie"]?.hasPrefix("cairn-books=; Max-Age=0") == true)
            #expect(try shown.siren.properties?.notice == "Your earlier session has ended. You can continue from here.")
        }
    }

    @Test(arguments: [HistoryPolicy.branch, .once, .reject])
    func `the history policy decides about a change of an older version`(policy: HistoryPolicy) async throws {
        try await Visitor.ofBooks(policy: policy) { visitor in
            _ = try await visitor.post("/books/shelf", "action=take-book&book=1")
            _ = try await visitor.post("/books/shelf/book:1", "action=take-book&book=2")
            let older = "/books/shelf/book:1/~stack?at=2"
            let first = try await visitor.put(older, stackBody(["list", "book:5"]))
            guard policy != .reject else {
                #expect(try refusal(first).name == "stale-stack")
                #expect(
                    try link("stack", in: first) == "http://cairn.test/books/shelf/book:1/book:2/~stack")
                return
            }
            #expect(first["Location"] == "/books/shelf/book:5/~stack")
            _ = try await visitor.post("/books/shelf/book:5", "action=write-note")
            let again = try await visitor.put(older, stackBody(["list", "book:5"]))
            #expect(again.status == 303)
            let notice = try await visitor.siren("/books/shelf/book:5?at=6").properties?.notice
            #expect((notice == nil) == (policy == .branch), "once is performed once from each version")
        }
    }

    // MARK: - Conditions and other sites

    @Test func `RFC 9110 §13.1: a change is made only on the representation that the client has seen`() async throws {
        try await Visitor.ofBooks { visitor in
            let tag = try #require(try await visitor.get(Self.shelf)["ETag"])
            let body = stackBody(["list", "book:1"])
            for (fields, status) in [
                ([("If-Match", "\"other\"")], 412), ([("If-Match", "W/" + tag)], 412), ([("If-None-Match", "*")], 412),
                ([("If-None-Match", tag)], 412),
            ] {
                let reply = try await visitor.put(Self.shelf, body, fields)
                #expect(reply.status == status && reply["ETag"] == tag, "\(fields)")
                #expect(visitor.cookies.isEmpty)
            }
            #expect(try await visitor.put(Self.shelf, body, [("If-Match", "\"x\", " + tag)]).status == 303)
            let url = "/books/shelf/book:1/~stack"
            let part = try #require(try await visitor.get(url + "/2-")["ETag"])
            #expect(part != tag)
            #expect(try await visitor.delete(url + "/2-", [("If-Match", tag)]).status == 412)
            #expect(try await visitor.get(url + "/2-", [("If-None-Match", part)]).status == 304)
            #expect(try await visitor.get(url + "/2-", [("If-Match", tag)]).status == 412)
            #expect(try await visitor.delete(url + "/2-", [("If-Match", part)]).status == 303)
        }
    }

    @Test(arguments: [
        ([("Sec-Fetch-Site", "cross-site")], false), ([("Sec-Fetch-Site", "same-site")], false),
        ([("Origin", "http://evil.example")], false), ([("Origin", "null")], false),
        ([("Sec-Fetch-Site", "same-origin")], true), ([("Origin", "http://cairn.test")], true),
    ])
    func `RFC 9110 §15.5.4: a change from another site gets 403`(
        fields: [(String, String)], passes: Bool
    ) async throws {
        try await Visitor.ofBooks { visitor in
            let put = try await visitor.put(Self.shelf, stackBody(["list", "book:1"]), fields)
            #expect(put.status == (passes ? 303 : 403))
            let delete = try await visitor.delete("/books/shelf/book:1/~stack/2-", fields)
            #expect(delete.status == (passes ? 303 : 403))
            #expect(visitor.cookies.isEmpty == !passes)
            let preflight = try await visitor.send(Call("OPTIONS", Self.shelf, fields: fields))
            #expect(preflight.fields.allSatisfy { !$0.name.lowercased().hasPrefix("access-control") })
        }
    }

    @Test(arguments: [("?1", 403), ("yes", 400), ("?0", 303)])
    func `a change with a dry run is not made`(value: String, status: Int) async throws {
        try await Visitor.ofBooks { visitor in
            let reply = try await visitor.put(
                Self.shelf, stackBody(["list", "book:1"]), [("Cairn-Dry-Run", value)])
            #expect(reply.status == status)
            #expect(visitor.cookies.isEmpty == (status != 303))
        }
    }
}
