import Cairn

/// There are more tabs than fit the bar, so the last two are under More.
enum ShopTab: Route, CaseIterable { case products, basket, wishes, visit, account, help }

/// The main flow: the tabs of the shop. It handles the actions that change the wish list, and those that add a
/// product to the basket or remove one.
///
/// Two tabs use the same product flow with different roots.
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
            .on(add), .on(restore), .on(remove), .on(wish), .on(forget), .on(showBasket), .unwind(showProducts),
            .unwind(showAllProducts),
        ]
    }

    func add(_ action: AddToBasket) throws {
        let product = try products.catalogue.product(action.product)
        try required((any Customer).self).basket.add(action.count, of: product)
        flash("“\(product.title)” is in your basket.")
    }

    func restore(_ action: RestoreToBasket) throws {
        let customer = try required((any Customer).self)
        guard !customer.basket.contains(action.product) else { return }
        try customer.basket.add(action.count, of: try products.catalogue.product(action.product))
    }

    func remove(_ action: RemoveFromBasket) throws {
        let customer = try required((any Customer).self)
        let count = customer.basket.lines.first { $0.product == action.product }?.count ?? 0
        customer.basket.remove(action.product)
        // A product that is no longer sold cannot be put back.
        guard count > 0, let product = try? products.catalogue.product(action.product) else { return }
        flash(
            "“\(product.title)” is no longer in your basket.", undo: RestoreToBasket(product: product.id, count: count))
    }

    func wish(_ action: WishFor) throws {
        let (customer, product) = (try required((any Customer).self), try products.catalogue.product(action.product))
        if !customer.wishes.contains(product.id) { customer.wishes.append(product.id) }
        flash("“\(product.title)” is kept on your wish list.")
    }

    func forget(_ action: ForgetWish) throws {
        try required((any Customer).self).wishes.removeAll { $0 == action.product }
    }

    /// Unwinds to the basket itself, because a receipt can be on its stack.
    func showBasket(_ action: ShowBasket) {
        select(.basket)
        unwind()
    }

    /// Selects the products tab, after the flow on screen, such as a receipt, was unwound.
    func showProducts(_ action: ShowProducts) { select(.products) }

    /// Called only for a product flow with a different root; a flow whose root is the list handles the action itself.
    func showAllProducts(_ action: ShowAllProducts) {
        select(.products)
        unwind()
    }

    /// Tabs can be links too, so that a customer can open the basket in another tab of the browser.
    override var offersLinks: Bool { true }

    override func tabBarItem(for route: ShopTab) -> TabBarItem {
        switch route {
        case .products: TabBarItem(title: "Products", icon: .book)
        case .basket: TabBarItem(title: "Basket", icon: .basket, badge: nearest((any Customer).self)?.basket.badge)
        case .wishes: TabBarItem(title: "Wish list", icon: .heart, badge: wishBadge)
        case .visit: TabBarItem(title: "Visit us", icon: .pin)
        case .account: TabBarItem(title: "Account", icon: .person)
        case .help: TabBarItem(title: "Help", icon: .question)
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
