import Cairn

/// Seed 000's app: friends, and the messages between you and them. Each container is its own coordinator.
final class Letters: Application, Account {
    @Saved var person: String?
    let post: PostOffice

    init(post: PostOffice) {
        self.post = post
        super.init()
    }

    override func makeRootViewController() -> ViewController { LettersFlow(post: post) }
}

/// Who is signed in, found through the chain by whoever needs to know.
protocol Account: AnyObject {
    var person: String? { get set }
}

enum LettersRoute: Route { case home, login }

/// Shows the tabs to whoever has said who they are, and asks everybody else.
final class LettersFlow: FlowController<LettersRoute> {
    let post: PostOffice

    init(post: PostOffice) {
        self.post = post
        super.init(root: .home)
    }

    override class var actions: [Handler] { [.on(signIn), .on(signOut)] }

    func signIn(_ action: SignIn) throws {
        try required((any Account).self).person = action.name
        changeIdentity(to: action.name)
        show(.home)
    }

    func signOut(_ action: SignOut) throws {
        try required((any Account).self).person = nil
        changeIdentity(clearsCache: true)
        show(.login)
    }

    override func permits(_ route: LettersRoute) -> Permission {
        let isSignedIn = nearest((any Account).self)?.person != nil
        return switch route {
        case .home: .allowed(if: isSignedIn, otherwise: .login)
        case .login: .allowed(if: !isSignedIn, otherwise: .home)
        }
    }

    override func destination(for route: LettersRoute) throws -> ViewController {
        switch route {
        case .home: HomeTabs(post: post)
        case .login: LoginNavigation()
        }
    }
}

enum HomeTab: Route, CaseIterable { case friends, messages }

/// The two tabs, each a stack of its own, built without knowing of the other.
final class HomeTabs: TabBarController<HomeTab> {
    let post: PostOffice
    // Looked up once for all pages that these tabs are seen on.
    private lazy var unread = nearest((any Account).self)?.person.map { post.unreadCount(of: $0) }

    init(post: PostOffice) {
        self.post = post
        super.init(root: .friends)
    }

    override func tabBarItem(for route: HomeTab) -> TabBarItem {
        switch route {
        case .friends: TabBarItem(title: "Friends")
        case .messages: TabBarItem(title: "Messages", badge: unread?.badge)
        }
    }

    override func destination(for route: HomeTab) throws -> ViewController {
        switch route {
        case .friends: FriendsNavigation(post: post)
        case .messages: MessagesNavigation(post: post)
        }
    }
}
