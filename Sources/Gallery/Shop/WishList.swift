import Cairn

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

    override class var actions: [Handler] { [.on(show)] }

    func show(_ action: ShowPage) { listing.show(action) }

    @ViewBuilder override var view: any View {
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
                .menu {
                    Button("Put into the basket", icon: .basket, action: AddToBasket(product: product.id))
                    Button("Remove", icon: .trash, role: .destructive, action: ForgetWish(product: product.id))
                }
            }
        }
    }
}
