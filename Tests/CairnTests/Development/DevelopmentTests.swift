import CairnTesting
import HTTPProtocol
import Testing

@testable import Cairn

/// Pages of a program that is being developed. No screen of the desk watches a topic of its own.
@Suite("Pages of a program that is being developed", .timeLimit(.minutes(3))) struct DevelopmentTests {
    private static let errors = "main.swift:1:8: error: cannot find type 'Lost<Int>' in scope"
    private static let escaped = "main.swift:1:8: error: cannot find type 'Lost&lt;Int&gt;' in scope"

    /// Serves the desk over each transport.
    private static func each(
        mountsAtRoot: Bool = false, _ body: (Development, Visitor) async throws -> Void
    ) async throws {
        for transport in Transport.allCases {
            let development = Development()
            var configuration = Transport.configuration
            configuration.development = development
            try await transport.serve([Desk.hosted()], mountsAtRoot: mountsAtRoot, configuration: configuration) {
                let visitor = Visitor($0)
                visitor.fields.append(("Host", "localhost"))
                try await body(development, visitor)
            }
        }
    }

    private static func site(_ development: Development?) throws -> Site {
        var configuration = Transport.configuration
        configuration.development = development
        return try Server(configuration, apps: [Desk.hosted()], log: Log(isQuiet: true)).site
    }

    @Test func `every page shows the errors while the sources do not build, and changes at each result`() async throws {
        try await Self.each { development, visitor in
            #expect(try await visitor.visit("/desk").source.contains("build-failure") == false)
            let events = try await visitor.watch()
            development.note(.failed(Self.errors))
            #expect(try await events.next() == "change")
            events.close()
            let source = try await visitor.reload().source
            #expect(source.contains(Self.escaped) && source.contains("role=\"alert\""))
            for path in ["/", "/nothing", "/desk/nothing"] {
                #expect(
                    try await visitor.get(path, accept: "text/html,*/*;q=0.8").text.contains(Self.escaped), "\(path)")
            }
            let page = try await visitor.watch()
            development.note(.passed)
            #expect(try await page.next() == "change")
            page.close()
            #expect(try await visitor.reload().source.contains("build-failure") == false)
        }
    }

    @Test func `the same result changes nothing`() {
        let development = Development(process: "a")
        development.note(.passed)
        #expect(development.edition == "a.0" && development.errors == nil)
        development.note(.failed("x"))
        development.note(.failed("x"))
        #expect(development.edition == "a.1" && development.errors == "x")
    }

    @Test func `the errors leave the form as it is, so that it can be sent`() async throws {
        try await Self.each { development, visitor in
            try await visitor.visit("/desk")
            development.note(.failed(Self.errors))
            #expect(try await visitor.click("Count").source.contains(Self.escaped))
        }
    }

    @Test func `a page of the process before is requested again, even if it looks the same`() async throws {
        var ids: Set<String> = []
        for process in ["a", "b", "b"] {
            let site = try Self.site(Development(process: process))
            let reply = await site.respond(
                to: Request(method: .get, target: "/desk", fields: [("Host", "cairn.test")]), isFromThisMachine: true)
            let source = String(decoding: reply.body.bytes, as: UTF8.self)
            let shown = try #require(source.firstMatch(of: /data-shown="([^"]+)"/))
            ids.insert(String(shown.output.1))
        }
        #expect(ids.count == 2)
    }

    @Test(arguments: ["/nothing", "/desk/nothing", "/"])
    func `a page that is no screen has the script and a stream`(path: String) async throws {
        try await Self.each { development, visitor in
            let reply = try await visitor.get(path, accept: "text/html,*/*;q=0.8")
            #expect(reply.text.contains("<script src=\"/cairn.js\" id=\"topics-\(development.edition)\""))
            #expect(reply["content-security-policy"]?.contains("script-src 'self'; connect-src 'self'; form") == true)
            #expect(reply["etag"] == nil)
            let call = Call(
                "GET", path + "?shown=\(development.edition)",
                fields: [("Accept", "text/event-stream"), ("Host", "localhost")])
            let events = try await visitor.line.events(call)
            #expect(events.reply.status == 200 && events.reply["content-type"] == "text/event-stream")
            development.note(.failed("x"))
            #expect(try await events.next() == "change")
            events.close()
            let late = try await visitor.line.events(call)
            #expect(try await late.next() == "change")
            late.close()
        }
    }

    @Test(arguments: ["text/html", "application/json"])
    func `clients on other machines get neither errors nor a changed page`(type: String) async throws {
        let development = Development()
        development.note(.failed(Self.errors))
        let site = try Self.site(development)
        for path in ["/desk", "/desk/nothing", "/"] {
            let request = Request(method: .get, target: path, fields: [("Host", "cairn.test"), ("Accept", type)])
            let response = await site.respond(to: request, isFromThisMachine: false)
            #expect(!String(decoding: response.body.bytes, as: UTF8.self).contains("Lost"), "\(path)")
        }
    }

    @Test func `a page that a browser requests by the name of another site has no errors and no script`() async throws {
        let development = Development()
        development.note(.failed(Self.errors))
        let site = try Self.site(development)
        for host in ["cairn.test", "localhost"] {
            for path in ["/desk", "/desk/nothing", "/"] {
                let fields = [("Host", host), ("Accept", "text/html")]
                let request = Request(method: .get, target: path, fields: fields)
                let response = await site.respond(to: request, isFromThisMachine: true)
                let source = String(decoding: response.body.bytes, as: UTF8.self)
                #expect(source.contains("Lost") == (host == "localhost"), "\(host)\(path)")
                #expect(host == "localhost" || path == "/desk" || !source.contains("<script"), "\(path)")
            }
        }
    }

    @Test func `scripts get no errors`() async throws {
        try await Self.each { development, visitor in
            development.note(.failed(Self.errors))
            for (path, type) in [("/desk", "application/json"), ("/cairn.css", "*/*")] {
                let reply = try await visitor.get(path, accept: type)
                #expect(reply.status == 200 && !reply.text.contains("Lost"))
            }
        }
    }

    @Test func `another program has no script on a page that watches nothing`() async throws {
        let site = try Self.site(nil)
        #expect(site.interceptors.isEmpty)
        let request = Request(method: .get, target: "/desk", fields: [("Host", "cairn.test")])
        let response = await site.respond(to: request, isFromThisMachine: true)
        #expect(!String(decoding: response.body.bytes, as: UTF8.self).contains("<script"))
    }

    @Test func `only a pipe from the command dev makes a process one that is being developed`() {
        for environment in [[:], ["CAIRN_DEVELOPMENT_PIPE": "x"], ["CAIRN_DEVELOPMENT_PIPE": "9999"]] {
            #expect(Development.inherited(environment) == nil)
        }
    }
}
