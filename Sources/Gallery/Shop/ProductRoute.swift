import Cairn

enum ProductRoute: Route {
    case list, wishes, found(String, Product.Shelf?), product(Product.ID), author(Author.ID)
}

/// The products and the author that a visitor has viewed last. Screens find them through the responder chain.
protocol Browsing: AnyObject {
    /// The most recently viewed products, the latest first.
    var recent: [Product.ID] { get }
    var lastAuthor: Author.ID? { get }
}
