import Cairn
import CairnTesting

/// An app with a login, a queue for each user, and a part for administrators, for tests of routes beside its screens.
final class Office: Application {
    @Saved var user: String?
    @Saved var count = 0

    override func makeRootViewController() -> ViewController { OfficeFlow() }
    override class var actions: [Handler] { [.on(increment), .on(fetch)] }

    func increment(_ action: CountTicket) { count += 1 }
    func fetch(_ action: FetchReport) throws { try open(route: action.path) }

    static func hosted(outsideHosts: [String] = []) -> HostedApplication {
        HostedApplication("office", title: "Office", outsideHosts: outsideHosts) { Office() }
    }
}

struct LogIntoOffice: Action { var user = "" }
struct LogOutOfOffice: Action {}
struct CountTicket: Action {}
struct FetchReport: Action { var path = "report.txt" }

enum OfficeRoute: Route { case home, login }

final class OfficeFlow: FlowController<OfficeRoute> {
    init() { super.init(root: .home) }

    override class var actions: [Handler] { [.on(logIn), .on(logOut)] }

    func logIn(_ action: LogIntoOffice) throws {
        try required(Office.self).user = action.user
        changeIdentity(to: action.user)
        show(.home)
    }

    func logOut(_ action: LogOutOfOffice) throws {
        try required(Office.self).user = nil
        changeIdentity()
        show(.login)
    }

    override func guardResult(for route: OfficeRoute) -> GuardResult {
        let isLoggedIn = nearest(Office.self)?.user != nil
        return switch route {
        case .home: .allowed(if: isLoggedIn, otherwise: .login)
        case .login: .allowed(if: !isLoggedIn, otherwise: .home)
        }
    }

    override func destination(for route: OfficeRoute) throws -> ViewController {
        switch route {
        case .home: OfficeTabs()
        case .login: OfficeLogin().titled("Login")
        }
    }
}

enum OfficeTab: Route, CaseIterable { case queue, admin }

final class OfficeTabs: TabBarController<OfficeTab> {
    init() { super.init(root: .queue) }

    override func guardResult(for route: OfficeTab) -> GuardResult {
        .allowed(if: route == .queue || nearest(Office.self)?.user == "root", otherwise: .queue)
    }

    override func destination(for route: OfficeTab) throws -> ViewController {
        switch route {
        case .queue: OfficeQueue().titled("Queue")
        case .admin: HostingController(rootView: Text("All users")).titled("Admin")
        }
    }
}

final class OfficeLogin: ViewController {
    @ViewBuilder override var view: any View {
        TextField("User", name: "user", isRequired: true)
        Button("Log in", role: .primary, action: LogIntoOffice())
    }
}

final class OfficeQueue: ViewController {
    @ViewBuilder override var view: any View {
        Text("Tickets: \(nearest(Office.self)?.count ?? -1)")
        Button("Count", action: CountTicket())
        Button("Fetch", action: FetchReport())
        Button("Log out", action: LogOutOfOffice())
        Link("Report", route: "report.txt", type: "text/plain")
    }
}

/// The response of a route that shows the user and the count of the visitor's session.
let officeReport: @Sendable (Office, RouteRequest) async throws -> RouteResponse = { office, _ in
    .text("\(office.user ?? "nobody"): \(office.count)")
}

extension Visitor {
    /// Logs in to the office.
    func enterOffice(as user: String = "Ada") async throws {
        try await visit("/office")
        try fill("User", with: user)
        try await submit("Log in")
    }

    func options(_ path: String, _ fields: [(String, String)] = []) async throws -> Reply {
        try await send(Call("OPTIONS", path, fields: fields))
    }
}
