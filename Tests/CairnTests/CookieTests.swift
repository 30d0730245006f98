import Cairn
import CairnTesting
import Testing

@Suite("RFC 6265 §4.1, D14: the session's cookie") struct CookieTests {
    @Test func `§4.1.2.5, §4.1.2.6, D10: reading gives none, the first action gives one, further ones keep it`()
        async throws
    {
        try await Visitor.atDesk { visitor in
            #expect(try await visitor.get("/desk")["Set-Cookie"] == nil)
            let first = try await visitor.post("/desk", "action=increment")
            let cookie = try #require(first["Set-Cookie"])
            #expect(cookie.wholeMatch(of: /cairn-desk=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax/) != nil)
            #expect(try await visitor.post("/desk", "action=increment")["Set-Cookie"] == nil)
            #expect(try await visitor.get("/desk")["Set-Cookie"] == nil)
        }
    }

    @Test func `RFC 6265bis §4.1.3.2: under https it is bound to the host`() async throws {
        var configuration = Transport.configuration
        configuration.publicOrigin = PublicOrigin("https://example.org")
        try await Transport.memory.serve([Desk.hosted()], configuration: configuration) { wire in
            let visitor = Visitor(wire)
            let cookie = try #require(try await visitor.post("/desk", "action=increment")["Set-Cookie"])
            #expect(cookie.hasPrefix("__Host-cairn-desk="))
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Secure"))
            #expect(try await visitor.visit("/desk").texts == ["Counted to 1"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `two apps do not disturb each other`(transport: Transport) async throws {
        try await transport.serve([Desk.hosted(), Desk.hosted("other")]) { wire in
            let visitor = Visitor(wire)
            for _ in 1...2 { _ = try await visitor.post("/desk", "action=increment") }
            _ = try await visitor.post("/other", "action=increment")
            #expect(visitor.cookies.keys.sorted() == ["cairn-desk", "cairn-other"])
            #expect(try await visitor.visit("/desk").texts == ["Counted to 2"])
            #expect(try await visitor.visit("/other").texts == ["Counted to 1"])
        }
    }

    @Test func `a second client with the cookie sees what belongs to the session, one without does not`() async throws {
        try await Transport.memory.serve([Desk.hosted()]) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.post("/desk", "action=increment")
            let friend = Visitor(wire)
            friend.shareCookies(of: visitor)
            #expect(try await friend.visit("/desk").texts == ["Counted to 1"])
            #expect(try await Visitor(wire).visit("/desk").texts == ["Counted to 0"])
        }
    }

    @Test(arguments: [
        "cairn-desk=0123456789abcdef0123456789abcdef", "cairn-desk=", "cairn-desk=ABC", "a=b; cairn-desk=nonsense",
        "cairn-desk=0123456789ABCDEF0123456789ABCDEF",
    ])
    func `§4.1.2.2, B17: a cookie that names no session is deleted once, with a notice`(cookie: String) async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get("/desk", accept: "text/html", [("Cookie", cookie)])
            #expect(reply.status == 200)
            #expect(
                reply["Set-Cookie"] == "cairn-desk=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
            #expect(reply.text.contains("<p class=\"notice\""))
            #expect(try await visitor.visit("/desk").notice == nil)
        }
    }

    @Test func `D9: a numbered state that is not known is built from the path, and a notice says so`() async throws {
        try await Visitor.atDesk { visitor in
            _ = try await visitor.post("/desk", "action=increment")
            let page = try await visitor.visit("/desk/drawer:1?at=99")
            #expect(page.heading == "Drawer 1")
            #expect(page.notice != nil)
            #expect(try await visitor.visit("/desk/drawer:1").notice == nil)
        }
    }

    @Test(arguments: [
        "cairn-desks=x", "xcairn-desk=x", "cairn-other=0123456789abcdef0123456789abcdef", "cairn-desk", ";;;=",
    ])
    func `§5.4: cookies of others are left alone`(cookie: String) async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get("/desk", accept: "text/html", [("Cookie", cookie)])
            #expect(reply["Set-Cookie"] == nil)
            #expect(!reply.text.contains("class=\"notice\""))
        }
    }

    @Test func `RFC 6265 §5.4, RFC 9110 §5.3: a cookie may stand on any of several lines`() async throws {
        try await Transport.memory.serve([Desk.hosted()]) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.post("/desk", "action=increment")
            let own = try #require(visitor.cookies["cairn-desk"])
            for lines in [
                ["a=b", "cairn-desk=\(own)"], ["cairn-desk=\(own)", "a=b"],
                ["a=b; c=d", "e=f", "g=h; cairn-desk=\(own)"],
                ["cairn-desk=nonsense", "cairn-desk=\(own)"],
            ] {
                let reply = try await Visitor(wire).get("/desk", accept: "text/html", lines.map { ("Cookie", $0) })
                #expect(reply.text.contains("Counted to 1") && reply["Set-Cookie"] == nil, "\(lines)")
            }
        }
    }

    @Test func `B17: acting from a page of a session that is gone shows the page first, then acts`() async throws {
        try await Visitor.atDesk { visitor in
            try await visitor.visit("/desk/order")
            let reply = try await visitor.post(
                "/desk/order", "action=order&item=wood&amount=2&_at=7", accept: "text/html",
                [("Cookie", "cairn-desk=0123456789abcdef0123456789abcdef")])
            #expect(reply.status == 409)
            #expect(reply.text.contains("value=\"wood\"") && reply.text.contains("value=\"path\""))
            #expect(reply.text.contains(Notice.expired))
        }
    }

    @Test func `a change of identity gives a new cookie, and the old one is nobody's`() async throws {
        try await Transport.memory.serve([Desk.hosted()]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/desk")
            try await visitor.choose("Count")
            let thief = Visitor(wire)
            thief.shareCookies(of: visitor)
            try await visitor.choose("Enter")
            #expect(visitor.cookies != thief.cookies)
            #expect(try visitor.page.texts == ["Counted to 1"])
            #expect(try await thief.visit("/desk").texts == ["Counted to 0"])
            #expect(thief.cookies.isEmpty)
        }
    }
}
