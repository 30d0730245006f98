import Cairn

enum ShopLoginFlowRoute: Route { case steps }

/// The login flow: it embeds a stack that defines the order of the steps, and handles their results itself. It
/// overrides the size class, so its screens are compact at every width.
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
        // The form requires the checkbox already; check here, too, for senders other than the form.
        guard action.agrees else { throw InvalidInput(field: "agrees", "Nothing here can be bought.") }
        try await finish(as: action.name, email: action.email, password: action.password)
    }

    /// Checks the login and sends the customer in an action; a container above decides which screen follows.
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
