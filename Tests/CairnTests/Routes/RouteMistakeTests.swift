import CairnTesting
import NavigationKit
import Testing

@testable import Cairn

@Suite("Mistakes in routes") struct RouteMistakeTests {
    private final class Other: Application {}

    private func diagnostics(of app: HostedApplication) throws -> [String] {
        try app.routeDiagnostics().map(\.description)
    }

    @Test(arguments: [
        "", "/report", "report/", "a//b", "a b", "a/../b", ".", "..", "ä", "a:b", "a/:", "a/:x/:x", ":id", ":a/b",
        "~stack", "a?b", "a%20b",
    ])
    func `a path that no request can match is reported, and answers nothing`(path: String) async throws {
        let app = Office.hosted().get(path, behind: nil, handler: officeReport)
        #expect(try diagnostics(of: app).count == 1)
        let diagnostic = try #require(try diagnostics(of: app).first)
        #expect(diagnostic.hasPrefix("The route GET /\(path) is not usable."))
        #expect(RouteTable(app.routes).isEmpty)
    }

    @Test func `two routes with one method and path are reported, and the first is used`() async throws {
        let app = Office.hosted()
            .get("tickets/:id", behind: nil) { (_: Office, _) in .text("first") }
            .get("tickets/:number", behind: nil) { (_: Office, _) in .text("second") }
            .post("tickets/:number", behind: nil) { (_: Office, _) in .empty }
        #expect(
            try diagnostics(of: app) == [
                "The route GET /tickets/:number was added twice; only the first is used. Remove the other, or give it another path."
            ])
        try await Transport.memory.serve([app]) { wire in
            let reply = try await Visitor(wire).get("/office/tickets/1")
            #expect(reply.text == "first")
        }
    }

    @Test func `a route that hides a screen is reported at the start, and when a location is printed`() async throws {
        let desk = Desk.hosted().get("order", behind: nil) { (_: Desk, _) in .empty }
        #expect(
            try diagnostics(of: desk) == [
                "The route GET /order hides the screen at /order. Give the route another path."
            ])
        let lines = LogLines()
        let office = Office.hosted().get("queue", behind: nil) { (_: Office, _) in .empty }
        try await Transport.memory.serve([office], log: lines.log()) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.post("/office", "action=log-into-office&user=Ada")
        }
        #expect(
            lines.diagnostics.contains {
                $0.hasSuffix("The route GET /queue hides the screen at /queue. Give the route another path.")
            })
    }

    @Test func `a required location that the app does not have is reported`() throws {
        let app = Desk.hosted()
            .get("a", behind: "/nowhere") { (_: Desk, _) in .empty }
            .get("b", behind: "/drawer:1") { (_: Desk, _) in .empty }
        #expect(
            try diagnostics(of: app) == [
                "The route GET /a is not usable. The app has no location /nowhere, which it requires."
            ])
    }

    @Test func `with --strict a mistake prevents the start`() async throws {
        var configuration = Transport.configuration
        configuration.isStrict = true
        (configuration.host, configuration.port) = ("127.0.0.1", 0)
        let app = Desk.hosted().get("order", behind: nil) { (_: Desk, _) in .empty }
        let server = try Server(configuration, apps: [app], log: Log(isQuiet: true))
        await #expect(throws: ConfigurationError.self) { try await server.run() }
    }

    @Test func `a handler for another class of application is reported, and answers 500`() async throws {
        let lines = LogLines()
        let app = Office.hosted().get("report.txt", behind: nil) { (_: Other, _) in .empty }
        try await Transport.memory.serve([app], log: lines.log()) { wire in
            let reply = try await Visitor(wire).get("/office/report.txt")
            #expect(reply.status == 500)
        }
        #expect(lines.diagnostics.contains { $0.contains("takes another class than Office") })
    }

    @Test(arguments: ["example.org", "https://example.org/", "https://Example.org", "null", ""])
    func `an origin that no browser sends is reported`(origin: String) throws {
        let app = Office.hosted().get("report.txt", behind: nil, allowing: [origin], handler: officeReport)
        #expect(try diagnostics(of: app).contains { $0.contains("The origin \(origin) is not valid") })
    }
}
