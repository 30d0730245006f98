@testable import Navigation
@testable import Responders
@testable import Views

// The app that many suites share: a guarded flow around a tab bar with two stacks, and a stack that is presented.

struct SignIn: Action { var name: String }
struct SignOut: Action {}
struct OpenLetter: Action { var letter: Int }
struct SelectFriend: Action { var friend: Int }
struct WriteTo: Action { var friend: Int }
struct ChooseRecipient: Action {}
struct WriteAnother: Action {}
struct Archive: Action { var letter: Int }
struct Burn: Action {}
struct Rename: Action { var name: String }

/// Records the callbacks of pages, archived letters, and the names of the built pages, each in order.
final class Diary {
    var lines: [String] = []
    var built: [String] = []
}

protocol Visited: Responder {
    var visitor: String? { get set }
}

final class PostOffice: Application, Visited {
    @Saved var visitor: String? = nil
    let diary = Diary()

    override func makeRootViewController() -> ViewController { AppFlow(diary: diary) }
}

enum AppRoute: Route { case main, login }

final class AppFlow: FlowController<AppRoute> {
    let diary: Diary
    init(diary: Diary = Diary()) {
        self.diary = diary
        super.init(root: .main)
    }

    override class var actions: [Handler] { [.on(signIn), .on(signOut)] }
    func signIn(_ action: SignIn) {
        nearest((any Visited).self)?.visitor = action.name
        show(.main)
    }
    func signOut(_ action: SignOut) {
        nearest((any Visited).self)?.visitor = nil
        show(.login)
    }

    override func guardResult(for route: AppRoute) -> GuardResult {
        guard route == .main, let application = nearest((any Visited).self) else { return .allowed }
        return application.visitor == nil ? .redirect(to: .login) : .allowed
    }

    override func destination(for route: AppRoute) throws -> ViewController {
        switch route {
        case .main: Tabs(diary: diary)
        case .login: Login(diary: diary).titled("Sign in")
        }
    }
}

enum Tab: Route, CaseIterable { case letters, friends }

final class Tabs: TabBarController<Tab> {
    let diary: Diary
    init(diary: Diary = Diary()) {
        self.diary = diary
        super.init(root: .letters)
    }
    override func destination(for route: Tab) throws -> ViewController {
        switch route {
        case .letters: Letters(diary: diary)
        case .friends: Friends(diary: diary)
        }
    }
    override func tabBarItem(for route: Tab) -> TabBarItem {
        var item = super.tabBarItem(for: route)
        if route == .letters { item.badge = "2" }
        return item
    }
}

enum LetterRoute: Route {
    case inbox, letter(Int), search(text: String, page: Int?), compose(to: Int?)
    var transition: Transition { if case .compose = self { .modal } else { .push } }
}

final class Letters: NavigationController<LetterRoute> {
    let diary: Diary
    init(diary: Diary = Diary()) {
        self.diary = diary
        super.init(root: .inbox)
    }
    override class var actions: [Handler] { [.on(open), .on(write)] }
    func open(_ action: OpenLetter) { show(.letter(action.letter)) }
    func write(_ action: WriteTo) { show(.compose(to: action.friend)) }

    override func destination(for route: LetterRoute) throws -> ViewController {
        switch route {
        case .inbox: Inbox(diary: diary).titled("Inbox")
        case .letter(let number): try Letter(existing: number, diary: diary)
        case .search(let text, _): Page("Search \(text)", diary: diary)
        case .compose: Composing(diary: diary)
        }
    }
}

enum FriendRoute: Route {
    case list, friend(Int), album, writing(to: Int)
    var transition: Transition { if case .writing = self { .fullScreen } else { .push } }
}

final class Friends: NavigationController<FriendRoute> {
    let diary: Diary
    init(diary: Diary = Diary()) {
        self.diary = diary
        super.init(root: .list)
    }
    override class var actions: [Handler] { [.on(select), .on(write)] }
    func select(_ action: SelectFriend) { push(.friend(action.friend)) }
    func write(_ action: WriteTo) { show(.writing(to: action.friend)) }

    override func destination(for route: FriendRoute) throws -> ViewController {
        switch route {
        case .list: FriendList(diary: diary).titled("Friends")
        case .friend(let number): Page("Friend \(number)", diary: diary)
        case .album: Album(diary: diary)
        case .writing: Composing(diary: diary)
        }
    }
}

enum ComposeRoute: Route {
    case draft, recipient, picture(String), another
    var transition: Transition { self == .another ? .modal : .push }
}

/// A stack that can be presented and can present another one of its kind.
final class Composing: NavigationController<ComposeRoute> {
    let diary: Diary
    private(set) var recipient: Int?
    init(diary: Diary = Diary()) {
        self.diary = diary
        super.init(root: .draft)
    }
    override class var actions: [Handler] { [.on(choose), .on(select), .on(writeAnother)] }
    func choose(_ action: ChooseRecipient) { push(.recipient) }
    func writeAnother(_ action: WriteAnother) { show(.another) }
    func select(_ action: SelectFriend) {
        recipient = action.friend
        popToRoot()
    }
    override func destination(for route: ComposeRoute) throws -> ViewController {
        switch route {
        case .draft: Draft(diary: diary).titled("New letter")
        case .recipient: FriendList(diary: diary).titled("To whom?")
        case .picture(let name): Page(name, diary: diary)
        case .another: Composing(diary: diary)
        }
    }
}
