import Cairn
import Testing

@testable import CairnTesting

@Suite("CSP Level 3, Fetch, HTML, RFC 9110 §17: security headers") struct SecurityHeaderTests {
    /// Runs `body` with responses of apps, files and endpoints, including errors.
    private func withReplies(_ body: ([Reply]) throws -> Void) async throws {
        try await Visitor.atDesk { visitor in
            let siren = try await visitor.get("/desk", accept: "application/json")
            let tag = try #require(siren["ETag"])
            try body([
                siren, try await visitor.get("/", accept: "text/html"),
                try await visitor.get("/", accept: "application/json"),
                try await visitor.get("/desk", accept: "text/html"),
                try await visitor.get("/desk", accept: "image/png"),
                try await visitor.get("/desk", accept: "application/json", [("If-None-Match", tag)]),
                try await visitor.get("/desk", accept: "application/json", [("If-Match", "\"x\"")]),
                try await visitor.get("/desk/order", accept: "text/html"),
                try await visitor.get("/desk/nowhere", accept: "text/html"),
                try await visitor.get("/desk/nowhere", accept: "application/json"),
                try await visitor.get("/desk/broken", accept: "text/html"),
                try await visitor.get("/nowhere", accept: "text/html"),
                try await visitor.get("/nowhere", accept: "application/json"), try await visitor.get("/healthz"),
                try await visitor.get("/cairn.css"), try await visitor.get("/cairn.css", [("Range", "bytes=0-1")]),
                try await visitor.get("/cairn.css", [("Range", "bytes=99999999-")]),
                try await visitor.get("/cairn.css", [("If-Match", "\"x\"")]),
                try await visitor.send(Call("PUT", "/cairn.css")),
                try await visitor.send(Call("OPTIONS", "/cairn.css")),
                try await visitor.send(Call("PUT", "/desk")), try await visitor.send(Call("OPTIONS", "/desk")),
                try await visitor.send(Call("PUT", "/")), try await visitor.send(Call("OPTIONS", "*")),
                try await visitor.send(Call("CONNECT", "a:1")), try await visitor.send(Call("HEAD", "/desk")),
                try await visitor.post("/desk", "", accept: "text/html"),
                try await visitor.post("/desk", "action=x", accept: "text/html"),
                try await visitor.post("/desk", "action=back", accept: "text/html"),
                try await visitor.post("/desk/order", "action=order", accept: "text/html"),
                try await visitor.post("/desk", "action=increment", [("Sec-Fetch-Site", "cross-site")]),
                try await visitor.post("/desk", "action=increment"),
            ])
        }
    }

    private func withPages(_ body: (Reply) throws -> Void) async throws {
        try await withReplies { replies in
            let pages = replies.filter { $0["Content-Type"]?.hasPrefix("text/html") == true && !$0.body.isEmpty }
            #expect(pages.count > 8)
            for page in pages { try body(page) }
        }
    }

    @Test func `Fetch: no response can be sniffed or embedded by other sites`() async throws {
        try await withReplies { replies in
            for reply in replies {
                #expect(reply.values(of: "X-Content-Type-Options") == ["nosniff"], "\(reply.status) \(reply.fields)")
                #expect(
                    reply.values(of: "Cross-Origin-Resource-Policy") == ["same-origin"],
                    "\(reply.status) \(reply.fields)")
            }
        }
    }

    @Test func `Referrer Policy: other sites do not get the URL`() async throws {
        try await withReplies { replies in
            for reply in replies {
                #expect(reply.values(of: "Referrer-Policy") == ["same-origin"], "\(reply.status) \(reply.fields)")
            }
        }
    }

    @Test func `CSP Level 3: a page allows no script, no inline style, and nothing from other sites`() async throws {
        try await withPages { page in
            let policies = page.values(of: "Content-Security-Policy")
            try #require(policies.count == 1)
            let directives = policies[0].split(separator: ";").map { directive in
                directive.split(separator: " ").map(String.init)
            }
            #expect(
                directives == [
                    ["default-src", "'none'"], ["style-src", "'self'"], ["img-src", "'self'"],
                    ["form-action", "'self'"], ["base-uri", "'none'"], ["frame-ancestors", "'none'"],
                ])
        }
    }

    @Test func `CSP Level 3: a page contains nothing that its policy forbids`() async throws {
        try await withPages { page in
            for element in try Markup.parse(page.text).all({ _ in true }) {
                #expect(!["script", "style", "base", "iframe", "object", "embed"].contains(element.name))
                #expect(
                    !element.attributes.keys.contains { $0 == "style" || $0.hasPrefix("on") }, "\(element.attributes)")
                for target in [element["href"], element["src"], element["action"]].compactMap(\.self) {
                    #expect(target.hasPrefix("/") && !target.hasPrefix("//") || target.hasPrefix("#"), "\(target)")
                }
            }
        }
    }

    @Test func `RFC 7034 §2.1: no page can be framed`() async throws {
        try await withPages { #expect($0.values(of: "X-Frame-Options") == ["DENY"]) }
    }

    @Test func `HTML: no page shares its window with a page of another site (COOP)`() async throws {
        try await withPages { #expect($0.values(of: "Cross-Origin-Opener-Policy") == ["same-origin"]) }
    }

    @Test func `Permissions Policy: pages disable the features that they do not need`() async throws {
        try await withPages { page in
            let policy = try #require(page["Permissions-Policy"])
            for feature in ["camera", "geolocation", "microphone", "payment", "usb"] {
                #expect(policy.contains("\(feature)=()"), "\(policy)")
            }
        }
    }

    @Test func `RFC 9110 §17.12, §10.2.4: no response names the software`() async throws {
        try await withReplies { replies in
            for reply in replies {
                for name in ["Server", "X-Powered-By", "Via"] {
                    #expect(reply[name] == nil, "\(reply.status) \(reply.fields)")
                }
            }
        }
    }

    private static let evil = "\"'><script>alert(1)</script>"
    private static let encoded = "%22%27%3E%3Cscript%3Ealert(1)%3C/script%3E"

    @Test(arguments: ["text/html", "application/json"])
    func `RFC 9110 §17.4: no text of a request is markup in an error page`(accept: String) async throws {
        try await Visitor.atDesk { visitor in
            let replies = [
                try await visitor.get("/" + Self.evil, accept: accept),
                try await visitor.get("/desk/" + Self.evil, accept: accept),
                try await visitor.get("/desk/" + Self.encoded, accept: accept),
                try await visitor.get("/desk/drawer:" + Self.evil, accept: accept),
                try await visitor.get("/desk?at=" + Self.evil, accept: accept),
                try await visitor.get("/desk", accept: accept, [("Cookie", "cairn-desk=" + Self.evil)]),
                try await visitor.get("/desk", accept: accept, [("If-Match", Self.evil)]),
                try await visitor.post("/desk", "action=" + Self.encoded, accept: accept),
                try await visitor.post("/desk", "action=increment&_at=" + Self.encoded, accept: accept),
                try await visitor.post("/desk", "action=increment&_once=" + Self.encoded, accept: accept),
                try await visitor.post("/desk", "action=open-drawer&drawer=" + Self.encoded, accept: accept),
                try await visitor.post("/desk", "action=open-drawer%3F\(Self.encoded)%3D1", accept: accept),
                try await visitor.post("/desk", "\(Self.encoded)=1&\(Self.encoded)=2", accept: accept),
                try await visitor.post(
                    "/desk/order", "action=order&item=\(Self.encoded)&amount=\(Self.encoded)", accept: accept),
                try await visitor.post("/desk", Self.evil, accept: accept, [("Content-Type", "a/" + Self.evil)]),
                try await visitor.post("/desk", "action=increment", accept: accept, [("Origin", Self.evil)]),
            ]
            for reply in replies {
                // In JSON the text is harmless, as long as no client parses the response as HTML.
                if reply["Content-Type"]?.hasPrefix("text/html") == true {
                    #expect(!reply.text.contains("<script"), "\(reply.text)")
                    _ = try Markup.parse(reply.text)
                } else {
                    #expect(reply["Content-Type"] == nil || reply["Content-Type"]?.contains("json") == true)
                }
                #expect(reply.fields.allSatisfy { !$0.value.contains("script>") }, "\(reply.fields)")
            }
        }
    }

    @Test func `RFC 9112 §11.1: no text of a request can split a response header`() async throws {
        try await Visitor.atDesk { visitor in
            let split = "%0d%0aSet-Cookie:%20evil=1"
            for reply in [
                try await visitor.get("/" + split), try await visitor.get("/desk/" + split),
                try await visitor.post("/desk/" + split, "action=increment"),
                try await visitor.post("/desk", "action=increment" + split),
                try await visitor.post(
                    "/desk", "action=open-drawer%3Fdrawer%3D1" + split, [("Prefer", "return=representation")]),
            ] {
                #expect(reply.fields.allSatisfy { !$0.value.contains("evil") }, "\(reply.fields)")
            }
        }
    }
}
