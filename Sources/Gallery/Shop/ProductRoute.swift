import Cairn

/// The lists and the details of the product flow. No link leads to an author without a product; a URL can.
enum ProductRoute: Route { case list, wishes, product(Product.ID), author(Author.ID) }

/// The stack that is the list of all products.
enum ShelfRoute: Route { case all, found(String, Product.Shelf?) }

/// The stack that is the detail.
enum ProductDetailRoute: Route { case product(Product.ID), author(Author.ID) }

/// The container that shows a product beside the list, and remembers which products and authors a visitor has viewed.
/// Screens find it through the responder chain.
protocol Browsing: AnyObject {
    /// The product whose row is selected in the list.
    var shownProduct: Product.ID? { get }
    /// The most recently viewed products, the latest first.
    var recent: [Product.ID] { get }
    var lastAuthor: Author.ID? { get }
    func noteViewed(_ product: Product.ID)
    func noteLeft(_ author: Author.ID)
}
