import Cairn

/// An app as plain as an app can be: two tabs, in the first a list of friends, a friend, and a thread of messages.
final class Directory: Application {
    override func makeRootViewController() -> ViewController { DirectoryTabs(root: .friends) }
}

struct SelectFriend: Action { var friend: Int }
struct OpenThread: Action {}

enum DirectoryTab: Route, CaseIterable { case friends, settings }

final class DirectoryTabs: TabBarController<DirectoryTab> {
    override func tabBarItem(for route: DirectoryTab) -> TabBarItem {
        switch route {
        case .friends: TabBarItem(title: "Friends")
        case .settings: TabBarItem(title: "Settings")
        }
    }

    override func destination(for route: DirectoryTab) throws -> ViewController {
        switch route {
        case .friends: FriendsStack(root: .list)
        case .settings: Plain("Nothing to set.").titled("Settings")
        }
    }
}

enum FriendsRoute: Route { case list, friend(Int), thread(Int) }

final class FriendsStack: NavigationController<FriendsRoute> {
    override class var actions: [Handler] { [.on(select), .on(open)] }

    func select(_ action: SelectFriend) { push(.friend(action.friend)) }

    func open(_ action: OpenThread) {
        if case .friend(let friend) = topRoute { push(.thread(friend)) }
    }

    override func destination(for route: FriendsRoute) throws -> ViewController {
        switch route {
        case .list: FriendsScreen().titled("Friends")
        case .friend(let friend): FriendScreen(name: FriendsScreen.names[friend % 20]).titled("Friend")
        case .thread(let friend): Plain("Chat with \(FriendsScreen.names[friend % 20])").titled("Thread")
        }
    }
}

/// The page that is measured: twenty rows with names that need escaping.
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

final class FriendScreen: ViewController {
    let name: String

    init(name: String) {
        self.name = name
        super.init()
    }

    @ViewBuilder override var view: any View {
        Text(name)
        Button("Messages", action: OpenThread())
    }
}

final class Plain: ViewController {
    let text: String

    init(_ text: String) {
        self.text = text
        super.init()
    }

    @ViewBuilder override var view: any View { Text(text) }
}
