import Cairn

/// The product flow: a list of products, and the selected one beside it if the width allows. Its list is that of all
/// products, or the wish list. Screens send selections in actions, and each container creates the next screen with the
/// dependencies.
final class ProductNavigation: SplitViewController<ProductRoute>, Browsing {
    let dependencies: ProductDependencies
    @Saved var recent: [Product.ID] = []
    @Saved var lastAuthor: Author.ID?

    init(root: ProductRoute, dependencies: ProductDependencies) {
        self.dependencies = dependencies
        super.init(root: root)
    }

    override class var actions: [Handler] { [.on(select), .unwind(ShowAllProducts.self)] }

    /// Records the product that a row or a menu showed. A product opened by its URL is not recorded.
    func select(_ action: SelectProduct) {
        show(.product(action.product))
        dependencies.footfall.note(.selected(action.product))
        noteViewed(action.product)
    }

    /// Unwinds only if the root of this flow is the list of all products; otherwise the action climbs to a container
    /// above.
    override func canUnwind(_ action: any Action.Type) -> Bool { root == .list }

    // MARK: - Browsing

    var shownProduct: Product.ID? {
        if case .product(let id)? = detailRoute { id } else { nil }
    }

    func noteViewed(_ product: Product.ID) {
        recent = [product] + recent.filter { $0 != product }.prefix(Self.maxRecent - 1)
    }

    private static let maxRecent = 5

    func noteLeft(_ author: Author.ID) {
        lastAuthor = author
        dependencies.footfall.note(.left(author))
    }

    /// The authors on the stack of a replaced or closed detail end with it.
    override func childDidFinish(_ child: ContainerViewController) {
        for case .author(let id) in (child as? ProductDetails)?.routes ?? [] { noteLeft(id) }
    }

    // MARK: - Destinations

    override func destination(for route: ProductRoute) throws -> ViewController {
        switch route {
        case .list: return ProductShelves(dependencies: dependencies)
        case .wishes:
            return WishList(catalogue: dependencies.catalogue, authors: dependencies.authors).titled("Wish List")
        case .product(let id):
            return ProductDetails(
                root: .product(try dependencies.catalogue.product(id).id), dependencies: dependencies)
        case .author(let id):
            return ProductDetails(root: .author(try dependencies.authors.author(id).id), dependencies: dependencies)
        }
    }
}
