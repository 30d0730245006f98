import Cairn

/// Adds a product of the wish list to the basket. The page of the product beside the list offers ``AddToBasket``.
struct BuyWish: Action { var product: Product.ID }

/// The customer's wish list.
final class WishList: ViewController {
    let catalogue: any Catalogue
    let authors: any AuthorDirectory
    @Saved var listing = ListState()

    init(catalogue: any Catalogue, authors: any AuthorDirectory) {
        self.catalogue = catalogue
        self.authors = authors
        super.init()
    }

    override class var actions: [Handler] { [.on(show), .on(buy)] }

    func show(_ action: ShowPage) { listing.show(action) }
    func buy(_ action: BuyWish) async throws { try await send(AddToBasket(product: action.product)) }

    @ViewBuilder override var view: any View {
        let shown = nearest((any Browsing).self)?.shownProduct
        let wishes = nearest((any Customer).self)?.wishes ?? []
        // Products that are no longer for sale are left out.
        let products = wishes.compactMap { try? catalogue.product($0) }
        if products.isEmpty {
            EmptyState("Nothing is kept for later yet.", icon: .heart) {
                Button("Look at all products", action: ShowAllProducts())
            }
        } else {
            PagedList("Wish list", products, at: listing) { [authors] product in
                Row(
                    product.title, subtitle: try? authors.author(product.author).name, badge: product.cents.price,
                    action: SelectProduct(product: product.id)
                )
                .image(product.shelf.picturePath)
                .selected(product.id == shown)
                .menu {
                    Button("Put into the basket", icon: .basket, action: BuyWish(product: product.id))
                    Button("Remove", icon: .trash, role: .destructive, action: ForgetWish(product: product.id))
                }
            }
        }
    }
}
