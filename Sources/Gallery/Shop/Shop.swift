import Cairn

/// Seed 002's app: a shop for books and maps. Each flow is a container, is given what it needs when it is made, and
/// passes on to its screens what those need.
final class Shop: Application, Customer {
    @Saved var customerName: String?
    @Saved var customerEmail = ""
    @Saved var basket = Basket() {
        didSet { if basket != oldValue { hasLeftCheckout = false } }
    }
    @Saved var hasLeftCheckout = false
    @Saved var orders: [Order] = []
    @Saved var wishes: [Product.ID] = []
    @Saved var habits = DeliveryHabits()
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
    /// Empty as long as nobody has asked for it.
    var customerEmail: String { get set }
    var basket: Basket { get set }
    /// Whether the last checkout was left before anything was paid, and the basket is still the one of then.
    var hasLeftCheckout: Bool { get set }
    /// The oldest first.
    var orders: [Order] { get set }
    /// What is kept for later, in the order in which it was found.
    var wishes: [Product.ID] { get set }
    var habits: DeliveryHabits { get set }
}

/// It is known now who buys.
struct CustomerKnown: Action {
    var name: String
    var email = ""
}
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
        (customer.customerName, customer.customerEmail) = (action.name, action.email)
        changeIdentity(to: action.name)
        show(.main)
    }

    func leave(_ action: LeaveShop) throws {
        let customer = try required((any Customer).self)
        (customer.customerName, customer.customerEmail) = (nil, "")
        (customer.basket, customer.orders) = (Basket(), [])
        (customer.wishes, customer.habits) = ([], DeliveryHabits())
        changeIdentity(clearsCache: true)
        show(.login)
    }

    override func permits(_ route: ShopRoute) -> Permission {
        let isKnown = nearest((any Customer).self)?.customerName != nil
        return switch route {
        case .main: .allowed(if: isKnown, otherwise: .login)
        case .login: .allowed(if: !isKnown, otherwise: .main)
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
