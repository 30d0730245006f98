import NavigationKit
import SessionStores
import Sessions
import Synchronization

/// A small app with every kind of container, as the subject of the location and snapshot targets.
enum Sample {
    static let hosted = HostedApplication("sample", title: "Sample") { SampleApplication() }
}

private final class SampleApplication: Application {
    @Saved var visits = 0
    override func makeRootViewController() -> ViewController { Tabs(root: .letters) }
}

private enum Tab: String, Route, CaseIterable { case letters, settings, atlas, a, b, c }

private final class Tabs: TabBarController<Tab> {
    override func destination(for route: Tab) -> ViewController {
        switch route {
        case .letters: Stack(root: .list)
        case .settings: Gate(root: .closed)
        case .atlas: Atlas(root: .list)
        case .a, .b, .c: Leaf()
        }
    }
}

private enum Place: Route {
    case list
    case letter(Int)
    case named(String)
    case both(first: String?, second: Bool)
}

private final class Stack: NavigationController<Place> {
    override func destination(for route: Place) -> ViewController { Leaf() }
}

private struct Open: Action { var number: Int }

private final class Atlas: SplitViewController<Place> {
    override class var actions: [Handler] { [.on(open)] }
    private func open(_ action: Open) { show(.letter(action.number)) }

    override func destination(for route: Place) -> ViewController {
        if case .named = route { Stack(root: .list) } else { Leaf() }
    }
}

private enum Step: Route { case closed, open }

private final class Gate: FlowController<Step> {
    override func destination(for route: Step) -> ViewController { Leaf() }
}

private struct Touch: Action { var number: Int }

private final class Leaf: ViewController {
    @Saved var number = 0
    @Saved var text: String?

    override class var actions: [Handler] { [.on(touch)] }
    private func touch(_ action: Touch) { number = action.number }

    @ViewBuilder override var view: any View {
        Text("Number \(number) \(text ?? "")")
        Button("Touch", action: Touch(number: 1))
        Button("Open", action: Open(number: 1))
    }
}

/// A store with one session, which it returns for every id.
final class OneSession: SessionStore {
    private let state: Mutex<[LogElement]>

    init(_ log: [LogElement]) { state = Mutex(log) }

    var log: [LogElement] { state.withLock(\.self) }

    private func difference(since known: Revision?) -> StoredSession {
        let log = log
        guard let last = log.last else { return .missing }
        return last.revision == known ? .unchanged : .whole(log)
    }

    func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession { difference(since: known) }

    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        .granted(Lease(of: id, token: 0), difference(since: known))
    }

    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        state.withLock { log in
            guard log.last?.revision == change.expected else { return .overtaken(by: log.last?.revision) }
            if case .replace = change.content { log = [] }
            log.append(change.element)
            return .done
        }
    }

    func release(_ lease: Lease) {}
    func touch(_ id: SessionID) {}
    func remove(_ id: SessionID) async throws { state.withLock { $0 = [] } }
    func count() async throws -> Int { 1 }
}
