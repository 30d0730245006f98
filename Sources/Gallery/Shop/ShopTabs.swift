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

enum ShopTab: Route, CaseIterable { case products, basket }

/// The main flow: the products and the basket side by side, and what both may do to the basket.
final class ShopTabs: TabBarController<ShopTab> {
    let products: ProductDependencies
    let checkout: CheckoutDependencies

    init(products: ProductDependencies, checkout: CheckoutDependencies) {
        self.products = products
        self.checkout = checkout
        super.init(root: .products)
    }

    override class var actions: [Handler] { [.on(add), .on(remove), .on(showBasket), .on(showProducts)] }

    func add(_ action: AddToBasket) throws {
        let product = try products.catalogue.product(action.product)
        try required((any Customer).self).basket.add(action.count, of: product)
    }

    func remove(_ action: RemoveFromBasket) throws {
        try required((any Customer).self).basket.remove(action.product)
    }

    /// The basket itself, not the receipt that was read there last.
    func showBasket(_ action: ShowBasket) {
        select(.basket)
        unwind()
    }

    func showProducts(_ action: ShowProducts) { select(.products) }

    override func tabBarItem(for route: ShopTab) -> TabBarItem {
        switch route {
        case .products: TabBarItem(title: "Products")
        case .basket: TabBarItem(title: "Basket", badge: nearest((any Customer).self)?.basket.badge)
        }
    }

    override func destination(for route: ShopTab) throws -> ViewController {
        switch route {
        case .products: ProductNavigation(dependencies: products)
        case .basket: BasketNavigation(dependencies: checkout)
        }
    }
}
