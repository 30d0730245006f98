import Cairn
import Synchronization

/// An app with three mistakes, which the inspector explains: a button whose action no responder handles, a guard that
/// diverts a button, and a row whose object another visitor can delete.
final class Mistaken: Application {
    private let people: MistakenPeople

    init(_ people: MistakenPeople) {
        self.people = people
        super.init()
    }

    override func makeRootViewController() -> ViewController { MistakenStack(people) }
}

/// The numbers of the people that all visitors share. Another person comes for each one that is deleted.
final class MistakenPeople: Sendable {
    private let state = Mutex([1, 2])
    var numbers: [Int] { state.withLock(\.self) }

    func delete(_ number: Int) {
        state.withLock { numbers in
            guard numbers.contains(number), let last = numbers.last else { return }
            numbers.append(last + 1)
            numbers.removeAll { $0 == number }
        }
    }
}

struct OpenPeople: Action {}
struct OpenTools: Action {}
struct SendLetter: Action {}
struct DeletePerson: Action { var number: Int }

enum MistakenRoute: Route { case start, people, tools }

final class MistakenStack: NavigationController<MistakenRoute> {
    private let people: MistakenPeople

    init(_ people: MistakenPeople) {
        self.people = people
        super.init(root: .start)
    }

    override class var actions: [Handler] { [.on(openPeople), .on(openTools), .on(delete)] }

    func openPeople(_ action: OpenPeople) { push(.people) }
    func openTools(_ action: OpenTools) { push(.tools) }
    func delete(_ action: DeletePerson) { people.delete(action.number) }

    override func guardResult(for route: MistakenRoute) -> GuardResult {
        .allowed(if: route != .tools, otherwise: .start)
    }

    override func destination(for route: MistakenRoute) throws -> ViewController {
        switch route {
        case .start: MistakenStart().titled("Start")
        case .people: MistakenList(people).titled("People")
        case .tools: HostingController(rootView: Text("Tools")).titled("Tools")
        }
    }
}

final class MistakenStart: ViewController {
    @ViewBuilder override var view: any View {
        Button("People", action: OpenPeople())
        Button("Tools", action: OpenTools())
        Button("Send a letter", action: SendLetter())
    }
}

final class MistakenList: ViewController {
    private let people: MistakenPeople

    init(_ people: MistakenPeople) {
        self.people = people
        super.init()
    }

    @ViewBuilder override var view: any View {
        List("People") { ForEach(people.numbers) { Row("Delete person \($0)", action: DeletePerson(number: $0)) } }
    }
}
