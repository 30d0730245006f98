import NavigationKit
import SessionStores
import Synchronization

@testable import Sessions

struct Subscribe: Action { var name: String }
struct OpenArticle: Action {}
struct StopPress: Action {}

struct Offline: Error {}
struct OutOfPrint: PresentableError {
    var alert: Alert { Alert(title: "Out of print", message: "Come back tomorrow.") }
}

/// The source of the news: its texts, its errors and its speed are the test's.
final class Press: Sendable {
    struct State {
        var news = "Rain"
        /// The errors of the next loads, by screen.
        var failures: [String: any Error] = [:]
        /// The gate at which the next load waits.
        var gate: Gate?
        /// The time that each load takes by the clock.
        var delay = Duration.zero
        /// The time that each load computes before it first suspends, in nanoseconds.
        var computing: UInt64 = 0
        var loads = 0
        /// The number of performed actions: an effect outside the session.
        var performed = 0
        /// An error that the handler of `StopPress` leaves behind.
        var failureAfterAction: (any Error)?
    }

    let state = Mutex(State())
    let clock: StandingClock

    init(_ clock: StandingClock) { self.clock = clock }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func news(for screen: String) async throws -> String {
        let (gate, delay, computing) = state.withLock { state in
            state.loads += 1
            defer { state.gate = nil }
            return (state.gate, state.delay, state.computing)
        }
        if computing > 0 { clock.advance(by: computing) }
        await gate?.pass()
        if delay > .zero { try await clock.sleep(for: delay) }
        if let failure = state.withLock({ $0.failures[screen] }) { throw failure }
        return state.withLock(\.news)
    }
}

/// An app whose screens load from a press.
final class Newsstand: Application {
    let press: Press

    init(_ press: Press) {
        self.press = press
        super.init()
    }

    override func makeRootViewController() -> ViewController { NewsNavigation(press) }
}

enum NewsRoute: Route { case front, article }

final class NewsNavigation: NavigationController<NewsRoute> {
    let press: Press

    init(_ press: Press) {
        self.press = press
        super.init(root: .front)
    }

    override class var actions: [Handler] { [.on(open)] }

    func open(_ action: OpenArticle) {
        press.set { $0.performed += 1 }
        push(.article)
    }

    override func destination(for route: NewsRoute) throws -> ViewController {
        switch route {
        case .front: FrontPage(press)
        case .article: Article(press)
        }
    }
}

final class FrontPage: ViewController {
    let press: Press
    private var news = ""
    @Saved var subscriber = ""

    init(_ press: Press) {
        self.press = press
        super.init()
    }

    override func load() async throws { news = try await press.news(for: "front") }

    override class var actions: [Handler] { [.on(subscribe), .on(stop)] }

    func subscribe(_ action: Subscribe) {
        press.set { $0.performed += 1 }
        subscriber = action.name
    }

    func stop(_ action: StopPress) throws {
        press.set {
            $0.performed += 1
            $0.failures["front"] = $0.failureAfterAction
        }
        throw OutOfPrint()
    }

    @ViewBuilder override var view: any View {
        Text(news)
        TextField("Name", name: "name", text: subscriber)
        Button("Subscribe", action: Subscribe(name: ""))
        Button("Open", action: OpenArticle())
        Button("Stop the press", action: StopPress())
    }
}

final class Article: ViewController {
    let press: Press
    private var news = ""

    init(_ press: Press) {
        self.press = press
        super.init()
    }

    override func load() async throws { news = try await press.news(for: "article") }

    @ViewBuilder override var view: any View { Text("All about: \(news)") }
}

/// A hosted newsstand with its clock, its press and its session table.
struct Stand: Sendable {
    let clock = StandingClock()
    let press: Press
    let table: SessionTable

    init() {
        let press = Press(clock)
        self.press = press
        table = SessionTable(HostedApplication("news", title: "News") { Newsstand(press) }, time: clock)
    }

    var performed: Int { press.state.withLock(\.performed) }
    var loads: Int { press.state.withLock(\.loads) }

    /// Makes the loads of `screen` fail; `nil` repairs them.
    func fail(_ screen: String, with error: (any Error)?) { press.set { $0.failures[screen] = error } }

    func act(
        _ token: String, _ origin: Page.Origin? = nil, typing name: String? = nil, nonce: String? = nil,
        if precondition: (@Sendable (Page) -> Bool)? = nil, for id: SessionID?
    ) async throws -> ActionOutcome {
        let typed = name.map { [FormSubmission.Value(name: "name", text: $0)] } ?? []
        return try await table.act(
            ActionRequest(
                location: Location(""), at: origin, submission: try FormSubmission(token: token, values: typed),
                nonce: nonce, precondition: precondition), for: id)
    }

    func page(_ path: String = "", version: Int? = nil, for id: SessionID?) async throws -> Page {
        try await table.page(at: Location(path), version: version, for: id)
    }

    /// Creates a session whose newest version is number 2, and shows its page.
    func session() async throws -> SessionID {
        guard let id = try await act("subscribe", .path, typing: "Ada", for: nil).done?.newID else {
            throw Branch.NoSession()
        }
        _ = try await page(version: 2, for: id)
        return id
    }
}
