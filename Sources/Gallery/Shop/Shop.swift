import Cairn

/// Seed 002's app: a shop for books and maps. Each flow is a container, is given what it needs when it is made, and
/// passes on to its screens what those need.
final class Shop: Application, Customer {
    @Saved var customerName: String?
    @Saved var basket = Basket()
    @Saved var orders: [Order] = []
    let dependencies: ShopDependencies

    init(dependencies: ShopDependencies) {
        self.dependencies = dependencies
        super.init()
    }

    override func makeRootViewController() -> ViewController { ShopFlow(dependencies: dependencies) }
}

/// Who buys and what they have taken so far: it belongs to the session, so that going back does not undo it.
protocol Customer: AnyObject {
    /// `nil` for who has not logged in.
    var customerName: String? { get set }
    var basket: Basket { get set }
    /// The oldest first.
    var orders: [Order] { get set }
    func changeIdentity(clearsCache: Bool)
}

/// It is known now who buys.
struct CustomerKnown: Action { var name: String }
/// The customer leaves.
struct LeaveShop: Action {}

enum ShopRoute: Route { case main, login }

/// The app flow: shows the shop to whoever has logged in, and the login to everybody else. It knows no window.
final class ShopFlow: FlowController<ShopRoute> {
    let dependencies: ShopDependencies

    init(dependencies: ShopDependencies) {
        self.dependencies = dependencies
        super.init(root: .main)
    }

    override func viewDidLoad() async throws { addChild(Imprint()) }

    override class var actions: [Handler] { [.on(known), .on(leave)] }

    func known(_ action: CustomerKnown) throws {
        let customer = try required((any Customer).self)
        customer.customerName = action.name
        customer.changeIdentity(clearsCache: false)
        show(.main)
    }

    func leave(_ action: LeaveShop) throws {
        let customer = try required((any Customer).self)
        customer.customerName = nil
        customer.basket = Basket()
        customer.orders = []
        customer.changeIdentity(clearsCache: true)
        show(.login)
    }

    override func permits(_ route: ShopRoute) -> Permission {
        let isKnown = nearest((any Customer).self)?.customerName != nil
        return switch route {
        case .main: isKnown ? .allowed : .instead(.login)
        case .login: isKnown ? .instead(.main) : .allowed
        }
    }

    override func destination(for route: ShopRoute) throws -> ViewController {
        switch route {
        case .main: ShopTabs(products: dependencies.products, checkout: dependencies.checkout)
        case .login: ShopLoginFlow(dependencies: dependencies.login)
        }
    }
}

/// What stands below everything else: a child of the app flow, and so outside of what the login says of its width.
final class Imprint: ViewController {
    @ViewBuilder override var view: any View { ImprintLines() }
}

/// Two lines where there is room, else one.
struct ImprintLines: View {
    @Environment(\.horizontalSizeClass) private var width

    var body: some View {
        if width == .regular {
            LabeledContent("The shop", value: "Books and maps that do not exist")
            LabeledContent("Returns", value: "Within 30 days, folded as it came")
        } else {
            Text("Books and maps that do not exist", style: .secondary)
        }
    }
}
