import Cairn

/// The stack that is the detail of the product flow: a product, its author, and more products by that author.
final class ProductDetails: NavigationController<ProductDetailRoute> {
    let dependencies: ProductDependencies

    init(root: ProductDetailRoute, dependencies: ProductDependencies) {
        self.dependencies = dependencies
        super.init(root: root)
    }

    override class var actions: [Handler] { [.on(selectAuthor), .on(selectWork)] }

    func selectAuthor(_ action: SelectAuthor) { show(.author(action.author)) }
    func selectWork(_ action: SelectWork) { show(.product(action.product)) }

    // MARK: - Observing the stack

    override func willShow(_ controller: ViewController, after change: StackChange) {
        dependencies.footfall.note(.willShow(topRoute, change))
    }

    /// Records the product that an action showed, also by Back. The root of this stack is shown by a container above,
    /// which records it.
    override func didShow(_ controller: ViewController, after change: StackChange) {
        dependencies.footfall.note(.didShow(topRoute, change))
        if case .product(let id) = topRoute { nearest((any Browsing).self)?.noteViewed(id) }
    }

    /// Called when a flow on this stack ends, such as by itself or by Back.
    override func childDidFinish(_ child: ContainerViewController) {
        guard let author = (child as? AuthorNavigation)?.author else { return }
        nearest((any Browsing).self)?.noteLeft(author.id)
    }

    override func destination(for route: ProductDetailRoute) throws -> ViewController {
        switch route {
        case .product(let id):
            let product = try dependencies.catalogue.product(id)
            let screen = ProductScreen(
                product, by: try dependencies.authors.author(product.author), catalogue: dependencies.catalogue,
                footfall: dependencies.footfall, warehouse: dependencies.warehouse)
            screen.navigationItem.rightBarButtonItems = [BarButtonItem("All products", action: ShowAllProducts())]
            return screen.titled(product.title)
        case .author(let id):
            let author = try dependencies.authors.author(id)
            return AuthorNavigation(author, dependencies: dependencies).titled(author.name)
        }
    }
}
