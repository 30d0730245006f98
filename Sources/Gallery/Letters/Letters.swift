import Cairn

/// A messaging app: a list of friends and the messages exchanged with them. Each container is its own coordinator.
final class Letters: Application, Account {
    @Saved var person: String?
    let post: PostOffice

    init(post: PostOffice) {
        self.post = post
        super.init()
    }

    override func makeRootViewController() -> ViewController { LettersFlow(post: post) }
}

/// Stores the name of the signed-in person. Containers find the account through the responder chain.
protocol Account: AnyObject {
    var person: String? { get set }
}

enum LettersRoute: Route { case home, login }

/// Shows the tabs to a signed-in person and the login to everybody else.
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

    override func guardResult(for route: LettersRoute) -> GuardResult {
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

/// The two tabs, each with its own stack and independent of the other.
final class HomeTabs: TabBarController<HomeTab> {
    let post: PostOffice
    // Looked up once, because every page with tabs shows the badge.
    private lazy var person = nearest((any Account).self)?.person

    init(post: PostOffice) {
        self.post = post
        super.init(root: .friends)
    }

    override var topics: [Topic] { person.map { [.letters(of: $0)] } ?? [] }

    override func tabBarItem(for route: HomeTab) -> TabBarItem {
        switch route {
        case .friends: TabBarItem(title: "Friends", icon: .people)
        case .messages:
            TabBarItem(
                title: "Messages", icon: .envelope,
                badge: person.flatMap { UnreadBadge.text(for: post.unreadCount(of: $0)) })
        }
    }

    override func destination(for route: HomeTab) throws -> ViewController {
        switch route {
        case .friends: FriendsNavigation(post: post)
        case .messages: MessagesNavigation(post: post)
        }
    }
}
