import Cairn

/// Something goes into the basket.
struct AddToBasket: Action {
    var product: Product.ID
    var count = 1
}
/// Something goes back to its shelf.
struct RemoveFromBasket: Action { var product: Product.ID }
/// The customer wants to see what they have.
struct ShowBasket: Action {}
/// The customer wants to see what there is.
struct ShowProducts: Action {}
/// Something is to be kept in mind.
struct WishFor: Action { var product: Product.ID }
/// Something need not be kept in mind any more.
struct ForgetWish: Action { var product: Product.ID }

/// More than fit a bar: the last two stand under More (feature A54).
enum ShopTab: Route, CaseIterable { case products, basket, wishes, visit, account, help }

/// The main flow: the products, the basket and more side by side, and what all of them may do to the customer's things.
///
/// Two of its tabs are the same product flow, each with another beginning.
final class ShopTabs: TabBarController<ShopTab> {
    let products: ProductDependencies
    let checkout: CheckoutDependencies

    init(products: ProductDependencies, checkout: CheckoutDependencies) {
        self.products = products
        self.checkout = checkout
        super.init(root: .products)
    }

    override class var actions: [Handler] {
        [
            .on(add), .on(remove), .on(wish), .on(forget), .on(showBasket), .unwind(showProducts),
            .unwind(showAllProducts),
        ]
    }

    func add(_ action: AddToBasket) throws {
        let product = try products.catalogue.product(action.product)
        try required((any Customer).self).basket.add(action.count, of: product)
    }

    func remove(_ action: RemoveFromBasket) throws {
        try required((any Customer).self).basket.remove(action.product)
    }

    func wish(_ action: WishFor) throws {
        let (customer, product) = (try required((any Customer).self), try products.catalogue.product(action.product))
        if !customer.wishes.contains(product.id) { customer.wishes.append(product.id) }
    }

    func forget(_ action: ForgetWish) throws {
        try required((any Customer).self).wishes.removeAll { $0 == action.product }
    }

    /// The basket itself, not the receipt that was read there last.
    func showBasket(_ action: ShowBasket) {
        select(.basket)
        unwind()
    }

    /// Whatever was seen before, as a receipt, is taken away; the products are as they were left.
    func showProducts(_ action: ShowProducts) { select(.products) }

    /// Asked only by a tab whose own beginning is something else (feature A53).
    func showAllProducts(_ action: ShowAllProducts) {
        select(.products)
        unwind()
    }

    /// Somebody who compares has the basket in another tab of the browser.
    override var offersLinks: Bool { true }

    override func tabBarItem(for route: ShopTab) -> TabBarItem {
        switch route {
        case .products: TabBarItem(title: "Products")
        case .basket: TabBarItem(title: "Basket", badge: nearest((any Customer).self)?.basket.badge)
        case .wishes: TabBarItem(title: "Wish list", badge: wishBadge)
        case .visit: TabBarItem(title: "Visit us")
        case .account: TabBarItem(title: "Account")
        case .help: TabBarItem(title: "Help")
        }
    }

    private var wishBadge: String? {
        let count = nearest((any Customer).self)?.wishes.count ?? 0
        return count == 0 ? nil : "\(count) kept"
    }

    override func destination(for route: ShopTab) throws -> ViewController {
        switch route {
        case .products: ProductNavigation(root: .list, dependencies: products)
        case .basket: BasketNavigation(dependencies: checkout)
        case .wishes: ProductNavigation(root: .wishes, dependencies: products)
        case .visit: HostingController(rootView: VisitView(gazetteer: products.gazetteer)).titled("Visit Us")
        case .account: CustomerAccount().titled("Account")
        case .help: HostingController(rootView: HelpView()).titled("Help")
        }
    }
}
