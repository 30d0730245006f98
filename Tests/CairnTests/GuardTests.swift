import Cairn
import CairnTesting
import Testing

@Suite("Code behind a guard, which would trap without a user") struct GuardTests {
    @Test func `an anonymous crawl to depth six causes no trap and has no findings`() async throws {
        try await Transport.memory.serve([Archive.hosted()]) { wire in
            var limits = Crawl.Limits()
            limits.depth = 6
            let crawl = try await Crawler(wire, limits: limits).crawl(from: "/archive")
            #expect(crawl.findings.isEmpty, "\(crawl.findings)")
            #expect(crawl.isComplete)
            #expect(crawl.states >= 4)
            #expect(!crawl.locations.contains { $0.contains("staff") }, "\(crawl.locations)")
        }
    }

    @Test(arguments: [
        "/archive/record:1", "/archive/record:99999", "/archive/record:1/record:2", "/archive/~secret",
        "/archive/record:1/~secret", "/archive/staff", "/archive/staff/desk", "/archive/lobby/~secret",
    ])
    func `an anonymous visitor who knows a URL does not get the guarded content`(path: String) async throws {
        try await Transport.memory.serve([Archive.hosted()]) { wire in
            for method in ["GET", "POST"] {
                let visitor = Visitor(wire)
                let reply =
                    method == "GET"
                    ? try await visitor.get(path, accept: "application/vnd.siren+json")
                    : try await visitor.post(path, "action=read-record&number=3&_at=path")
                #expect([200, 303, 404, 409].contains(reply.status), "\(method) \(path): \(reply.status)")
                #expect(!String(decoding: reply.body, as: UTF8.self).contains("Secret"))
            }
        }
    }

    @Test func `with a user the same code runs`() async throws {
        try await Transport.memory.serve([Archive.hosted()]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/archive/record:7")
            #expect(try visitor.page.heading == "Login")
            try visitor.fill("Password", with: "right")
            try await visitor.submit("Log in")
            #expect(try visitor.page.heading == "Secret record 7 for Ada")
            #expect(try await visitor.visit("/archive/staff").heading == "Secret desk of Ada")
        }
    }
}

private struct ReadRecord: Action { var number: Int }
private struct OpenSecret: Action {}
private struct LogIn: Action { var password = "" }

/// Records for one user. Code behind its guards traps if there is no user.
private final class Archive: Application {
    @Saved var user: String?

    override func makeRootViewController() -> ViewController { ArchiveTabs() }

    static func hosted() -> HostedApplication {
        HostedApplication("archive", title: "Archive", summary: "Guarded.") { Archive() }
    }
}

extension ViewController {
    fileprivate var user: String? { nearest(Archive.self)?.user }

    /// The user that the guard has checked.
    fileprivate var presentUser: String {
        guard let user else { preconditionFailure("built for a visitor whom the guard turned away") }
        return user
    }
}

private enum ArchiveTab: Route, CaseIterable { case lobby, staff }

private final class ArchiveTabs: TabBarController<ArchiveTab> {
    init() { super.init(root: .lobby) }
    override func guardResult(for route: ArchiveTab) -> GuardResult {
        .allowed(if: route == .lobby || user != nil, otherwise: .lobby)
    }
    override func destination(for route: ArchiveTab) throws -> ViewController {
        switch route {
        case .lobby: Records()
        case .staff: Desk(of: presentUser)
        }
    }

    final class Desk: ViewController {
        init(of user: String) {
            super.init()
            title = "Secret desk of \(user)"
        }
    }
}

private enum RecordRoute: Route {
    case lobby, login, record(Int), secret, secretLogin

    var transition: Transition { self == .secret || self == .secretLogin ? .modal : .push }
}

private final class Records: NavigationController<RecordRoute> {
    init() { super.init(root: .lobby) }
    override class var actions: [Handler] { [.on(read), .on(open), .on(logIn)] }
    func read(_ action: ReadRecord) { show(.record(action.number)) }
    func open(_ action: OpenSecret) { show(.secret) }
    func logIn(_ action: LogIn) throws {
        guard action.password == "right" else { throw InvalidInput(field: "password", "It is another one.") }
        nearest(Archive.self)?.user = "Ada"
        changeIdentity(to: "ada")
        setRoutes([.lobby, .record(7)])
    }
    override func guardResult(for route: RecordRoute) -> GuardResult {
        switch route {
        case .lobby, .login, .secretLogin: .allowed
        case .record: .allowed(if: user != nil, otherwise: .login)
        case .secret: .allowed(if: user != nil, otherwise: .secretLogin)
        }
    }
    override func destination(for route: RecordRoute) throws -> ViewController {
        switch route {
        case .lobby: Lobby().titled("Lobby")
        case .login, .secretLogin: Login().titled("Login")
        case .record(let number): ViewController().titled("Secret record \(number) for \(presentUser)")
        case .secret: ViewController().titled("Secret of \(presentUser)")
        }
    }
}

private final class Lobby: ViewController {
    @ViewBuilder override var view: any View {
        for number in 1...3 { Row("Record \(number)", action: ReadRecord(number: number)) }
        Button("Open the vault", action: OpenSecret())
    }
}

private final class Login: ViewController {
    @ViewBuilder override var view: any View {
        SecureField("Password", name: "password")
        Button("Log in", role: .primary, action: LogIn())
    }
}
