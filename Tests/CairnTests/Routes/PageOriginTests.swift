import Cairn
import CairnTesting
import Testing

@Suite("WHATWG Fetch §3.2: screens for pages of other origins") struct PageOriginTests {
    private static let friend = ("Origin", "https://example.org")
    private static let stranger = ("Origin", "https://evil.example")
    private static let cross = ("Sec-Fetch-Site", "cross-site")
    private static let asked = [
        ("Access-Control-Request-Method", "POST"), ("Access-Control-Request-Headers", "content-type"),
    ]

    private static func office(_ origins: [String], sharingSessions: Bool = false) -> [HostedApplication] {
        [
            Office.hosted().allowing(origins: origins, sharingSessions: sharingSessions)
                .post("api", behind: nil, handler: officeReport)
        ]
    }

    private static func apps() -> [HostedApplication] { office(["https://example.org"]) }

    private static func fields(of reply: Reply) -> [String] {
        reply.fields.map { $0.name.lowercased() }.filter { $0.hasPrefix("access-control-") }
    }

    @Test func `without the app's permission nothing is shared`() async throws {
        try await Visitor.each(apps: { [Office.hosted()] }) { visitor in
            let reply = try await visitor.get("/office", accept: "application/json", [Self.friend])
            #expect(Self.fields(of: reply).isEmpty && !reply.values(of: "vary").contains("Origin"))
            #expect(try await Self.fields(of: visitor.options("/office", [Self.friend] + Self.asked)).isEmpty)
            let post = try await visitor.post("/office", "action=log-into-office&user=Ada", [Self.friend, Self.cross])
            #expect(post.status == 403)
        }
    }

    @Test func `Siren and problems name a listed origin, and HTML names none`() async throws {
        try await Visitor.each(apps: Self.apps) { visitor in
            for path in ["/office", "/office/nothing"] {
                let listed = try await visitor.get(path, accept: "application/json", [Self.friend])
                #expect(listed["access-control-allow-origin"] == "https://example.org", "\(path)")
                #expect(listed["access-control-allow-credentials"] == nil)
                #expect(listed.values(of: "vary").contains("Origin"))
                let other = try await visitor.get(path, accept: "application/json", [Self.stranger])
                #expect(Self.fields(of: other).isEmpty && other.values(of: "vary").contains("Origin"))
                let page = try await visitor.get(path, accept: "text/html", [Self.friend])
                #expect(Self.fields(of: page).isEmpty)
            }
        }
    }

    @Test(arguments: ["null", "https://example.org/", "example.org"])
    func `an origin that is not valid permits nothing`(origin: String) async throws {
        try await Visitor.each(apps: { Self.office([origin, "https://example.org"]) }) { visitor in
            for sent in [origin, "https://example.org"] {
                let reply = try await visitor.get("/office", accept: "application/json", [("Origin", sent)])
                #expect(reply["access-control-allow-origin"] == (sent == origin ? nil : sent))
                let post = try await visitor.post(
                    "/office", "action=log-into-office&user=Ada", accept: "application/json",
                    [("Origin", sent), Self.cross])
                #expect((post.status == 403) == (sent == origin), "\(post.status)")
            }
        }
    }

    @Test func `a preflight request is answered for listed origins`() async throws {
        try await Visitor.each(apps: Self.apps) { visitor in
            let reply = try await visitor.options("/office", [Self.friend] + Self.asked)
            #expect(reply.status == 204 && reply["access-control-allow-origin"] == "https://example.org")
            #expect(reply["access-control-allow-methods"] == "GET, HEAD, POST")
            #expect(reply["access-control-allow-headers"] == "content-type")
            #expect(reply["access-control-max-age"] == "600" && reply.values(of: "vary").contains("Origin"))
            #expect(try await Self.fields(of: visitor.options("/office", [Self.stranger] + Self.asked)).isEmpty)
            // A route has origins of its own.
            #expect(try await Self.fields(of: visitor.options("/office/api", [Self.friend] + Self.asked)).isEmpty)
        }
    }

    @Test func `a listed origin acts without the visitor's session, and cannot replace it`() async throws {
        try await Visitor.each(apps: Self.apps) { visitor in
            try await visitor.enterOffice()
            let cookies = visitor.cookies
            // The login screen offers the action to a visitor without a session.
            let foreign = try await visitor.post(
                "/office", "action=log-into-office&user=Eve", [Self.friend, Self.cross])
            #expect(foreign.status == 303 && foreign["set-cookie"] == nil)
            #expect(foreign["access-control-allow-origin"] == "https://example.org")
            // Only a session offers this.
            let count = try await visitor.post("/office", "action=count-ticket", [Self.friend, Self.cross])
            #expect(count.status >= 400)
            #expect(visitor.cookies == cookies)
            #expect(try await visitor.visit("/office").source.contains("Tickets: 0"))
        }
    }

    @Test func `others stay refused: strangers, forms that ask for a page, routes and stacks`() async throws {
        try await Visitor.each(apps: Self.apps) { visitor in
            let login = "action=log-into-office&user=Eve"
            #expect(try await visitor.post("/office", login, [Self.stranger, Self.cross]).status == 403)
            #expect(try await visitor.post("/office", login, [Self.cross]).status == 403)
            #expect(
                try await visitor.post("/office", login, [Self.friend, Self.stranger, Self.cross]).status == 403)
            #expect(
                try await visitor.post("/office", login, accept: "text/html", [Self.friend, Self.cross]).status == 403)
            #expect(try await visitor.post("/office/api", "", [Self.friend, Self.cross]).status == 403)
            let put = Call(
                "PUT", "/office/queue/~stack", fields: [Self.friend, Self.cross, ("Content-Type", "application/json")],
                body: Array("{\"routes\":[\"x\"]}".utf8))
            let refused = try await visitor.send(put)
            #expect([403, 404].contains(refused.status))
        }
    }

    @Test func `the star permits reading only`() async throws {
        try await Visitor.each(apps: { Self.office(["*"], sharingSessions: true) }) { visitor in
            let reply = try await visitor.get("/office", accept: "application/json", [Self.stranger])
            #expect(reply["access-control-allow-origin"] == "*" && reply["access-control-allow-credentials"] == nil)
            let post = try await visitor.post(
                "/office", "action=log-into-office&user=Eve", [Self.stranger, Self.cross])
            #expect(post.status == 403)
        }
    }

    @Test func `an app that shares its sessions lets a listed origin act for the visitor`() async throws {
        try await Visitor.each(apps: { Self.office(["https://example.org"], sharingSessions: true) }) { visitor in
            try await visitor.enterOffice()
            let sameSite = ("Sec-Fetch-Site", "same-site")
            let reply = try await visitor.post("/office/queue", "action=count-ticket", [Self.friend, sameSite])
            #expect(reply.status == 303 && reply["access-control-allow-credentials"] == "true")
            #expect(reply["access-control-allow-origin"] == "https://example.org")
            #expect(try await visitor.visit("/office").source.contains("Tickets: 1"))
            let stranger = try await visitor.post("/office/queue", "action=count-ticket", [Self.stranger, sameSite])
            #expect(stranger.status == 403 && stranger["access-control-allow-credentials"] == nil)
            let preflight = try await visitor.options("/office/queue", [Self.friend] + Self.asked)
            #expect(preflight["access-control-allow-credentials"] == "true")
        }
    }
}
