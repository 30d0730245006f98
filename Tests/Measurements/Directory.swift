import Cairn

/// A minimal app: two tabs; the first has a stack of places, a town, its people, and one person. Other screens have a path only.
final class Directory: Application {
    override func makeRootViewController() -> ViewController { DirectoryTabs(root: .people) }
}

struct SelectTown: Action { var town: Int }
/// Pushes many towns at once, for deep stacks.
struct Travel: Action { var towns: Int }
struct ShowPeople: Action {}
struct SelectFriend: Action { var friend: Int }

enum DirectoryTab: Route, CaseIterable { case people, settings }

final class DirectoryTabs: TabBarController<DirectoryTab> {
    override func tabBarItem(for route: DirectoryTab) -> TabBarItem {
        switch route {
        case .people: TabBarItem(title: "People")
        case .settings: TabBarItem(title: "Settings")
        }
    }

    override func destination(for route: DirectoryTab) throws -> ViewController {
        switch route {
        case .people: PeopleStack(root: .places)
        case .settings: Plain("Nothing to set.").titled("Settings")
        }
    }
}

enum PeopleRoute: Route { case places, town(Int), friends, friend(Int), crowd, loaded }

final class PeopleStack: NavigationController<PeopleRoute> {
    override class var actions: [Handler] { [.on(selectTown), .on(travel), .on(showPeople), .on(selectFriend)] }

    func selectTown(_ action: SelectTown) { push(.town(action.town)) }
    func travel(_ action: Travel) { for _ in 0..<action.towns { push(.town(7)) } }
    func showPeople(_ action: ShowPeople) { push(.friends) }
    func selectFriend(_ action: SelectFriend) { push(.friend(action.friend)) }

    override func destination(for route: PeopleRoute) throws -> ViewController {
        switch route {
        case .places:
            Plain("Choose a town.", SelectTown(town: 7), [98, 998].map { Travel(towns: $0) }).titled("Places")
        case .town(let town): Plain("Town \(town)", ShowPeople()).titled("Town")
        case .friends: FriendsScreen().titled("Friends")
        case .crowd: CrowdScreen().titled("Crowd")
        case .loaded: LoadedScreen().titled("Loaded")
        case .friend(let friend): Plain(FriendsScreen.names[friend % 20]).titled("Friend")
        }
    }
}

/// The measured page: twenty rows with names that need escaping.
final class FriendsScreen: ViewController {
    static let names = [
        "Ada", "Bo", "Cyd", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max", "Ned", "Oda", "Pam",
        "Quin", "Ray", "Sue", "Tom",
    ].enumerated().map { "\($1) & Sons <\($0)>" }

    @ViewBuilder override var view: any View {
        List {
            ForEach(FriendsScreen.names.indices) { Row(FriendsScreen.names[$0], action: SelectFriend(friend: $0)) }
        }
    }
}

/// The page of an app that loads its data before each rendering.
final class LoadedScreen: ViewController {
    private var names: [String] = []

    override func load() async throws { names = FriendsScreen.names }

    @ViewBuilder override var view: any View {
        List { ForEach(names.indices) { Row(names[$0], action: SelectFriend(friend: $0)) } }
    }
}

/// The longest page: a thousand rows with the names of ``FriendsScreen``.
final class CrowdScreen: ViewController {
    @ViewBuilder override var view: any View {
        List {
            ForEach(0..<1_000) {
                Row(FriendsScreen.names[$0 % FriendsScreen.names.count], action: SelectFriend(friend: $0))
            }
        }
    }
}

final class Plain: ViewController {
    let text: String
    let button: Button?
    let others: [Button]

    init(_ text: String) {
        self.text = text
        button = nil
        others = []
        super.init()
    }

    init(_ text: String, _ action: some Action, _ others: [Travel] = []) {
        self.text = text
        button = Button("Go on", action: action)
        self.others = others.map { Button("Travel far", action: $0) }
        super.init()
    }

    @ViewBuilder override var view: any View {
        Text(text)
        if let button { button }
        ForEach(others) { $0 }
    }
}
