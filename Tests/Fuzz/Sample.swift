import NavigationKit
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
    private let bytes: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

    var kept: [UInt8] { bytes.withLock(\.self) }

    func load(_ id: SessionID) async throws -> [UInt8]? { kept }
    func save(
        _ bytes: [UInt8], for id: SessionID, from network: UInt64?, _ admission: StoreSpace.Admission
    ) async throws { self.bytes.withLock { $0 = bytes } }
    func remove(_ id: SessionID) async throws {}
    func removeExpired(
        idle: Duration, inMemory: @escaping @Sendable () -> [(id: SessionID, sinceUse: Duration)]
    ) async throws -> Int { 0 }
    func count() async throws -> Int { 1 }
}
