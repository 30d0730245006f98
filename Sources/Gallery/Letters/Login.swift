import Cairn

/// Enters a name.
struct GiveName: Action { var name: String }
/// Confirms the name and signs in.
struct SignIn: Action { var name: String }
struct SignOut: Action {}

enum LoginRoute: Route { case name, welcome(String) }

/// The login, in two screens. It ends by sending an action; a container above decides which screen follows.
final class LoginNavigation: NavigationController<LoginRoute> {
    init() { super.init(root: .name) }

    override class var actions: [Handler] { [.on(giveName)] }

    func giveName(_ action: GiveName) throws { push(.welcome(try Self.name(action.name))) }

    /// Returns a valid name that is not a friend's, because a friend's mailbox contains letters of other visitors.
    private static func name(_ typed: String) throws -> String {
        let name = try PersonName(typed).text
        guard !Friend.isFriend(name) else {
            throw InvalidInput(field: "name", "That is the name of one of your friends. Please choose another one.")
        }
        return name
    }

    override func destination(for route: LoginRoute) throws -> ViewController {
        switch route {
        case .name: return NameScreen().titled("Welcome to Letters")
        case .welcome(let name):
            let name = try Self.name(name)
            return WelcomeScreen(name: name).titled("Hello, \(name)")
        }
    }
}

/// Asks for a name.
final class NameScreen: ViewController {
    @ViewBuilder override var view: any View {
        Text("Write to your friends, and read what they wrote to you.")
        TextField("What are you called?", name: "name", isRequired: true, maximumLength: 40, autocomplete: .name)
        Text("No password: whoever gives the same name reads the same letters.", style: .secondary)
        Button("Continue", role: .primary, action: GiveName(name: ""))
    }
}

/// Shows the name again, so that the visitor can correct it.
final class WelcomeScreen: ViewController {
    let name: String

    init(name: String) {
        self.name = name
        super.init()
    }

    @ViewBuilder override var view: any View {
        Text("Your friends will see your letters signed “\(name)”.")
        Button("Open my letters", role: .primary, action: SignIn(name: name))
    }
}
