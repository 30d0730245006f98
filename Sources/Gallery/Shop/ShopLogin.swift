import Cairn

/// Submits the login.
struct EnterShop: Action {
    var name = ""
    var password = ""
}
/// Submits the form for new customers.
struct OpenAccount: Action {
    var name = ""
    var email = ""
    var password = ""
    var agrees = false
}
/// Opens the form for a forgotten password.
struct PasswordForgotten: Action {}
/// Requests a new password.
struct SendPassword: Action { var email = "" }
/// Opens the form for new customers.
struct StartAccount: Action {}
/// Returns to the login.
struct ReturnToLogin: Action {}

enum ShopLoginFlowRoute: Route { case steps }

/// The login flow: it embeds a stack that knows the order of the steps, and handles their results itself. Its screens
/// always have the compact size class, whatever the request says.
final class ShopLoginFlow: FlowController<ShopLoginFlowRoute> {
    let dependencies: LoginDependencies

    init(dependencies: LoginDependencies) {
        self.dependencies = dependencies
        super.init(root: .steps)
    }

    override func provide(_ environment: inout EnvironmentValues) { environment.horizontalSizeClass = .compact }

    override class var actions: [Handler] { [.on(enter), .on(openAccount)] }

    func enter(_ action: EnterShop) async throws { try await finish(as: action.name, password: action.password) }
    func openAccount(_ action: OpenAccount) async throws {
        // Checked here too, because an action does not have to come from the form.
        guard action.agrees else { throw InvalidInput(field: "agrees", "Nothing here can be bought.") }
        try await finish(as: action.name, email: action.email, password: action.password)
    }

    /// Logs the customer in and reports it with an action; a container above decides what is shown then.
    private func finish(as name: String, email: String = "", password: String) async throws {
        let name = try await dependencies.register.customer(named: name, password: password)
        try await send(CustomerKnown(name: name, email: email))
    }

    override func destination(for route: ShopLoginFlowRoute) throws -> ViewController { ShopLoginNavigation() }
}

enum ShopLoginRoute: Route { case login, forgotten, sent, account }

/// The steps of the login as a stack.
final class ShopLoginNavigation: NavigationController<ShopLoginRoute> {
    init() { super.init(root: .login) }

    override class var actions: [Handler] { [.on(forget), .on(sendPassword), .on(start), .on(comeBack)] }

    func forget(_ action: PasswordForgotten) { show(.forgotten) }
    func sendPassword(_ action: SendPassword) { show(.sent) }
    func start(_ action: StartAccount) { show(.account) }
    func comeBack(_ action: ReturnToLogin) { popToRoot() }

    override func destination(for route: ShopLoginRoute) throws -> ViewController {
        switch route {
        case .login: ShopLoginScreen().titled("Welcome to the Shop")
        case .forgotten: ForgottenScreen().titled("Forgot Your Password?")
        case .sent: PasswordSentScreen().titled("Look into Your Mail")
        case .account: AccountScreen().titled("New Customer")
        }
    }
}
