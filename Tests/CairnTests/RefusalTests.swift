import CairnTesting
import HTTPProtocol
import Hypermedia
import NavigationKit
import Synchronization
import Testing

@testable import Cairn

@Suite("RFC 9110 §15.5, §15.6: refused requests") struct RefusalTests {
    @Test func `§15.5.21: a form with invalid fields is shown again with the input and an error per field`()
        async throws
    {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.post(
                "/desk/order", "action=order&item=far+too+long+a+name&amount=many", accept: "text/html")
            #expect(reply.status == 422)
            #expect(reply["Cache-Control"] == "no-store")
            #expect(reply.text.contains("value=\"far too lo\""), "no more than the field holds")
            #expect(reply.text.contains("id=\"error-item\"") && reply.text.contains("id=\"error-amount\""))
            #expect(visitor.cookies.isEmpty)
            let problem = try await visitor.post("/desk/order", "action=order&item=&amount=1").problem
            #expect(problem.status == 422)
            #expect(problem.errors?.map(\.name) == ["item"])
        }
    }

    @Test func `§15.5.21: a handler can reject a field, and the form is shown again`() async throws {
        try await Visitor.atDesk { visitor in
            try await visitor.visit("/desk/order")
            try visitor.fill("Item", with: "coal")
            try visitor.fill("Amount", with: "3")
            let page = try await visitor.submit("Order")
            #expect(page.status == 422)
            #expect(page.fields.map(\.value) == ["coal", "3"])
            #expect(page.fields.map(\.error) == ["We have no coal.", nil])
            try visitor.fill("Item", with: "wood")
            #expect(try await visitor.pressEnter().heading == "Desk")
        }
    }

    @Test(arguments: [
        "action=order&item=x", "action=open-drawer&drawer=99", "action=open-drawer", "action=open-drawer%3Fdrawer%3D7",
        "action=open-drawer%3Fdrawer%3D1%26more%3D1", "action=dismiss-alert", "action=back",
    ])
    func `§15.5.10: a known action that is not available here gets 409 and changes nothing`(body: String) async throws {
        try await Visitor.atDesk { visitor in
            _ = try await visitor.post("/desk", "action=increment")
            let reply = try await visitor.post("/desk", body)
            #expect(reply.status == 409)
            let problem = try reply.problem
            #expect(problem.type == "urn:cairn:problem:stale-offer")
            #expect(problem.offered?.contains("open-drawer?drawer=1") == true)
            let page = try await visitor.post("/desk", body, accept: "text/html")
            #expect(page.status == 409 && page.text.contains("Counted to 1"))
            #expect(try await visitor.visit("/desk").texts == ["Counted to 1"])
            #expect(try await visitor.post("/desk", "action=increment")["Location"] == "/desk?at=3")
        }
    }

    @Test(arguments: [
        ("order", "Here it is now; press “Order” again."),
        ("open-drawer&drawer=99", "Here it is now; please choose again."),
        ("dismiss-alert", "and the button that you pressed is gone. Nothing was done."),
    ])
    func `§15.5.10: the page that a person gets instead says what to do, and names no action`(
        action: String, end: String
    ) async throws {
        try await Visitor.atDesk { visitor in
            let at = action == "order" ? "/desk/order" : "/desk"
            let reply = try await visitor.post(at, "action=\(action)&_at=7-aaaa", accept: "text/html")
            #expect(reply.status == 409)
            let notice = try #require(reply.text.firstMatch(of: /<p class="notice" role="status">(.*?)<.p>/)).1
            #expect(notice.hasPrefix("This page changed while you were away"))
            #expect(notice.hasSuffix(end), "\(notice)")
        }
    }

    @Test(arguments: [("gzip", true), ("br, gzip", true), ("identity, gzip", true), ("", false), ("Identity", false)])
    func `§8.4, §15.5.16, §12.5.3: coded content gets 415, and Accept-Encoding names the allowed coding`(
        coding: String, isRefused: Bool
    ) async throws {
        try await Transport.socket.serve([Desk.hosted()]) { wire in
            for (type, body) in [
                ("application/x-www-form-urlencoded", "action=increment"),
                ("application/json", "{\"action\":\"increment\"}"),
                (
                    "multipart/form-data; boundary=b",
                    "--b\r\nContent-Disposition: form-data; name=action\r\n\r\nincrement\r\n--b--"
                ),
            ] {
                let visitor = Visitor(wire)
                let reply = try await visitor.post(
                    "/desk", body, [("Content-Type", type), ("Content-Encoding", coding)])
                #expect(reply.status == (isRefused ? 415 : 303), "\(type)")
                #expect(reply["Accept-Encoding"] == (isRefused ? "identity" : nil), "\(type)")
                #expect(visitor.cookies.isEmpty == isRefused)
            }
        }
    }

    @Test func `§15.5.5: an unknown action gets 404 with the available actions`() async throws {
        try await Visitor.atDesk { visitor in
            let problem = try await visitor.post("/desk", "action=launch-rocket").problem
            #expect(problem.status == 404)
            #expect(problem.type == "urn:cairn:problem:unknown-action")
            #expect(problem.offered?.contains("increment") == true)
            #expect(visitor.cookies.isEmpty)
        }
    }

    /// As after a restart, when the class with the handler of the page's action has not been registered yet.
    @Test(arguments: ["path", "2"])
    func `§15.5.10: an unknown action of a rendered page gets 409 with the current page`(at: String) async throws {
        try await Visitor.atDesk { visitor in
            _ = try await visitor.post("/desk", "action=increment")
            let body = "action=launch-rocket&_at=\(at)"
            let problem = try await visitor.post("/desk", body).problem
            #expect(problem.status == 409 && problem.type == "urn:cairn:problem:stale-offer")
            let page = try await visitor.post("/desk", body, accept: "text/html")
            #expect(page.status == 409 && page.text.contains("This page changed while you were away"))
            #expect(try await visitor.visit("/desk").texts == ["Counted to 1"])
        }
    }

    @Test func `§15.5.10: an action that no responder performs gets 409 with the chain and a log line`() async throws {
        let lines = Mutex<[String]>([])
        let app = Desk.hosted()
        let endpoint = Endpoint(
            hosted: app, mountPath: MountPath(appName: "desk"), sessions: SessionTable(app, time: SystemTime()),
            uploads: UploadStore(in: nil, room: 0, idle: 0) { 0 }, limits: Limits(),
            report: { line in lines.withLock { $0.append(line) } })
        let origin = try #require(PublicOrigin("http://cairn.test"))
        let request = Request(
            method: .post, target: "/desk",
            fields: [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")],
            body: Array("action=ignored".utf8))
        let response = await endpoint.respond(
            to: request, with: nil, at: Location(""), from: nil, origin: origin, assets: Assets(),
            exposesDiagnostics: true)
        #expect(response.status.code == 409)
        let body = String(decoding: response.body.bytes, as: UTF8.self)
        #expect(body.contains("urn:cairn:problem:unhandled-action"))
        #expect(body.contains(#"["DeskTop","DeskNavigation","Window","Desk"]"#))
        #expect(response.fields["Cairn-Chain"] == "DeskTop;none, DeskNavigation;none, Window;none, Desk;none")
        #expect(lines.withLock(\.self) == ["Unhandled action: ignored, last responder: Desk"])
    }

    @Test func `§15.6.1: a screen that cannot be shown gets 500 without details, and the next one is shown`()
        async throws
    {
        try await Visitor.atDesk { visitor in
            let problem = try await visitor.get("/desk/broken", accept: "application/json").problem
            #expect(problem.status == 500)
            #expect(problem.type == "urn:cairn:problem:cannot-show")
            // The description of an app's error can contain personal data.
            #expect(problem.detail?.hasPrefix("Nothing was changed. Please try again; ") == true)
            #expect(try await visitor.visit("/desk").heading == "Desk")
        }
    }

    @Test(arguments: [
        ("", "application/x-www-form-urlencoded", 400), ("item=1", "application/x-www-form-urlencoded", 400),
        ("action=", "application/x-www-form-urlencoded", 400),
        ("action=a&action=b", "application/x-www-form-urlencoded", 400),
        ("action=open-drawer&drawer=1&drawer=2", "application/x-www-form-urlencoded", 400),
        ("action=open-drawer%3Fdrawer%3D1&drawer=2", "application/x-www-form-urlencoded", 400),
        ("action=open-drawer%3Fdrawer%3D%25zz", "application/x-www-form-urlencoded", 400),
        ("action=%ff", "application/x-www-form-urlencoded", 400),
        ("action=%4", "application/x-www-form-urlencoded", 400),
        ("action=increment&_at=soon", "application/x-www-form-urlencoded", 400),
        ("action=increment&_at=-1", "application/x-www-form-urlencoded", 400),
        ("{", "application/json", 400), ("[]", "application/json", 400), ("{\"action\":{}}", "application/json", 400),
        ("action=increment", "text/plain", 415), ("<a/>", "application/xml", 415), ("action=increment", "", 415),
        ("action=increment", "application/x-www-form-urlencoded charset=UTF-8", 415), ("{}", "application/json x", 415),
        ("{", "application/json\t; charset=utf-8", 400), ("{", " APPLICATION/JSON ;a", 400),
    ])
    func `§15.5.1, §15.5.16: an empty, malformed or contradictory body gets 400, another media type 415`(
        body: String, type: String, status: Int
    ) async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.post("/desk", body, [("Content-Type", type)])
            #expect(reply.status == status)
            #expect(reply["Content-Type"] == "application/problem+json")
            #expect(try reply.problem.status == status)
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test func `§9.3.7, §10.2.1: OPTIONS lists the methods of a resource and of the server`() async throws {
        try await Visitor.atDesk { visitor in
            for (path, methods) in [
                ("/desk", "GET, HEAD, POST, OPTIONS"), ("/desk/drawer:1", "GET, HEAD, POST, OPTIONS"),
                ("/", "GET, HEAD, OPTIONS"), ("/healthz", "GET, HEAD, OPTIONS"), ("/cairn.css", "GET, HEAD, OPTIONS"),
                ("*", "GET, HEAD, POST, OPTIONS"),
            ] {
                let reply = try await visitor.send(Call("OPTIONS", path))
                #expect(reply.status == 204 && reply.body.isEmpty, "\(path)")
                #expect(reply["Allow"] == methods, "\(path)")
            }
            #expect(try await visitor.send(Call("OPTIONS", "/nowhere")).status == 404)
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test(arguments: ["CONNECT cairn.test:443", "CONNECT evil.example:25", "TRACE /", "TRACE /desk"], [true, false])
    func `§9.3.6, §9.3.8: CONNECT and TRACE get 405 with Allow`(line: String, mountsAtRoot: Bool) async throws {
        let words = line.split(separator: " ").map(String.init)
        for transport in Transport.allCases {
            try await transport.serve([Desk.hosted()], mountsAtRoot: mountsAtRoot) { wire in
                let reply = try await Visitor(wire).send(Call(words[0], words[1], fields: [("X", "secret")]))
                #expect(reply.status == 405)
                #expect(reply["Allow"]?.hasPrefix("GET, HEAD") == true)
                #expect(!reply.text.contains("secret"))
            }
        }
    }

    @Test func `§15.6.4, §10.2.3: a session with too many waiting actions gets 503 with Retry-After`()
        async throws
    {
        try await Visitor.atBusyDesk { visitor, gate in
            let refused = try await visitor.post("/desk", "action=increment")
            gate.open()
            #expect(refused.status == 503)
            #expect(refused["Retry-After"].flatMap { Int($0) } != nil)
            #expect(try refused.problem.type == "urn:cairn:problem:busy")
        }
    }

    @Test(arguments: ["PUT", "DELETE", "PATCH", "TRACE"])
    func `§15.5.6: another method gets 405, and Allow lists the supported ones`(method: String) async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.send(Call(method, "/desk"))
            #expect(reply.status == 405)
            #expect(reply["Allow"] == "GET, HEAD, POST, OPTIONS")
            for path in ["/", "/healthz", "/cairn.css"] {
                let reply = try await visitor.send(Call(method, path))
                #expect(reply.status == 405, "\(path)")
                #expect(reply["Allow"] == "GET, HEAD, OPTIONS", "\(path)")
            }
        }
    }

    @Test(arguments: ["image/png", "text/html;q=0, application/vnd.siren+json;q=0, application/json;q=0"])
    func `§15.5.7: a request for an unavailable media type gets 406`(accept: String) async throws {
        try await Visitor.atDesk { visitor in
            try await #expect(visitor.get("/desk", accept: accept).status == 406)
            try await #expect(visitor.get("/", accept: accept).status == 406)
            try await #expect(visitor.post("/desk", "action=increment", accept: accept).status == 406)
        }
    }

    @Test(arguments: [
        ("/desk/nowhere", "/desk"), ("/desk/drawer:1/nowhere/more", "/desk/drawer:1"), ("/desk/drawer:x", "/desk"),
        ("/desk//", "/desk"), ("/desk/drawer:1/", "/desk/drawer:1"), ("/desk/%2e%2e", "/desk"),
        ("/desk/<b>&\"'%3Cb%3E", "/desk"), ("/desk/%00", "/desk"), ("/desk/%zz", "/desk"),
        ("/desk/" + String(repeating: "x", count: 2_000), "/desk"),
    ])
    func `§15.5.5: a 404 names the longest valid prefix of the path`(path: String, prefix: String)
        async throws
    {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get(path, accept: "application/json")
            #expect(reply.status == 404)
            #expect(try reply.problem.longestValidPrefix == prefix)
            let page = try await visitor.visit(path)
            #expect(page.status == 404)
            #expect(page.links.first?.target == prefix)
        }
    }
}
