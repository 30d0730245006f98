import Cairn

/// A customer says who they are.
struct EnterShop: Action {
    var name = ""
    var password = ""
}
/// Somebody wants to become a customer.
struct OpenAccount: Action {
    var name = ""
    var email = ""
    var password = ""
    var agrees = false
}
/// The password is gone.
struct PasswordForgotten: Action {}
/// A new password is to be sent.
struct SendPassword: Action { var email = "" }
/// Somebody is no customer yet.
struct StartAccount: Action {}
/// There is a password again.
struct ReturnToLogin: Action {}

enum ShopLoginFlowRoute: Route { case steps }

/// The login flow: it embeds a stack that knows the order of the steps, and itself knows what comes of them. Whatever
/// the request says, its screens are narrow (feature A33).
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
        // The form asks for it too; this holds wherever the action comes from.
        guard action.agrees else { throw InvalidInput(field: "agrees", "Nothing here can be bought.") }
        try await finish(as: action.name, email: action.email, password: action.password)
    }

    /// Says who it is; what is shown then is somebody else's decision.
    private func finish(as name: String, email: String = "", password: String) async throws {
        let name = try await dependencies.register.customer(named: name, password: password)
        try await send(CustomerKnown(name: name, email: email))
    }

    override func destination(for route: ShopLoginFlowRoute) throws -> ViewController { ShopLoginNavigation() }
}

enum ShopLoginRoute: Route { case login, forgotten, sent, account }

/// The steps of the login, one on the other.
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
