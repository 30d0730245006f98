import Cairn
import CairnTesting
import Synchronization
import Testing

/// An app for tests of the HTTP interface, with forms, failing actions, and changes of identity.
final class Desk: Application {
    @Saved var count = 0
    let gate: Gate

    init(gate: Gate = Gate()) {
        self.gate = gate
        super.init()
    }

    override func makeRootViewController() -> ViewController { DeskNavigation() }

    override class var actions: [Handler] {
        [.on(increment), .on(wait), .on(fail), .on(look), .on(enter), .on(leave), .leaving(readMore)]
    }

    func increment(_ action: Increment) { count += 1 }
    func wait(_ action: WaitAtGate) async { await gate.pass() }
    func fail(_ action: Fail) throws { throw Failure() }
    func look(_ action: LookForPen) throws { throw NavigationError.notFound }
    func readMore(_ action: ReadAboutDesks) throws { try open("https://example.org/desks") }
    func enter(_ action: EnterDesk) { changeIdentity() }
    func leave(_ action: LeaveDesk) { changeIdentity(clearsCache: true) }

    static func hosted(
        _ name: String = "desk", gate: Gate = Gate(), outsideHosts: [String] = []
    ) -> HostedApplication {
        HostedApplication(name, title: "Desk", summary: "One of everything.", outsideHosts: outsideHosts) {
            Desk(gate: gate)
        }
    }
}

struct OpenDrawer: Action { var drawer: Int }
struct Increment: Action {}
struct WaitAtGate: Action {}
struct Fail: Action {}
struct LookForPen: Action {}
struct Ignored: Action {}
struct EnterDesk: Action {}
struct LeaveDesk: Action {}
struct ReadAboutDesks: Action {}
struct Order: Action {
    var item = ""
    var amount: Int?
}
struct Failure: Error {}

enum DeskRoute: Route { case top, drawer(Int), order, broken }

final class DeskNavigation: NavigationController<DeskRoute> {
    init() { super.init(root: .top) }

    override class var actions: [Handler] { [.on(open), .on(order)] }

    func open(_ action: OpenDrawer) { push(.drawer(action.drawer)) }

    func order(_ action: Order) throws {
        guard action.item != "coal" else { throw InvalidInput(field: "item", "We have no coal.") }
        pop()
    }

    override func destination(for route: DeskRoute) throws -> ViewController {
        switch route {
        case .top: DeskTop().titled("Desk")
        case .drawer(let number): Drawer().titled("Drawer \(number)")
        case .order: OrderForm().titled("Order")
        case .broken: Broken().titled("Broken")
        }
    }
}

final class DeskTop: ViewController {
    @ViewBuilder override var view: any View {
        Text("Counted to \(nearest(Desk.self)?.count ?? -1)")
        List("Drawers") {
            Row("Drawer 1", action: OpenDrawer(drawer: 1))
            Row("Drawer 2", action: OpenDrawer(drawer: 2))
        }
        Button("Count", action: Increment())
        Button("Wait", action: WaitAtGate())
        Button("Fail", action: Fail())
        Button("Look for a pen", action: LookForPen())
        Button("Enter", action: EnterDesk())
        Button("Leave", action: LeaveDesk())
        Button("Ignore", action: Ignored())
        Button("Read about desks", action: ReadAboutDesks())
    }

    // Deliberate misuse: claims the action in `canPerform` but does not perform it.
    override func canPerform(_ action: any Action.Type) -> Bool {
        action == Ignored.self || super.canPerform(action)
    }

    override func perform(_ action: any Action) async throws -> Bool {
        if action is Ignored { return false }
        return try await super.perform(action)
    }
}

final class Drawer: ViewController {
    @ViewBuilder override var view: any View {
        Text("It is empty.")
        Row("Drawer 3", action: OpenDrawer(drawer: 3))
    }
}

final class OrderForm: ViewController {
    @ViewBuilder override var view: any View {
        TextField("Item", name: "item", isRequired: true, maximumLength: 10)
        TextField("Amount", name: "amount", kind: .number)
        Button("Order", role: .primary, action: Order())
    }
}

final class Broken: ViewController {
    override func viewDidLoad() async throws { throw Failure() }
}

/// Suspends the callers of `pass()` until the gate is opened.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                defer { state.watchers = [] }
                return (state.isOpen, state.watchers)
            }
            for watcher in watchers { watcher.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Returns when a caller waits at the gate; at once if the gate is open.
    func untilReached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.waiting.isEmpty, !state.isOpen { state.watchers.append(continuation) }
                return !state.waiting.isEmpty || state.isOpen
            }
            if isReached { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension Visitor {
    /// Runs `body` with a visitor of a desk, without a socket.
    static func atDesk(_ body: (Visitor) async throws -> Void) async throws {
        try await Transport.memory.serve([Desk.hosted()]) { try await body(Visitor($0)) }
    }

    /// Runs `body` with a visitor of a desk whose session is busy until `body` returns or opens the gate.
    static func atBusyDesk(_ body: (Visitor, Gate) async throws -> Void) async throws {
        let gate = Gate()
        var configuration = Transport.configuration
        configuration.sessions.waitingActions = 0
        try await Transport.memory.serve([Desk.hosted(gate: gate)], configuration: configuration) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.post("/desk", "action=increment")
            let cookies = visitor.cookies.map { ("Cookie", "\($0.key)=\($0.value)") }
            async let waiting = Visitor(wire).post("/desk", "action=wait-at-gate", cookies)
            await gate.untilReached()
            try await body(visitor, gate)
            gate.open()
            #expect(try await waiting.status == 303)
            // The session is still usable.
            #expect(try await visitor.post("/desk", "action=increment").status == 303)
        }
    }

    func get(_ path: String, accept: String = "*/*", _ fields: [(String, String)] = []) async throws -> Reply {
        try await send(Call("GET", path, fields: [("Accept", accept)] + fields))
    }

    /// Posts `body`, by default as a form.
    func post(
        _ path: String, _ body: String, accept: String = "application/json", _ fields: [(String, String)] = []
    ) async throws -> Reply {
        let hasType = fields.contains { $0.0.lowercased() == "content-type" }
        let type = hasType ? [] : [("Content-Type", "application/x-www-form-urlencoded")]
        return try await send(Call("POST", path, fields: type + [("Accept", accept)] + fields, body: Array(body.utf8)))
    }
}
