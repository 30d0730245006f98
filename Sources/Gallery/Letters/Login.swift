import Cairn

/// The visitor has said what they are called.
struct GiveName: Action { var name: String }
/// The visitor is who they said they are.
struct SignIn: Action { var name: String }
/// The visitor leaves.
struct SignOut: Action {}

enum LoginRoute: Route { case name, welcome(String) }

/// Two screens that ask who you are. It ends by saying so; what follows is somebody else's decision.
final class LoginNavigation: NavigationController<LoginRoute> {
    init() { super.init(root: .name) }

    override class var actions: [Handler] { [.on(giveName)] }

    func giveName(_ action: GiveName) throws {
        let name = action.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard Self.isName(name) else { throw InvalidInput(field: "name", Self.rule) }
        push(.welcome(name))
    }

    private static let rule = "A name has something to see, no line breaks and at most 40 characters."

    /// A link may bring any text here, so the route is held to the same rule as the form.
    private static func isName(_ text: String) -> Bool {
        let categories = Set(text.unicodeScalars.map(\.properties.generalCategory))
        return text.utf16.count <= 40 && categories.isDisjoint(with: [.control, .lineSeparator, .paragraphSeparator])
            && !categories.isSubset(of: [.format, .spaceSeparator, .nonspacingMark])
    }

    override func destination(for route: LoginRoute) throws -> ViewController {
        switch route {
        case .name: return NameScreen().titled("Welcome to Letters")
        case .welcome(let name):
            guard Self.isName(name) else { throw InvalidInput(field: "name", Self.rule) }
            return WelcomeScreen(name: name).titled("Hello, \(name)")
        }
    }
}

/// Asks for a name.
final class NameScreen: ViewController {
    @ViewBuilder override var view: any View {
        Text("Write to your friends, and read what they wrote to you.")
        TextField("What are you called?", name: "name", isRequired: true, maximumLength: 40, autocomplete: "name")
        Text("No password: whoever gives the same name reads the same letters.", style: .secondary)
        Button("Continue", role: .primary, action: GiveName(name: ""))
    }
}

/// Says the name back, so that a slip can be mended.
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
