import Cairn
import CairnTesting
import Testing

@Suite("RFC 6265 §4.1: the session cookie") struct CookieTests {
    @Test func `§4.1.2.5, §4.1.2.6: reading sets no cookie, the first action sets one, and later actions keep it`()
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

    @Test func `RFC 6265bis §4.1.3.2: under https the cookie has the __Host- prefix`() async throws {
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
    func `two apps have independent cookies`(transport: Transport) async throws {
        try await transport.serve([Desk.hosted(), Desk.hosted("other")]) { wire in
            let visitor = Visitor(wire)
            for _ in 1...2 { _ = try await visitor.post("/desk", "action=increment") }
            _ = try await visitor.post("/other", "action=increment")
            #expect(visitor.cookies.keys.sorted() == ["cairn-desk", "cairn-other"])
            #expect(try await visitor.visit("/desk").texts == ["Counted to 2"])
            #expect(try await visitor.visit("/other").texts == ["Counted to 1"])
        }
    }

    @Test func `a second client sees the session's state only with the cookie`() async throws {
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
    func `§4.1.2.2: a cookie without a valid session is deleted once, with a notice`(cookie: String) async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get("/desk", accept: "text/html", [("Cookie", cookie)])
            #expect(reply.status == 200)
            #expect(
                reply["Set-Cookie"] == "cairn-desk=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
            #expect(reply.text.contains("<p class=\"notice\""))
            #expect(try await visitor.visit("/desk").notice == nil)
        }
    }

    @Test func `the URL of an unknown version shows the page of its path with a notice`() async throws {
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
    func `§5.4: cookies with other names are ignored`(cookie: String) async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get("/desk", accept: "text/html", [("Cookie", cookie)])
            #expect(reply["Set-Cookie"] == nil)
            #expect(!reply.text.contains("class=\"notice\""))
        }
    }

    @Test func `RFC 6265 §5.4, RFC 9110 §5.3: the cookie can be on any of several lines`() async throws {
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

    @Test func `an action from a page of a lost session shows the page again first`() async throws {
        try await Visitor.atDesk { visitor in
            try await visitor.visit("/desk/order")
            let reply = try await visitor.post(
                "/desk/order", "action=order&item=wood&amount=2&_at=7", accept: "text/html",
                [("Cookie", "cairn-desk=0123456789abcdef0123456789abcdef")])
            #expect(reply.status == 409)
            #expect(reply.text.contains("value=\"wood\"") && reply.text.contains("value=\"path\""))
            #expect(reply.text.contains("This page changed while you were away. Here it is now; press “Order” again."))
        }
    }

    @Test func `a change of identity sets a new cookie, and the old one becomes invalid`() async throws {
        try await Transport.memory.serve([Desk.hosted()]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/desk")
            try await visitor.click("Count")
            let thief = Visitor(wire)
            thief.shareCookies(of: visitor)
            try await visitor.click("Enter")
            #expect(visitor.cookies != thief.cookies)
            #expect(try visitor.page.texts == ["Counted to 1"])
            #expect(try await thief.visit("/desk").texts == ["Counted to 0"])
            #expect(thief.cookies.isEmpty)
        }
    }
}
