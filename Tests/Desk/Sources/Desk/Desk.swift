import CairnCommands
import CairnTesting

/// A support desk: agents read, answer, assign and close the tickets of customers.
@main
struct DeskProgram: CairnProgram {
    static var summary: String { "desk is a support desk." }
    static var commands: [Command] { [.crawl] }
    static var options: [ProgramOption<DeskProgram>] {
        [
            .text("--database", \.database, placeholder: "FILE", "SQLite database; :memory: is not kept"),
            .number("--tickets", \.tickets, in: 0...1_000_000, "number of tickets of a new database"),
            .text("--mail-secret", \.mailSecret, "secret of the webhook mail; without one it refuses all"),
        ]
    }

    var database = ":memory:"
    var tickets = 10_000
    var mailSecret: String?

    var apps: [HostedApplication] {
        get throws { [Desk.hosted(try TicketStore(path: database, tickets: tickets), mailSecret: mailSecret)] }
    }
}

/// The application object of one agent's session.
final class Desk: Application {
    @Saved var agentID: Agent.ID?
    @Saved var language: String?
    let store: TicketStore

    init(store: TicketStore) {
        self.store = store
        super.init()
    }

    var agent: Agent? { agentID.flatMap(Agent.named) }

    override var preferredLanguage: String? { language }

    @ViewBuilder override var header: any View {
        HStack {
            Text(localized("Support desk"))
            Menu(agent?.name ?? localized("Language")) {
                Button("English", action: ChooseLanguage(language: "en"))
                Button("العربية", action: ChooseLanguage(language: "ar"))
                if agent != nil { Button(localized("Sign out"), role: .destructive, action: SignOut()) }
            }
        }
    }

    @ViewBuilder override var footer: any View {
        Text(localized("Customers and tickets are invented."), style: .secondary)
    }

    override class var actions: [Handler] { [.on(choose)] }
    private func choose(_ action: ChooseLanguage) { language = action.language }

    override func makeRootViewController() -> ViewController { DeskFlow(root: .main) }

    static var theme: Theme {
        var theme = Theme(accent: Color(0x4b3fb5), typeface: .rounded)
        theme.background = AdaptiveColor(light: Color(0xf3f2f9), dark: Color(0x121119))
        theme.cornerRadius = 10
        theme.density = .compact
        theme.icon = "/desk.svg"
        theme.description = "A support desk."
        return theme
    }
}

/// Shows the app in the language with this tag.
struct ChooseLanguage: Action { var language: String }
struct SignIn: Action {
    var name: String
    var password: String
}
struct SignOut: Action {}

enum DeskRoute: Route { case main, login }

/// Shows the tabs to an agent and the login to everybody else.
final class DeskFlow: FlowController<DeskRoute> {
    override class var actions: [Handler] { [.on(signIn), .on(signOut)] }

    func signIn(_ action: SignIn) throws {
        let name = action.name.lowercased()
        guard let agent = Agent.named(name), action.password == "open sesame" else {
            throw InvalidInput(field: "password", localized("The name or the password is wrong."))
        }
        try required(Desk.self).agentID = agent.id
        changeIdentity(to: agent.id)
        show(.main)
    }

    func signOut(_ action: SignOut) throws {
        try required(Desk.self).agentID = nil
        changeIdentity(clearsCache: true)
        show(.login)
    }

    /// Signing out needs an agent, so the login does not offer it.
    override func canPerform(_ action: any Action.Type) -> Bool {
        super.canPerform(action) && (action != SignOut.self || nearest(Desk.self)?.agent != nil)
    }

    override func guardResult(for route: DeskRoute) -> GuardResult {
        let isSignedIn = nearest(Desk.self)?.agent != nil
        return switch route {
        case .main: .allowed(if: isSignedIn, otherwise: .login)
        case .login: .allowed(if: !isSignedIn, otherwise: .main)
        }
    }

    override func isBackwardTransition(to route: DeskRoute) -> Bool { route == .login }

    override func destination(for route: DeskRoute) -> ViewController {
        switch route {
        case .main: DeskTabs(root: .queue)
        case .login: HostingController(rootView: LoginForm()).titled(localized("Sign in"))
        }
    }
}

struct LoginForm: View {
    var body: some View {
        TextField(
            localized("Name"), name: "name", isRequired: true, maximumLength: 40,
            help: localized("Ada, Ben or Cyra; the password is “open sesame”."), autocomplete: "username")
        SecureField(localized("Password"), name: "password")
        Button(localized("Sign in"), role: .primary, action: SignIn(name: "", password: ""))
    }
}

enum DeskTab: Route, CaseIterable { case queue, mine, customers, report }

/// The tabs of an agent; the report is for leads.
final class DeskTabs: TabBarController<DeskTab> {
    private var openCount = 0

    override func load() async throws {
        let desk = try required(Desk.self)
        if let agent = desk.agentID { openCount = try await desk.store.count(of: agent, .open) }
    }

    override func guardResult(for route: DeskTab) -> GuardResult {
        .allowed(if: route != .report || nearest(Desk.self)?.agent?.role == .lead, otherwise: .queue)
    }

    override func tabBarItem(for route: DeskTab) -> TabBarItem {
        switch route {
        case .queue: TabBarItem(title: localized("Queue"))
        case .mine: TabBarItem(title: localized("Mine"), badge: openCount == 0 ? nil : "\(openCount)")
        case .customers: TabBarItem(title: localized("Customers"))
        case .report: TabBarItem(title: localized("Report"))
        }
    }

    override func destination(for route: DeskTab) -> ViewController {
        switch route {
        case .queue: TicketNavigation(root: .list)
        case .mine: TicketNavigation(root: .mine)
        case .customers: TicketNavigation(root: .customers)
        case .report: Report().titled(localized("Report"))
        }
    }
}
