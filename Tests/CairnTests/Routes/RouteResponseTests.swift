import CairnTesting
import Foundation
import Testing

@testable import Cairn

@Suite("Responses of routes") struct RouteResponseTests {
    /// The reply to a GET of a route that responds with `response`.
    private func reply(
        _ fields: [(String, String)] = [], accept: String = "*/*", outsideHosts: [String] = [],
        log: Log = Log(isQuiet: true),
        _ respond: @escaping @Sendable () async throws -> RouteResponse
    ) async throws -> Reply {
        let app = Office.hosted(outsideHosts: outsideHosts).get("a/b", behind: nil) { (_: Office, _) in
            try await respond()
        }
        var reply: Reply?
        try await Transport.memory.serve([app], log: log) { wire in
            reply = try await Visitor(wire).get("/office/a/b", accept: accept, fields)
        }
        return try #require(reply)
    }

    private struct Ticket: Encodable {
        var id = 7
        var title = "A \"quote\" & ü\n"
        var weight = 0.5
        var large = UInt64.max
        var isOpen = true
        var owner: String?
        var tags = ["a", "b"]
        var nested: [String: [Int?]] = ["x": [1, nil]]
    }

    @Test func `a value is encoded as JSON`() async throws {
        let reply = try await reply { try .json(Ticket()) }
        #expect(reply["content-type"] == "application/json")
        #expect(
            reply.text == #"{"id":7,"title":"A \"quote\" & ü\n","weight":0.5,"large":18446744073709551615,"#
                + #""isOpen":true,"tags":["a","b"],"nested":{"x":[1,null]}}"#, "\(reply.text)")
    }

    @Test(arguments: ["1", "null", "[]", "{}", "\"a\"", "1e-07"])
    func `values outside of objects are encoded as JSON`(expected: String) throws {
        let bytes =
            switch expected {
            case "1": try JSONEncoding.bytes(of: 1)
            case "null": try JSONEncoding.bytes(of: Int?.none)
            case "[]": try JSONEncoding.bytes(of: [Int]())
            case "{}": try JSONEncoding.bytes(of: [String: Int]())
            case "\"a\"": try JSONEncoding.bytes(of: "a")
            default: try JSONEncoding.bytes(of: 1e-7)
            }
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func `a number without a JSON form is an error`() async throws {
        #expect(throws: EncodingError.self) { try JSONEncoding.bytes(of: [Double.infinity]) }
        #expect(try await reply { try .json(["x": Double.nan]) }.status == 500)
    }

    @Test func `by default a response is not cached, not sniffed, and varies with the cookie`() async throws {
        let text = try await reply { .text("a") }
        #expect(text["cache-control"] == "no-store" && text["x-content-type-options"] == "nosniff")
        #expect(text["vary"] == "Cookie" && text["content-security-policy"] == nil)
        #expect(text["cross-origin-resource-policy"] == "same-origin")
    }

    @Test(arguments: [
        "text/html", "TEXT/HTML; charset=utf-8", "image/svg+xml", "application/xhtml+xml", "text/xml", "text/xsl",
        "multipart/x-mixed-replace; boundary=a", "text/plain;x,text/html", "unknown",
    ])
    func `a document that can contain scripts is sandboxed`(type: String) async throws {
        let reply = try await reply { .text("<script>", type: type) }
        #expect(reply["content-security-policy"] == "default-src 'none'; sandbox")
        let own = try await self.reply {
            try .text("a", type: type).field("Content-Security-Policy", "default-src 'self'")
        }
        #expect(own.values(of: "content-security-policy") == ["default-src 'self'"])
        let changed = try await self.reply { try .text("<script>").field(.contentType, type) }
        #expect(changed["content-security-policy"] == "default-src 'none'; sandbox")
    }

    @Test(arguments: ["text/plain", "text/csv; charset=utf-8", "application/json", "image/png", "application/zip"])
    func `a document without scripts is not sandboxed`(type: String) async throws {
        #expect(try await reply { .text("a", type: type) }["content-security-policy"] == nil)
    }

    @Test func `a long array and an object with many names become JSON in linear time`() async throws {
        let numbers = Array(0..<100_000)
        #expect(try await reply { try .json(numbers) }.text.hasSuffix(",99999]"))
        let names = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("name\($0)", $0) })
        #expect(try await reply { try .json(names) }.text.contains("\"name19999\":19999"))
    }

    @Test func `own fields replace the default ones and can repeat`() async throws {
        let reply = try await reply {
            try .text("a").field(.cacheControl, "max-age=60").field(.link, "</a>").field(.link, "</b>")
                .status(.created)
        }
        #expect(reply.status == 201 && reply.values(of: "cache-control") == ["max-age=60"])
        #expect(reply.values(of: "link") == ["</a>", "</b>"])
    }

    @Test(arguments: [
        ("X-Note", "a\r\nSet-Cookie: b=1"), ("X-Note", "a\nb"), ("X-Note", "a\u{0}"), ("Connection", "close"),
        ("Transfer-Encoding", "chunked"), ("Content-Length", "3"), ("Keep-Alive", "a"), ("Upgrade", "h2c"), ("TE", "a"),
        ("Trailer", "a"), ("Proxy-Connection", "close"), ("Proxy-Authenticate", "a"), ("Date", "a"), ("Location", "/"),
        ("Access-Control-Allow-Origin", "*"), ("Set-Cookie", "cairn-office=1"), ("Set-Cookie", " \tcairn-office=1"),
        ("set-cookie", "__Host-cairn-a=1"),
    ])
    func `a field that could change the framing or the session is an error, and is not sent`(
        name: String, value: String
    ) async throws {
        let lines = LogLines()
        let field = try #require(FieldName(name))
        let reply = try await reply(log: lines.log()) { try .text("a").field(field, value) }
        #expect(reply.status == 500)
        #expect(lines.diagnostics.contains { $0.contains("A route cannot set the field \(name)") })
        #expect(!reply.fields.contains { $0.value == value })
    }

    @Test func `an invalid media type is an error`() async throws {
        #expect(try await reply { .text("a", type: "text/plain\r\nX: y") }.status == 500)
    }

    @Test(arguments: [
        ("a.csv", #"attachment; filename="a.csv""#),
        ("Zoë \"x\".csv", #"attachment; filename="Zo_ _x_.csv"; filename*=UTF-8''Zo%C3%AB%20%22x%22.csv"#),
        ("a\r\nb/..\\c", #"attachment; filename="a__b_.._c"; filename*=UTF-8''a%0D%0Ab%2F..%5Cc"#),
    ])
    func `RFC 6266: a download has a name in any characters`(name: String, value: String) async throws {
        #expect(try await reply { .text("a").download(as: name) }["content-disposition"] == value)
    }

    // MARK: - Redirects

    @Test(arguments: [
        ("/queue", "/office/queue"), ("", "/office"), ("/", "/office"), ("/a b", "/office/a%20b"),
        ("/a?b=c d&e", "/office/a?b=c%20d&e="), ("?b=c", "/office?b=c"),
    ])
    func `a redirect leads to a location of the app`(path: String, url: String) async throws {
        let reply = try await reply { .redirect(to: path) }
        #expect(reply.status == 303 && reply["location"] == url)
    }

    @Test func `a redirect that would leave the site is an error`() async throws {
        #expect(try await reply { .redirect(to: "https://evil.example") }.status == 500)
        #expect(try await reply { .redirect(to: "queue") }.status == 500)
        let app = Office.hosted().get("a", behind: nil) { (_: Office, _) in .redirect(to: "//evil.example") }
        try await Transport.memory.serve([app], mountsAtRoot: true) { wire in
            let reply = try await Visitor(wire).get("/a")
            #expect(reply.status == 500)
        }
    }

    @Test func `a redirect to another site needs an allowed host`() async throws {
        let url = "https://example.org/a?b=c"
        let reply = try await reply(outsideHosts: ["example.org"]) { .redirect(toOutside: url) }
        #expect(reply.status == 303 && reply["location"] == url)
        for url in ["https://evil.example/", "http://example.org/", "https://example.org@evil.example/"] {
            let refused = try await self.reply(outsideHosts: ["example.org"]) { .redirect(toOutside: url) }
            #expect(refused.status == 409 && refused["location"] == nil)
        }
    }

    @Test func `an action can answer with a download`() async throws {
        let app = { [Office.hosted().get("report.txt", handler: officeReport)] }
        try await Visitor.each(apps: app) { visitor in
            try await visitor.enterOffice()
            let page = try visitor.page
            let reply = try await visitor.send(try visitor.call(for: try page.button("Fetch")))
            #expect(reply.status == 303 && reply["location"] == "/office/report.txt")
            #expect(try await visitor.get("/office/report.txt").text == "Ada: 0")
            // The page is still usable.
            #expect(try await visitor.click("Count").texts.first == "Tickets: 1")
        }
    }

    // MARK: - Errors

    private struct Refused: PresentableError {
        var statusCode: Int { 422 }
        var alert: Alert { Alert(title: "Not today", message: "The office is closed.") }
    }

    @Test func `each kind of error has its response`() async throws {
        let lines = LogLines()
        let json = "application/json"
        let notFound = try await reply(accept: json) { throw NavigationError.notFound }
        #expect(notFound.status == 404)
        #expect(try notFound.problem.type == "urn:cairn:problem:not-found")
        let refused = try await reply(accept: json) { throw Refused() }
        #expect(refused.status == 422)
        #expect(try refused.problem.title == "Not today" && refused.problem.detail == "The office is closed.")
        let page = try await reply(accept: "text/html") { throw Refused() }
        #expect(page.status == 422 && page.text.contains("Not today") && page.text.hasPrefix("<!doctype html>"))
        let invalid = try await reply(accept: json) { throw RouteError.invalidRequest("No year.") }
        #expect(invalid.status == 400)
        #expect(try invalid.problem.detail == "No year.")
        let limited = try await reply(accept: json) { throw RouteError.tooManyRequests(retryAfter: 30) }
        #expect(limited.status == 429 && limited["retry-after"] == "30")
        #expect(try await reply { throw RouteError.unsupportedMediaType }.status == 415)
        #expect(lines.diagnostics.isEmpty)
        let failed = try await reply(accept: json, log: lines.log()) { throw Failure() }
        #expect(failed.status == 500)
        let detail = try #require(try failed.problem.detail)
        let line = try #require(lines.diagnostics.first { $0.contains("GET /office/a/b: Failure()") })
        let reference = try #require(line.split(separator: " ").last?.dropLast())
        #expect(detail.contains(reference))
    }
}
