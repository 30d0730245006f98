import Cairn
import CairnTesting

struct TakeBook: Action { var book: Int }
struct WriteNote: Action {}
struct WriteLetter: Action {}
struct Describe: Action { var text = "" }
struct Shout: Action {}
struct LogInAsAda: Action {}

/// A tab with a stack of books, which can be covered by a modal screen or a modal stack, and a tab without a stack.
final class Books: Application {
    @Saved var user: String?
    let policy: HistoryPolicy

    init(policy: HistoryPolicy = .branch) {
        self.policy = policy
        super.init()
    }

    override func makeRootViewController() -> ViewController { BookTabs() }

    static func hosted(policy: HistoryPolicy = .branch) -> HostedApplication {
        HostedApplication("books", title: "Books") { Books(policy: policy) }
    }
}

enum BookTab: Route, CaseIterable { case shelf, map }

final class BookTabs: TabBarController<BookTab> {
    init() { super.init(root: .shelf) }
    override func destination(for route: BookTab) throws -> ViewController {
        switch route {
        case .shelf: Shelves()
        case .map: ViewController().titled("Map")
        }
    }
}

enum BookRoute: Route {
    case list, book(Int), form, vault, login, named(String), note, letter, stack

    var transition: Transition { self == .note || self == .letter || self == .stack ? .modal : .push }
}

final class Shelves: NavigationController<BookRoute> {
    init() { super.init(root: .list) }

    override var historyPolicy: HistoryPolicy { nearest(Books.self)?.policy ?? .branch }

    override class var actions: [Handler] {
        [.on(take), .on(write), .on(writeLetter), .on(describe), .on(shout), .on(logIn)]
    }
    func take(_ action: TakeBook) { push(.book(action.book)) }
    func write(_ action: WriteNote) { show(.note) }
    func writeLetter(_ action: WriteLetter) { show(.letter) }
    func describe(_ action: Describe) { push(.book(1)) }
    func shout(_ action: Shout) throws { throw Failure() }
    func logIn(_ action: LogInAsAda) {
        nearest(Books.self)?.user = "Ada"
        changeIdentity(to: "ada")
        setRoutes([.list, .vault])
    }

    override func guardResult(for route: BookRoute) -> GuardResult {
        .allowed(if: route != .vault || nearest(Books.self)?.user != nil, otherwise: .login)
    }

    /// The program pushes book 900 only; its location is not accepted.
    override func canDeepLink(to route: BookRoute, as transition: Transition) -> Bool {
        route != .book(900) && super.canDeepLink(to: route, as: transition)
    }

    override func destination(for route: BookRoute) throws -> ViewController {
        switch route {
        case .list: BookList().titled("Books")
        case .book(let number):
            if number < 1_000 { BookPage(number) } else { throw NavigationError.notFound }
        case .form: BookForm().titled("Describe")
        case .vault: vault()
        case .login: BookLogin().titled("Log in")
        case .named(let name): ViewController().titled(name)
        case .note, .stack: ViewController().titled("Note")
        case .letter: Pages()
        }
    }

    private func vault() -> ViewController {
        precondition(nearest(Books.self)?.user != nil, "built for a visitor whom the guard turned away")
        return ViewController().titled("Vault")
    }
}

final class BookList: ViewController {
    @ViewBuilder override var view: any View {
        Row("Book 1", action: TakeBook(book: 1))
        Row("Book 900", action: TakeBook(book: 900))
        Button("Note", action: WriteNote())
        Button("Letter", action: WriteLetter())
        Button("Shout", action: Shout())
    }
}

final class BookPage: ViewController {
    private let number: Int

    init(_ number: Int) {
        self.number = number
        super.init()
        title = "Book \(number)"
    }

    @ViewBuilder override var view: any View {
        Button("More", action: TakeBook(book: number + 1))
        Button("Note", action: WriteNote())
    }
}

final class BookForm: ViewController {
    @ViewBuilder override var view: any View {
        TextField("Text", name: "text")
        Button("Describe", role: .primary, action: Describe())
    }
}

final class BookLogin: ViewController {
    @ViewBuilder override var view: any View { Button("Log in", action: LogInAsAda()) }
}

enum PageRoute: Route { case first, page(Int) }

final class Pages: NavigationController<PageRoute> {
    init() { super.init(root: .first) }
    override func destination(for route: PageRoute) throws -> ViewController {
        ViewController().titled(route.segment.text)
    }
}

extension Visitor {
    /// Runs `body` with a visitor of the books, without a socket.
    static func ofBooks(policy: HistoryPolicy = .branch, _ body: (Visitor) async throws -> Void) async throws {
        try await Transport.memory.serve([Books.hosted(policy: policy)]) { try await body(Visitor($0)) }
    }

    /// Puts `body`, by default as JSON.
    func put(
        _ path: String, _ body: String, type: String? = "application/json", _ fields: [(String, String)] = []
    ) async throws -> Reply {
        let types = type.map { [("Content-Type", $0)] } ?? []
        return try await send(Call("PUT", path, fields: types + fields, body: Array(body.utf8)))
    }

    func delete(_ path: String, _ fields: [(String, String)] = []) async throws -> Reply {
        try await send(Call("DELETE", path, fields: fields))
    }

    /// The printed routes of the stack at `path`.
    func routes(_ path: String) async throws -> [String?] {
        try await get(path).siren.entities?.map { $0.properties?.route } ?? []
    }
}

/// The body that sets these routes.
func stackBody(_ routes: [String]) -> String { "{\"routes\":[\(routes.map { "\"\($0)\"" }.joined(separator: ","))]}" }
