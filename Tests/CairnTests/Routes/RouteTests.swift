import CairnTesting
import Testing

@testable import Cairn

@Suite("Routes beside the screens of an app") struct RouteTests {
    @Test func `a route reads the newest state of the visitor's session, and changes nothing`() async throws {
        try await Visitor.each(apps: { [Office.hosted().get("report.txt", handler: officeReport)] }) { visitor in
            try await visitor.enterOffice()
            try await visitor.click("Count")
            let before = try await visitor.click("Count").url
            let reply = try await visitor.get("/office/report.txt")
            #expect(reply.status == 200 && reply.text == "Ada: 2")
            #expect(reply["set-cookie"] == nil)
            #expect(try await visitor.reload().url == before)
            #expect(try await visitor.download("Report").text == "Ada: 2")
        }
    }

    @Test func `without a session the application is in its first state`() async throws {
        let app = { [Office.hosted().get("report.txt", behind: nil, handler: officeReport)] }
        try await Visitor.each(apps: app) { visitor in
            let reply = try await visitor.get("/office/report.txt")
            #expect(reply.text == "nobody: 0")
            let unknown = ("Cookie", "cairn-office=00000000000000000000000000000000")
            #expect(try await visitor.get("/office/report.txt", [unknown]).text == "nobody: 0")
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test func `after a change of identity the old id reads nothing of the new user`() async throws {
        let app = { [Office.hosted().get("report.txt", behind: nil, handler: officeReport)] }
        try await Visitor.each(apps: app) { visitor in
            try await visitor.enterOffice()
            let old = visitor.cookies.map { ("Cookie", "\($0.key)=\($0.value)") }
            try await visitor.click("Log out")
            visitor.forgetCookies()
            #expect(try await visitor.get("/office/report.txt", old).text == "nobody: 0")
        }
    }

    @Test func `a change of a saved value is lost, and is reported`() async throws {
        let lines = LogLines()
        let app = Office.hosted().get("report.txt", behind: nil) { (office: Office, _) in
            office.count += 1
            return .text("\(office.count)")
        }
        try await Transport.memory.serve([app], log: lines.log()) { wire in
            let visitor = Visitor(wire)
            for _ in 0..<2 {
                let reply = try await visitor.get("/office/report.txt")
                #expect(reply.text == "1")
            }
        }
        let reported = lines.diagnostics.filter { $0.contains("GET /report.txt changed a @Saved value") }
        #expect(reported.count == 1, "\(lines.diagnostics)")
    }

    @Test func `a route that only reads is not reported`() async throws {
        let lines = LogLines()
        let app = Office.hosted().get("report.txt", handler: officeReport)
        try await Transport.memory.serve([app], log: lines.log()) { wire in
            let visitor = Visitor(wire)
            try await visitor.enterOffice()
            _ = try await visitor.get("/office/report.txt")
        }
        #expect(!lines.diagnostics.contains { $0.contains("@Saved") })
    }

    // MARK: - Paths

    @Test(arguments: [
        ("/desk/tickets/7/file", 200, "7"), ("/desk/tickets/%37/file", 200, "7"),
        ("/desk/tickets/x/file", 404, nil), ("/desk/tickets//file", 404, nil),
        ("/desk/tickets/99999999999999999999/file", 404, nil), ("/desk/tickets/7/file/", 404, nil),
        ("/desk/tickets/7/files", 404, nil), ("/desk/tickets/7%2Ffile", 404, nil),
        ("/desk/tickets/new/file", 200, "new one"), ("/desk/names/Zo%C3%AB", 200, "Zoë"),
        ("/desk/names/..", 404, nil), ("/desk/names/%2E%2E", 404, nil), ("/desk/names/a%2Fb", 404, nil),
        ("/desk/names/a%5Cb", 404, nil), ("/desk/names/a%00b", 404, nil), ("/desk/names/%FF", 404, nil),
        ("/desk/%6Eames/a", 200, "a"),
    ])
    func `a parameter has the type that the handler asks for, and any other text is 404`(
        path: String, status: Int, text: String?
    ) async throws {
        let app = Desk.hosted()
            .get("tickets/:id/file", behind: nil) { (_: Desk, request) in
                let id = try request.parameter("id", as: Int.self)
                return .text("\(id)")
            }
            .get("tickets/new/file", behind: nil) { (_: Desk, _) in .text("new one") }
            .get("names/:name", behind: nil) { (_: Desk, request) in .text(try request.parameter("name")) }
        try await Transport.memory.serve([app]) { wire in
            let reply = try await Visitor(wire).get(path)
            #expect(reply.status == status, "\(path): \(reply.status)")
            if let text { #expect(reply.text == text) }
        }
    }

    @Test func `an app at the root has routes too`() async throws {
        let app = Office.hosted().get("report.txt", behind: nil, handler: officeReport)
        try await Transport.memory.serve([app], mountsAtRoot: true) { wire in
            let reply = try await Visitor(wire).get("/report.txt")
            #expect(reply.text == "nobody: 0")
        }
    }

    @Test(arguments: Transport.allCases)
    func `RFC 9110 §15.5.6: another method gets 405 with Allow, and OPTIONS lists the methods`(
        transport: Transport
    ) async throws {
        let app = Office.hosted()
            .get("report.txt", behind: nil, handler: officeReport)
            .post("import", behind: nil) { (_: Office, _) in .empty }
            .get("import", behind: nil) { (_: Office, _) in .text("form") }
            .webhook("hook") { _ in .empty }
        try await transport.serve([app]) { wire in
            let visitor = Visitor(wire)
            for (path, methods) in [
                ("/office/report.txt", "GET, HEAD, OPTIONS"), ("/office/import", "GET, HEAD, POST, OPTIONS"),
                ("/office/hook", "POST, OPTIONS"),
            ] {
                for method in ["DELETE", "PUT", "PATCH"] {
                    let refused = try await visitor.send(Call(method, path))
                    #expect(refused.status == 405 && refused["allow"] == methods)
                }
                let options = try await visitor.options(path)
                #expect(options.status == 204 && options["allow"] == methods)
                #expect(options["access-control-allow-origin"] == nil)
            }
            #expect(try await visitor.post("/office/report.txt", "").status == 405)
            #expect(try await visitor.get("/office/hook").status == 405)
            let head = try await visitor.send(Call("HEAD", "/office/report.txt"))
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head["content-type"] == "text/plain; charset=utf-8")
        }
    }
}
