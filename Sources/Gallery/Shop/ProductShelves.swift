import Cairn

/// The stack that is the list of the product flow: all products, and those that a search found. Its URL precedes that of
/// the product beside it: `/shop/products/found:night:Atlases/product:night-atlas`.
final class ProductShelves: NavigationController<ShelfRoute> {
    let dependencies: ProductDependencies

    init(dependencies: ProductDependencies) {
        self.dependencies = dependencies
        super.init(root: .all)
    }

    override class var actions: [Handler] { [.on(search)] }

    func search(_ action: SearchProducts) {
        let words = action.words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isForAll = words.isEmpty && action.shelf == nil
        setRoutes(isForAll ? [.all] : [.all, .found(words, action.shelf)])
    }

    override func destination(for route: ShelfRoute) throws -> ViewController {
        let (catalogue, authors) = (dependencies.catalogue, dependencies.authors)
        switch route {
        case .all:
            let list = ProductList(ProductSearch(), catalogue: catalogue, authors: authors).titled("Books and Maps")
            list.navigationItem.rightBarButtonItems = [BarButtonItem("Log out", role: .cancel, action: LeaveShop())]
            return list
        case .found(let words, let shelf):
            let search = ProductSearch(words: words, shelf: shelf)
            return ProductList(search, catalogue: catalogue, authors: authors).titled("Found")
        }
    }
}
