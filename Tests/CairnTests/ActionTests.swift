import Cairn
import CairnTesting
import Testing

@Suite("RFC 9110 §15.4.4: actions and their responses") struct ActionTests {
    @Test(arguments: Transport.allCases)
    func `an action is answered with 303 to the new canonical URL`(transport: Transport) async throws {
        try await transport.serve([Desk.hosted()]) { wire in
            let reply = try await Visitor(wire).post("/desk", "action=open-drawer&drawer=1")
            #expect(reply.status == 303)
            #expect(reply["Location"] == "/desk/drawer:1")
            #expect(reply["Cache-Control"] == "no-store")
            #expect(reply.body.isEmpty)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a stack of screens has a location that a new session can open`(transport: Transport) async throws {
        try await transport.serve([Desk.hosted()]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/desk")
            try await visitor.click("Drawer 2")
            let page = try await visitor.click("Drawer 3")
            #expect(page.url == "/desk/drawer:2/drawer:3")
            let other = Visitor(wire)
            #expect(try await other.visit(page.url).heading == "Drawer 3")
            #expect(try await other.click("Back").heading == "Drawer 2")
        }
    }

    @Test func `an action that does not change the location redirects to a URL with its version number`() async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.post("/desk", "action=increment")
            #expect(reply["Location"] == "/desk?at=2")
            let again = try await visitor.post("/desk", "action=increment")
            #expect(again["Location"] == "/desk?at=3")
            #expect(try await visitor.visit("/desk?at=3").texts == ["Counted to 2"])
        }
    }

    @Test(arguments: ["return=representation", "respond-async, return=representation;foo=1", "Return=Representation"])
    func `RFC 7240 §4.2: Prefer return=representation returns the new page directly`(preference: String) async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.post(
                "/desk", "action=open-drawer&drawer=2", accept: "application/vnd.siren+json", [("Prefer", preference)])
            #expect(reply.status == 200)
            #expect(reply["Content-Location"] == "/desk/drawer:2")
            #expect(reply["Preference-Applied"] == "return=representation")
            #expect(try reply.siren.title == "Drawer 2")
            #expect(visitor.cookies.keys.contains("cairn-desk"))
        }
    }

    @Test(arguments: [true, false])
    func `the responder chain is exposed only with --explain`(exposesDiagnostics: Bool) async throws {
        var configuration = Transport.configuration
        configuration.exposesDiagnostics = exposesDiagnostics
        try await Transport.memory.serve([Desk.hosted()], configuration: configuration) { wire in
            let reply = try await Visitor(wire).post("/desk", "action=open-drawer&drawer=1")
            #expect(reply["Cairn-Chain"] == (exposesDiagnostics ? "DeskTop;none, DeskNavigation;handled" : nil))
            #expect(reply["Cairn-Operation"] == (exposesDiagnostics ? "push" : nil))
        }
    }

    @Test func `values can be in the action, in separate fields, and in JSON`() async throws {
        try await Visitor.atDesk { visitor in
            let bodies = [
                ("action=open-drawer%3Fdrawer%3D1", "application/x-www-form-urlencoded"),
                ("action=open-drawer&drawer=1", "application/x-www-form-urlencoded; charset=UTF-8"),
                ("drawer=1&action=open-drawer&drawer=1", "Application/X-WWW-Form-Urlencoded"),
                (#"{"action":"open-drawer","drawer":1}"#, "application/json"),
                (#"{"action":"open-drawer","drawer":"1"}"#, "application/vnd.siren+json"),
            ]
            for (body, type) in bodies {
                let reply = try await visitor.post("/desk", body, [("Content-Type", type)])
                #expect(reply.status == 303, "\(body)")
                #expect(reply["Location"]?.hasPrefix("/desk/drawer:1") == true, "\(body)")
            }
        }
    }

    @Test func `the query of a POST is ignored`() async throws {
        try await Visitor.atDesk { visitor in
            try await #expect(visitor.post("/desk?action=increment", "").status == 400)
            try await #expect(visitor.post("/desk?drawer=1", "action=open-drawer").status == 409)
        }
    }

    @Test func `an error becomes an alert on the current page`() async throws {
        try await Visitor.atDesk { visitor in
            try await visitor.visit("/desk")
            try await visitor.click("Count")
            let page = try await visitor.click("Fail")
            #expect(page.alert?.title == "That did not work")
            #expect(page.texts.contains("Counted to 1"))
            #expect(page.buttons.map(\.label) == ["OK"])
            #expect(try await visitor.click("OK").texts == ["Counted to 1"])
        }
    }
}
