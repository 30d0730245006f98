import CairnTesting
import Testing

@testable import Cairn

@Suite("WHATWG Fetch §3.2: routes for pages of other origins") struct RouteOriginTests {
    private static let friend = ("Origin", "https://example.org")
    private static let stranger = ("Origin", "https://evil.example")

    private static func app() -> [HostedApplication] {
        [
            Office.hosted()
                .get("api", behind: nil, allowing: ["https://example.org"], handler: officeReport)
                .post("api", behind: nil, allowing: ["https://example.org"], handler: officeReport)
                .get("open", behind: nil, allowing: ["*"], handler: officeReport)
                .post("open", behind: nil, allowing: ["*"], handler: officeReport)
                .get("own", behind: nil, handler: officeReport)
                .get("failing", behind: nil, allowing: ["https://example.org"]) { (_: Office, _) in
                    throw NavigationError.notFound
                }
        ]
    }

    @Test func `the response names the origin only if it is listed, and varies with it`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            let listed = try await visitor.get("/office/api", [Self.friend])
            #expect(listed["access-control-allow-origin"] == "https://example.org")
            #expect(listed.values(of: "vary").contains("Origin"))
            #expect(listed["access-control-allow-credentials"] == nil)
            for fields in [[Self.stranger], [], [("Origin", "null")], [Self.friend, Self.stranger]] {
                let other = try await visitor.get("/office/api", fields)
                #expect(other.status == 200 && other["access-control-allow-origin"] == nil)
                #expect(other.values(of: "vary").contains("Origin"))
            }
            #expect(try await visitor.get("/office/open", [Self.stranger])["access-control-allow-origin"] == "*")
            let own = try await visitor.get("/office/own", [Self.friend])
            #expect(own["access-control-allow-origin"] == nil && !own.values(of: "vary").contains("Origin"))
        }
    }

    @Test func `an error can be read too`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            let reply = try await visitor.get("/office/failing", [Self.friend])
            #expect(reply.status == 404 && reply["access-control-allow-origin"] == "https://example.org")
        }
    }

    @Test func `a preflight request is answered for listed origins`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            let asked = [
                ("Access-Control-Request-Method", "POST"), ("Access-Control-Request-Headers", "content-type, x-a"),
            ]
            let reply = try await visitor.options("/office/api", [Self.friend] + asked)
            #expect(reply.status == 204 && reply["access-control-allow-origin"] == "https://example.org")
            #expect(reply["access-control-allow-methods"] == "POST")
            #expect(reply["access-control-allow-headers"] == "content-type, x-a")
            #expect(reply["allow"] == "GET, HEAD, POST, OPTIONS")
            let stranger = try await visitor.options("/office/api", [Self.stranger] + asked)
            #expect(stranger.status == 204)
            #expect(!stranger.fields.contains { $0.name.lowercased().hasPrefix("access-control-") })
            let strange = ("Access-Control-Request-Headers", "a b, \u{1}")
            let refused = try await visitor.options("/office/api", [Self.friend, asked[0], strange])
            #expect(refused["access-control-allow-headers"] == nil)
            let delete = [Self.friend, ("Access-Control-Request-Method", "DELETE")]
            #expect(try await visitor.options("/office/api", delete)["access-control-allow-methods"] == nil)
        }
    }

    @Test func `a listed origin can post, but without the visitor's session`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            try await visitor.enterOffice()
            let cross = ("Sec-Fetch-Site", "cross-site")
            #expect(try await visitor.post("/office/api", "", [Self.friend, cross]).text == "nobody: 0")
            #expect(try await visitor.post("/office/api", "").text == "Ada: 0")
            #expect(try await visitor.post("/office/api", "", [Self.stranger, cross]).status == 403)
            // The star permits reading only.
            #expect(try await visitor.post("/office/open", "", [Self.friend, cross]).status == 403)
        }
    }
}
