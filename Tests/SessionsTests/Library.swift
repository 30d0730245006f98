import NavigationKit
import SessionStores
import Synchronization

@testable import Sessions

struct Read: Action { var page: Int }
struct Stamp: Action {}
struct Queue: Action {}
struct Tear: Action {}
struct Misread: Action {}
struct Peek: Action {}
struct Join: Action {}
struct LogIn: Action { var user: String }
struct LogOutElsewhere: Action {}
struct QueueAndJoin: Action {}
struct Whistle: Action {}
struct Hum: Action {}
struct Mark: Action {}
struct ReturnWithMark: Action {}
struct Note: Action {
    var text: String
    var secret: String
}
struct Close: Action {}
struct Sing: Action {}
struct SingAtGate: Action {}
struct SingWrongly: Action {}
struct Leave: Action {}
struct WriteLongText: Action {}

/// A test app: two tabs, each a stack of pages, with actions for most outcomes.
final class Library: Application {
    @Saved var stamps = 0
    @Saved var text = ""
    let gate: Gate

    init(gate: Gate) {
        self.gate = gate
        super.init()
    }

    override func makeRootViewController() -> ViewController { Shelves() }

    override class var actions: [Handler] {
        [
            .on(stamp), .on(queue), .on(join), .on(queueAndJoin), .on(logIn), .on(logOutElsewhere), .on(sing),
            .on(singAtGate), .on(singWrongly), .on(leave), .on(writeLongText),
        ]
    }

    func stamp(_ action: Stamp) { stamps += 1 }
    func queue(_ action: Queue) async { await gate.pass() }
    func join(_ action: Join) { changeIdentity() }
    func queueAndJoin(_ action: QueueAndJoin) async {
        await gate.pass()
        changeIdentity()
    }
    func logIn(_ action: LogIn) { changeIdentity(to: action.user) }
    func logOutElsewhere(_ action: LogOutElsewhere) { endOtherSessions() }
    func leave(_ action: Leave) { changeIdentity(clearsCache: true) }
    func writeLongText(_ action: WriteLongText) { text = String(repeating: "x", count: 70_000) }
    func sing(_ action: Sing) {
        gate.songs.wrappingAdd(1, ordering: .relaxed)
        gate.keys.withLock { $0.append(idempotencyKey) }
    }
    func singAtGate(_ action: SingAtGate) async {
        gate.songs.wrappingAdd(1, ordering: .relaxed)
        await gate.pass()
    }
    /// Throws `gate.mistake`, if there is one.
    func singWrongly(_ action: SingWrongly) throws {
        gate.songs.wrappingAdd(1, ordering: .relaxed)
        if let mistake = gate.mistake.withLock(\.self) { throw mistake }
    }
}

enum ShelfRoute: Route, CaseIterable { case old, new }

final class Shelves: TabBarController<ShelfRoute> {
    init() { super.init(root: .old) }

    override func destination(for route: ShelfRoute) throws -> ViewController { Book() }
}

enum PageRoute: Route { case cover, page(Int), torn, slow }

final class Book: NavigationController<PageRoute> {
    private var marksCover = false

    init() { super.init(root: .cover) }

    override class var actions: [Handler] {
        [.on(read), .on(tear), .on(misread), .on(peek), .on(close), .on(returnWithMark)]
    }

    func close(_ action: Close) {
        endFlow()
        popToRoot()
        nearest(Shelves.self)?.select(.old)
    }

    override var historyPolicy: HistoryPolicy {
        switch topRoute {
        case .page(70): .once
        case .page(71): .reject
        default: .branch
        }
    }

    func read(_ action: Read) { push(.page(action.page)) }

    func tear(_ action: Tear) throws {
        push(.page(99))
        throw TornPage()
    }

    func misread(_ action: Misread) throws {
        push(.page(99))
        throw InvalidInput(field: "page", "There is no such page.")
    }

    func returnWithMark(_ action: ReturnWithMark) {
        marksCover = true
        pop()
    }

    override func willShow(_ controller: ViewController, after change: StackChange) {
        guard marksCover, let cover = controller as? Leaf else { return }
        cover.marks += 1
        marksCover = false
    }

    func peek(_ action: Peek) { push(.torn) }

    override func destination(for route: PageRoute) throws -> ViewController {
        switch route {
        case .cover: Leaf().titled("Cover")
        case .page(let number): Leaf().titled("Page \(number)")
        case .torn: TornLeaf()
        case .slow: SlowLeaf()
        }
    }
}

struct TornPage: Error {}

final class Leaf: ViewController {
    @Saved var marks = 0

    override class var actions: [Handler] { [.on(mark), .on(note)] }

    func mark(_ action: Mark) { marks += 1 }
    func note(_ action: Note) { marks += 10 }

    @ViewBuilder override var view: any View {
        Text("Stamped \(nearest(Library.self)?.stamps ?? -1) times")
        if marks > 0 { Text("Marked \(marks) times") }
        TextField("Note", name: "text", maximumLength: 5_000)
        TextField("Secret", name: "secret", kind: .password)
        Button("Keep", action: Note(text: "", secret: ""))
        Button("Mark", action: Mark())
        Button("Return with a mark", action: ReturnWithMark())
        Button("Close", action: Close())
        Button("Sing", action: Sing())
        Button("Sing at the gate", action: SingAtGate())
        Button("Sing wrongly", action: SingWrongly())
        Button("Leave", action: Leave())
        Button("Write a long text", action: WriteLongText())
        Button("Read 1", action: Read(page: 1))
        Button("Read 2", action: Read(page: 2))
        Button("Read 70", action: Read(page: 70))
        Button("Read 71", action: Read(page: 71))
        Button("Stamp", action: Stamp())
        Button("Queue", action: Queue())
        Button("Tear", action: Tear())
        Button("Misread", action: Misread())
        Button("Peek", action: Peek())
        Button("Join", action: Join())
        Button("Queue and join", action: QueueAndJoin())
        Button("Log in as Ada", action: LogIn(user: "ada"))
        Button("Log out elsewhere", action: LogOutElsewhere())
        Button("Log in as Bob", action: LogIn(user: "bob"))
        Button("Whistle", action: Whistle())
        Button("Hum", action: Hum())
    }

    // Claims the action `Hum` and then declines it.
    override func canPerform(_ action: any Action.Type) -> Bool { action == Hum.self || super.canPerform(action) }

    override func perform(_ action: any Action) async throws -> Bool {
        if action is Hum { return false }
        return try await super.perform(action)
    }
}

/// A screen that waits at the gate while it loads.
final class SlowLeaf: ViewController {
    override func viewDidLoad() async throws { await nearest(Library.self)?.gate.pass() }
}

final class TornLeaf: ViewController {
    override func viewDidLoad() async throws { throw TornPage() }
}

/// A hosted library with its clock, its gate and its session table.
struct Branch: Sendable {
    let clock = StandingClock()
    let gate: Gate
    let hosted: HostedApplication
    let table: SessionTable
    private let made: Made

    /// Weak references to all applications that were created.
    private final class Made: Sendable {
        let all = Mutex<[Weak]>([])
    }

    private final class Weak: @unchecked Sendable {  // ok: set once, and read only when no session is in use
        weak var application: Application?
        init(_ application: Application) { self.application = application }
    }

    init(_ change: (inout SessionLimits) -> Void = { _ in }) { self.init(store: nil, change: change) }

    init(store: any SessionStore, change: (inout SessionLimits) -> Void) {
        self.init(store: store, report: { _ in }, change: change)
    }

    init(
        store: (any SessionStore)?, report: @escaping @Sendable (String) -> Void = { _ in },
        noteSecurity: @escaping @Sendable (SecurityEvent) -> Void = { _ in }, recordsActions: Bool = false,
        change: (inout SessionLimits) -> Void = { _ in }
    ) {
        let gate = Gate()
        let made = Made()
        hosted = HostedApplication("library", title: "Library", recordsActions: recordsActions) {
            let library = Library(gate: gate)
            made.all.withLock { $0.append(Weak(library)) }
            return library
        }
        var limits = SessionLimits()
        change(&limits)
        self.gate = gate
        self.made = made
        table = SessionTable(
            hosted, limits: limits, time: clock, store: store, report: report, noteSecurity: noteSecurity)
    }

    /// The number of `Sing` actions: an effect outside the session.
    var hummed: Int { gate.songs.load(ordering: .relaxed) }

    var living: Int { made.all.withLock { $0.count { $0.application != nil } } }

    func act(
        _ token: String, at location: String = "/old", _ origin: Page.Origin? = nil,
        typing values: [String: String] = [:],
        nonce: String? = nil, for id: SessionID?
    ) async throws -> ActionOutcome {
        let typed = values.sorted { $0.key < $1.key }.map { FormSubmission.Value(name: $0.key, text: $0.value) }
        return try await table.act(
            ActionRequest(
                location: Location(location), at: origin, submission: try FormSubmission(token: token, values: typed),
                nonce: nonce), for: id)
    }

    /// Creates a session with the action `token`, and returns its id.
    func session(after token: String = "stamp", at location: String = "/old") async throws -> SessionID {
        guard case .done(let done) = try await act(token, at: location, .path, for: nil), let id = done.newID else {
            throw NoSession()
        }
        return id
    }

    struct NoSession: Error {}

    func page(
        _ location: String = "/old", version: Int? = nil, for id: SessionID?, seen: UInt64 = 0
    ) async throws -> Page {
        try await table.page(at: Location(location), version: version, for: id, seen: seen)
    }
}

extension ActionOutcome {
    var done: Done? { if case .done(let done) = self { done } else { nil } }
    var stalePage: Page? { if case .stale(let page) = self { page } else { nil } }
}

extension Page {
    /// The values of the fields, by name.
    var typed: [String: String] {
        var typed: [String: String] = [:]
        for case .field(let field) in screen.elements { typed[field.field.name] = field.value }
        return typed
    }

    var texts: [String] {
        screen.elements.compactMap { if case .text(let text, _) = $0 { text } else { nil } }
    }
}
