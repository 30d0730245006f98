import Cairn

/// The product flow: its screens send selections in actions, and it creates the next screen with the dependencies. Its
/// root is the list of all products, or the wish list.
final class ProductNavigation: NavigationController<ProductRoute>, Browsing {
    let dependencies: ProductDependencies
    @Saved var recent: [Product.ID] = []
    @Saved var lastAuthor: Author.ID?

    init(root: ProductRoute, dependencies: ProductDependencies) {
        self.dependencies = dependencies
        super.init(root: root)
    }

    override class var actions: [Handler] {
        [.on(select), .on(selectAuthor), .on(search), .unwind(ShowAllProducts.self)]
    }

    func select(_ action: SelectProduct) { show(.product(action.product)) }
    func selectAuthor(_ action: SelectAuthor) { show(.author(action.author)) }

    /// Unwinds only if the root of this flow is the list of all products; otherwise the action climbs to a container
    /// above.
    override func canUnwind(_ action: any Action.Type) -> Bool { root == .list }

    func search(_ action: SearchProducts) {
        let words = action.words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isForAll = words.isEmpty && action.shelf == nil
        setRoutes(isForAll ? [.list] : [.list, .found(words, action.shelf)])
    }

    // MARK: - Observing the stack

    override func willShow(_ controller: ViewController, after change: StackChange) {
        dependencies.footfall.note(.willShow(topRoute, change))
    }

    /// Records the product that an action showed, also by Back. A product opened by its URL is not recorded.
    override func didShow(_ controller: ViewController, after change: StackChange) {
        dependencies.footfall.note(.didShow(topRoute, change))
        guard case .product(let id) = topRoute else { return }
        recent = [id] + recent.filter { $0 != id }.prefix(Self.maxRecent - 1)
    }

    private static let maxRecent = 5

    /// Called when a flow on this stack ends, such as by itself or by Back.
    override func childDidFinish(_ child: ContainerViewController) {
        guard let author = (child as? AuthorNavigation)?.author else { return }
        lastAuthor = author.id
        dependencies.footfall.note(.left(author.id))
    }

    // MARK: - Destinations

    override func destination(for route: ProductRoute) throws -> ViewController {
        let (catalogue, authors) = (dependencies.catalogue, dependencies.authors)
        switch route {
        case .list:
            let list = ProductList(ProductSearch(), catalogue: catalogue, authors: authors).titled("Books and Maps")
            list.navigationItem.rightBarButtonItems = [BarButtonItem("Log out", role: .cancel, action: LeaveShop())]
            return list
        case .wishes: return WishList(catalogue: catalogue, authors: authors).titled("Wish List")
        case .found(let words, let shelf):
            let search = ProductSearch(words: words, shelf: shelf)
            return ProductList(search, catalogue: catalogue, authors: authors).titled("Found")
        case .product(let id):
            let product = try catalogue.product(id)
            let screen = ProductScreen(
                product, by: try authors.author(product.author), catalogue: catalogue, footfall: dependencies.footfall,
                warehouse: dependencies.warehouse)
            screen.navigationItem.rightBarButtonItems = [BarButtonItem("All products", action: ShowAllProducts())]
            return screen.titled(product.title)
        case .author(let id):
            let author = try authors.author(id)
            return AuthorNavigation(author, dependencies: dependencies).titled(author.name)
        }
    }
}
