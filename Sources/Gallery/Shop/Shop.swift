import Cairn

/// An app that sells books and maps. Each flow is a container; one with dependencies gets them in its initialiser and
/// passes them on to its screens.
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

enum ShopRoute: Route { case main, login }

/// The app flow: shows the shop to a logged-in customer and the login to everybody else. It does not depend on the
/// window.
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

    override func guardResult(for route: ShopRoute) -> GuardResult {
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

/// The footer: a child of the app flow, so the login's compact size class does not apply to it.
final class Imprint: ViewController {
    @ViewBuilder override var view: any View { ImprintLines() }
}

/// Two lines if the width is regular, otherwise one.
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
