import Cairn
import Synchronization

/// An app with three planted mistakes: a button whose action no responder handles, a guard that diverts two buttons, and
/// a row whose object another visitor can delete.
final class Workshop: Application {
    @Saved var note = ""
    @Saved var password = ""
    let people: People

    init(_ people: People) {
        self.people = people
        super.init()
    }

    override class var actions: [Handler] { [.on(signIn)] }

    func signIn(_ action: SignIn) {
        (note, password) = (action.name, action.password)
        changeIdentity(to: action.name)
    }

    override func makeRootViewController() -> ViewController { WorkshopNavigation(people) }

    static func hosted(_ people: People = People()) -> HostedApplication {
        HostedApplication("workshop", title: "Workshop") { Workshop(people) }
    }
}

final class People: Sendable {
    private let state = Mutex(["ada", "ben"])
    private let isHidden = Mutex(false)
    var names: [String] { state.withLock(\.self) }
    func delete(_ name: String) { state.withLock { $0.removeAll { $0 == name } } }
    /// Makes the handler of ``DeletePerson`` find no person, although the list still shows all.
    func hideAll() { isHidden.withLock { $0 = true } }

    func check() throws {
        if isHidden.withLock(\.self) { throw NavigationError.notFound }
    }
}

struct OpenPeople: Action {}
struct OpenTools: Action {}
struct ShowTools: Action {}
struct SendLetter: Action {}
struct DeletePerson: Action { var name: String }
struct SignIn: Action { var name = "", password = "" }

enum WorkshopRoute: Route { case start, people, tools }

final class WorkshopNavigation: NavigationController<WorkshopRoute> {
    let people: People

    init(_ people: People) {
        self.people = people
        super.init(root: .start)
    }

    override class var actions: [Handler] {
        [
            .on(openPeople), .on(openTools), .on(delete),
            .show { (_: ShowTools) in WorkshopRoute.tools },
        ]
    }

    func openPeople(_ action: OpenPeople) { push(.people) }
    func openTools(_ action: OpenTools) { push(.tools) }
    func delete(_ action: DeletePerson) throws {
        try people.check()
        people.delete(action.name)
    }

    override func guardResult(for route: WorkshopRoute) -> GuardResult {
        .allowed(if: route != .tools, otherwise: .start)
    }

    override func destination(for route: WorkshopRoute) throws -> ViewController {
        switch route {
        case .start: WorkshopStart().titled("Start")
        case .people: PeopleScreen(people).titled("People")
        case .tools: HostingController(rootView: Text("Tools"))
        }
    }
}

final class WorkshopStart: ViewController {
    @ViewBuilder override var view: any View {
        Button("People", action: OpenPeople())
        Button("Tools", action: OpenTools())
        Button("Show tools", action: ShowTools())
        Button("Send", action: SendLetter())
        Form {
            TextField("Name", name: "name")
            TextField("Password", name: "password", kind: .password)
            Button("Sign in", action: SignIn())
        }
    }
}

final class PeopleScreen: ViewController {
    let people: People

    init(_ people: People) {
        self.people = people
        super.init()
    }

    @ViewBuilder override var view: any View {
        ForEach(people.names) { Button("Delete \($0)", action: DeletePerson(name: $0)) }
        Button("<b>People</b>", action: OpenPeople())
    }
}
