import Cairn

/// A product was chosen.
struct SelectProduct: Action { var product: Product.ID }
/// An author was chosen.
struct SelectAuthor: Action { var author: Author.ID }
/// Products are looked for.
struct SearchProducts: Action {
    var words = ""
    var shelf: Product.Shelf?
}
/// The visitor wants to see all products again.
struct ShowAllProducts: Action {}

enum ProductRoute: Route {
    case list, wishes, found(String, Product.Shelf?), product(Product.ID), author(Author.ID)
}

/// The product flow: its screens say what was chosen, and it shows the next one. It carries what they need. It begins with
/// all products, or with those that the customer has kept for later.
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

    /// All products are found here only if they are where this flow begins; else somebody above is asked (feature A53).
    override func canUnwind(_ action: any Action.Type) -> Bool { root == .list }

    func search(_ action: SearchProducts) {
        let words = action.words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isForAll = words.isEmpty && action.shelf == nil
        setRoutes(isForAll ? [.list] : [.list, .found(words, action.shelf)])
    }

    // MARK: - What comes and goes on the stack

    override func willShow(_ controller: ViewController, after change: StackChange) {
        dependencies.footfall.note(.willShow(topRoute, change))
    }

    /// Notes what was looked at, however the visitor came to it (feature A35).
    override func didShow(_ controller: ViewController, after change: StackChange) {
        dependencies.footfall.note(.didShow(topRoute, change))
        guard case .product(let id) = topRoute else { return }
        recent = [id] + recent.filter { $0 != id }.prefix(Self.mostRecent - 1)
    }

    private static let mostRecent = 5

    /// A flow on this stack has ended itself, or was left by Back (feature A34).
    override func childDidFinish(_ child: ContainerViewController) {
        guard let author = (child as? AuthorNavigation)?.author else { return }
        lastAuthor = author.id
        dependencies.footfall.note(.left(author.id))
    }

    // MARK: - What a route shows

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
                product, by: try authors.author(product.author), catalogue: catalogue, footfall: dependencies.footfall)
            screen.navigationItem.rightBarButtonItems = [BarButtonItem("All products", action: ShowAllProducts())]
            return screen.titled(product.title)
        case .author(let id):
            let author = try authors.author(id)
            return AuthorNavigation(author, dependencies: dependencies).titled(author.name)
        }
    }
}

/// What a visitor has looked at so far, found through the chain.
protocol Browsing: AnyObject {
    /// The latest first.
    var recent: [Product.ID] { get }
    var lastAuthor: Author.ID? { get }
}
