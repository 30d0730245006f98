import CairnTesting
import Testing

@testable import Cairn

@Suite("Routes behind the guards of a location") struct RouteGuardTests {
    private static func app() -> [HostedApplication] {
        [
            Office.hosted()
                .get("report.txt", handler: officeReport)
                .get("users.csv", behind: "/admin", handler: officeReport)
                .get("public.txt", behind: nil, handler: officeReport)
                .post("import", behind: "/queue", handler: officeReport)
                .get("lost.txt", behind: "/nowhere", handler: officeReport)
        ]
    }

    @Test func `by default a route needs what the app's first location needs, such as a login`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            let page = try await visitor.get("/office/report.txt", accept: "text/html,*/*;q=0.8")
            #expect(page.status == 303 && page["location"] == "/office")
            #expect(page["cache-control"] == "no-store")
            let script = try await visitor.get("/office/report.txt", accept: "application/json")
            #expect(script.status == 403)
            #expect(try script.problem.type == "urn:cairn:problem:route-refused")
            #expect(try await visitor.get("/office/report.txt", accept: "text/csv").status == 403)
            #expect(try await visitor.get("/office/public.txt").text == "nobody: 0")
            #expect(try await visitor.post("/office/import", "").status == 403)
            try await visitor.enterOffice()
            #expect(try await visitor.get("/office/report.txt").text == "Ada: 0")
            #expect(try await visitor.post("/office/import", "").text == "Ada: 0")
        }
    }

    @Test func `a route asks the guards of the location that it names`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            let anonymous = try await visitor.get("/office/users.csv", accept: "text/html")
            #expect(anonymous.status == 303 && anonymous["location"] == "/office/admin")
            try await visitor.enterOffice()
            #expect(try await visitor.get("/office/users.csv", accept: "application/json").status == 403)
            try await visitor.click("Log out")
            try await visitor.enterOffice(as: "root")
            #expect(try await visitor.get("/office/users.csv").text == "root: 0")
        }
    }

    @Test func `a guard can depend on what a load has found`() async throws {
        let app = {
            [
                HostedApplication("vault", title: "Vault") { Vault() }.get("users.csv", behind: "/treasure") { _, _ in
                    .text("a")
                }
            ]
        }
        try await Visitor.each(apps: app) { visitor in
            #expect(try await visitor.get("/vault/users.csv", accept: "application/json").status == 403)
            try await visitor.visit("/vault")
            try await visitor.click("Knock")
            #expect(try await visitor.get("/vault/users.csv", accept: "application/json").status == 403)
        }
    }

    @Test func `a root that a guard replaces refuses the routes that need the app's first location`() async throws {
        let app = {
            [HostedApplication("vault", title: "Vault") { Safe() }.get("users.csv") { _, _ in .text("a") }]
        }
        try await Visitor.each(apps: app) { visitor in
            #expect(try await visitor.get("/vault/users.csv", accept: "application/json").status == 403)
            try await visitor.visit("/vault")
            try await visitor.click("Knock")
            #expect(try await visitor.get("/vault/users.csv", accept: "application/json").text == "a")
        }
    }

    @Test func `a location that does not exist refuses everybody`() async throws {
        try await Visitor.each(apps: Self.app) { visitor in
            try await visitor.enterOffice()
            #expect(try await visitor.get("/office/lost.txt", accept: "application/json").status == 403)
        }
    }

    @Test func `a handler can require a login itself`() async throws {
        let app = Office.hosted().get("mine.txt", behind: nil) { (office: Office, _) in
            guard let user = office.user else { throw RouteError.loginRequired }
            return .text(user)
        }
        try await Transport.memory.serve([app]) { wire in
            let visitor = Visitor(wire)
            #expect(try await visitor.get("/office/mine.txt", accept: "text/html")["location"] == "/office")
            #expect(try await visitor.get("/office/mine.txt", accept: "application/json").status == 403)
            try await visitor.enterOffice()
            #expect(try await visitor.get("/office/mine.txt").text == "Ada")
        }
    }
}

// MARK: - An app whose guard needs loaded data

private struct Knock: Action {}

private final class Vault: Application {
    override func makeRootViewController() -> ViewController { VaultStack(root: .door) }
}

private enum VaultRoute: Route { case door, treasure }

private final class VaultStack: NavigationController<VaultRoute> {
    private var isOwner: Bool?

    override class var actions: [Handler] { [.on(knock)] }

    func knock(_ action: Knock) {}

    override func load() async throws { isOwner = false }

    override func guardResult(for route: VaultRoute) -> GuardResult {
        guard let isOwner else { return .allowed }
        return .allowed(if: isOwner || route == .door, otherwise: .door)
    }

    override func destination(for route: VaultRoute) throws -> ViewController {
        HostingController(rootView: Button("Knock", action: Knock())).titled("Vault")
    }
}

/// An app whose root is replaced by the door until the visitor has knocked.
private final class Safe: Application {
    @Saved var isOpen = false

    override class var actions: [Handler] { [.on(knock)] }

    func knock(_ action: Knock) { isOpen = true }

    override func makeRootViewController() -> ViewController { SafeStack(root: .treasure) }
}

private final class SafeStack: NavigationController<VaultRoute> {
    override func guardResult(for route: VaultRoute) -> GuardResult {
        .allowed(if: route == .door || nearest(Safe.self)?.isOpen == true, otherwise: .door)
    }

    override func destination(for route: VaultRoute) throws -> ViewController {
        HostingController(rootView: Button("Knock", action: Knock())).titled("Vault")
    }
}
